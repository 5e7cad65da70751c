package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	gl "gitlab.com/gitlab-org/api/client-go"
)

// One thing that a client would stumble over, and where in this program.
type fault struct {
	Section string `json:"section"`
	At      string `json:"at"`
	Status  int    `json:"status,omitempty"`
	Said    string `json:"said"`
}

var (
	faults   = []fault{}
	sections = []string{}
	calls    int
	current  string
)

var (
	yes = gl.Ptr(true)
	no  = gl.Ptr(false)
)

func text(value string) *string { return &value }

func number(value int64) *int64 { return &value }

// Runs a section to its end, whatever happens in it.
func attempt(name string, body func()) {
	current = name
	sections = append(sections, name)
	defer func() {
		if broken := recover(); broken != nil {
			place := "?"
			for _, line := range strings.Split(string(debug.Stack()), "\n") {
				if strings.Contains(line, "/go/") && !strings.Contains(line, "check.go") && !strings.Contains(line, "/src/runtime/") && strings.HasPrefix(line, "\t") {
					place = filepath.Base(strings.Fields(line)[0])
					break
				}
			}
			faults = append(faults, fault{Section: name, At: place, Said: fmt.Sprint("stopped: ", broken)})
		}
	}()
	body()
}

func note(status int, said string) {
	place := "?"
	for skip := 2; ; skip++ {
		_, file, line, ok := runtime.Caller(skip)
		if !ok || filepath.Base(file) != "check.go" {
			place = fmt.Sprintf("%s:%d", filepath.Base(file), line)
			break
		}
	}
	faults = append(faults, fault{current, place, status, said})
}

func failed(response *gl.Response, err error) bool {
	calls++
	if err == nil {
		return false
	}
	status := 0
	if response != nil {
		status = response.StatusCode
	}
	note(status, err.Error())
	return true
}

// The value that a call answers.
func got[T any](value T, response *gl.Response, err error) T {
	failed(response, err)
	return value
}

// Calls whose answer nobody needs.
func done1[T any](_ T, response *gl.Response, err error) { failed(response, err) }
func done(response *gl.Response, err error)              { failed(response, err) }
func worked(err error)                                   { failed(nil, err) }

// A call that servers refuse with this status.
func refused[T any](status int) func(T, *gl.Response, error) {
	return func(_ T, response *gl.Response, err error) {
		calls++
		switch {
		case response == nil:
			note(0, fmt.Sprint(err))
		case response.StatusCode != status:
			note(response.StatusCode, fmt.Sprintf("not refused with %d: %v", status, err))
		}
	}
}

func same[T any](what string, is, should T) {
	if !reflect.DeepEqual(is, should) {
		note(0, fmt.Sprintf("%s is %v, not %v", what, is, should))
	}
}

func holds(what string, is bool) {
	if !is {
		note(0, what)
	}
}

// What was sent is what came back, wherever both have a field of one name and one type. Names of fields that are settled otherwise are left out.
func kept(sent, reply any, except ...string) {
	replied := map[string]reflect.Value{}
	fields(reply, "json", replied)
	wanted := map[string]reflect.Value{}
	fields(sent, "url", wanted)
	for name, want := range wanted {
		is, known := replied[name]
		if !known || !want.IsValid() || strings.Contains(" "+strings.Join(except, " ")+" ", " "+name+" ") {
			continue
		}
		if !is.IsValid() {
			note(0, fmt.Sprintf("%s was sent as %v and is null", name, want))
		} else if is.Type().ConvertibleTo(want.Type()) && is.Kind() == want.Kind() && !pointers(is) && !reflect.DeepEqual(is.Convert(want.Type()).Interface(), want.Interface()) {
			note(0, fmt.Sprintf("%s was sent as %v and is %v", name, want, is))
		}
	}
}

// Lists of things are compared by those who know what stands in them.
func pointers(value reflect.Value) bool {
	return value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Pointer
}

func fields(of any, tag string, into map[string]reflect.Value) {
	value := reflect.Indirect(reflect.ValueOf(of))
	if value.Kind() != reflect.Struct {
		return
	}
	for i := range value.NumField() {
		name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get(tag), ",")
		field := value.Field(i)
		if name == "" || name == "-" || (tag == "url" && field.IsZero()) {
			continue
		}
		into[name] = reflect.Indirect(field)
	}
}

// Sets each flag of the options that is not set yet.
func flags[T any](options *T, to bool, except ...string) *T {
	value := reflect.ValueOf(options).Elem()
	for i := range value.NumField() {
		name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("url"), ",")
		if field := value.Field(i); field.Type() == reflect.TypeOf(yes) && field.IsNil() && !strings.Contains(" "+strings.Join(except, " ")+" ", " "+name+" ") {
			field.Set(reflect.ValueOf(&to))
		}
	}
	return options
}

// Sets each access level of the options that is not set yet.
func levels[T any](options *T, to gl.AccessControlValue, except ...string) *T {
	value := reflect.ValueOf(options).Elem()
	for i := range value.NumField() {
		name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("url"), ",")
		if field := value.Field(i); field.Type() == reflect.TypeOf(&to) && field.IsNil() && strings.HasSuffix(name, "_access_level") && !strings.Contains(" "+strings.Join(except, " ")+" ", " "+name+" ") {
			field.Set(reflect.ValueOf(&to))
		}
	}
	return options
}

// The one of a list that has this.
func find[T any](list []T, is func(T) bool) T {
	for _, one := range list {
		if is(one) {
			return one
		}
	}
	note(0, fmt.Sprintf("not among the %d of the list", len(list)))
	var none T
	return none
}

// Waits for what happens in the background: until a read answers this status.
func until(status int, read func() *gl.Response) {
	last := 0
	for range 80 {
		calls++
		if response := read(); response != nil {
			last = response.StatusCode
		}
		if last == status {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	note(last, fmt.Sprintf("it did not become %d", status))
}
