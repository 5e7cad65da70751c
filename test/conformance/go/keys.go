package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
)

// A new public key in the form of authorized_keys.
func publicKey() string {
	public, _, err := ed25519.GenerateKey(rand.Reader)
	worked(err)
	blob := []byte{}
	for _, part := range [][]byte{[]byte("ssh-ed25519"), public} {
		blob = append(binary.BigEndian.AppendUint32(blob, uint32(len(part))), part...)
	}
	return "ssh-ed25519 " + base64.StdEncoding.EncodeToString(blob) + " walk"
}

// A public key for signatures, whose private half is nowhere.
func gpgKey() string {
	return `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawQ0qRYJKwYBBAHaRw8BAQdA4RcEYGmyo22w36AcbvBUvbaejj+9K6fqOMBC
TP2GUAm0F1dhbGsgPHdhbGtAZXhhbXBsZS5vcmc+iJAEExYIADgWIQTHWhgefqDD
QXB3Me6ce1PILpeNkgUCawQ0qQIbAwULCQgHAgYVCgkICwIEFgIDAQIeAQIXgAAK
CRCce1PILpeNkkklAQCFmaGCjGgHyfXV8pftcXVPwXfwytlCzJjnTb/Omvm1nQD/
e+tU52MatIrf+k0b3+FGN9GCMlYLWrXZRJNJhIAcuAA=
=3x8x
-----END PGP PUBLIC KEY BLOCK-----`
}
