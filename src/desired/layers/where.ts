import { type FileDiagnostic, fault } from "../../core/errors.js";
import { typeOf } from "../../core/fields.js";
import { type Value, placeholdersIn } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import { type Statement, boundWords } from "../../core/layer.js";
import { type Body, type Piece, pieceOrigin } from "../body.js";
import { type LayerContext, readLayerBody } from "./layer-body.js";
import { withoutPlace } from "./places.js";
import { fieldNamed } from "./words.js";

/** Reads the conditions of a policy: attributes of the thing itself that replies show, as values or with bounds. */
export function readWhere([own, ...children]: readonly Body[], address: string, context: LayerContext): readonly Statement[] {
  const { diagnostics } = context;
  for (const child of children) {
    const details = { address, attribute: "where", allowed: "attributes of the thing itself" };
    diagnostics.push(fault("where.unreadable", child.origin, "what hangs on a thing cannot be asked for", details));
  }
  if (!own) return [];
  const attributes = new Map([...own.attributes].filter(([name, piece]) => isReadable(own, name, piece, diagnostics)));
  for (const [name, piece] of own.unchecked)
    unreadable(own, name, piece, "what no schema knows cannot be asked for", diagnostics);
  const body = withoutPlace({ ...own, attributes, unchecked: new Map() }, "a condition", diagnostics);
  const { statements } = readLayerBody(body, context, boundWords);
  for (const { path, origin, value } of statements) {
    if (!holdsReference(value)) continue;
    const details = { address: own.address, attribute: path.join("."), allowed: "the value itself" };
    diagnostics.push(fault("secret.place", origin, "a condition cannot hold ${env:…} or ${file:…}", details));
  }
  return statements;
}

function isReadable(body: Body, name: string, piece: Piece, diagnostics: FileDiagnostic[]): boolean {
  const field = fieldNamed(fieldsOf(body.kind), name);
  if (!field || !(field.secret || field.unreadable || typeOf(field).isUploaded)) return true;
  unreadable(
    body,
    name,
    piece,
    `${name} is ${field.secret ? "a secret" : typeOf(field).isUploaded ? "a file" : "never shown"}, so it cannot be asked for`,
    diagnostics,
  );
  return false;
}

function unreadable(body: Body, attribute: string, piece: Piece, message: string, diagnostics: FileDiagnostic[]): void {
  const details = { address: body.address, attribute, allowed: "attributes that replies show" };
  diagnostics.push(fault("where.unreadable", pieceOrigin(piece), message, details));
}

function holdsReference(value: Value): boolean {
  return placeholdersIn(value).length > 0;
}
