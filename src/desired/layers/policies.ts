import { append, compareTexts } from "../../core/collections.js";
import { type DiagnosticDetails, fault, type FileDiagnostic, formatOrigin, type Origin, warning } from "../../core/errors.js";
import { typeOf } from "../../core/fields.js";
import { isObject, type Json, placeholdersIn } from "../../core/json.js";
import { fieldsOf, type PlacedKind } from "../../core/kind.js";
import { globbedKinds } from "../../core/layer-schema.js";
import { boundWords, type LayerBody, type Policy, type Statement } from "../../core/layer.js";
import { didYouMean } from "../../core/names.js";
import { BodyMerge, setOnce } from "../bodies.js";
import { type Body, itemsOf, partsOf, type Piece, pieceOrigin } from "../body.js";
import { type LayerContext, absentBody, readLayerBody, withoutPlace } from "./layer-body.js";
import { readGlobs, readPatterns } from "./patterns.js";
import { fieldNamed } from "./words.js";

/** Reads all policies; what is wrong with one is told of, and that part of it left out. One of which nobody knows for what it is stands nowhere. */
export function readPolicies(policies: ReadonlyMap<string, readonly Piece[]>, context: LayerContext): Policy[] {
  const read = [...policies].flatMap(([name, pieces]) => new PolicyReader(name, pieces, policies, context).read() ?? []);
  for (const policy of read) checkOver(policy, read, context);
  return read.sort((a, b) => compareTexts(a.name, b.name));
}

/** One that comes after another is for the same kind: globs of two kinds never name one thing. */
function checkOver({ name, kind, over }: Policy, all: readonly Policy[], { diagnostics }: LayerContext): void {
  for (const other of over) {
    const policy = all.find((candidate) => candidate.name === other.name);
    if (!policy || policy.kind === kind) continue;
    const message = `${other.name} is for another kind of things (${policy.kind}) than this one (${kind})`;
    diagnostics.push(
      fault("policy.over", other.origin, message, { address: `policy ${name}`, attribute: "over", related: [policy.origin] }),
    );
  }
}

const spreadKeys = new Set(["set", "where", "initial"]);

class PolicyReader {
  private readonly address: string;
  /** What may stand in one place alone, by its key. */
  private readonly once = new Map<string, Piece>();
  /** What may be spread over files, each place of it. */
  private readonly spread = new Map<string, Piece[]>();
  private readonly origin: Origin | undefined;
  /** What is no mapping was told of when the file was checked. */
  private readonly isMapping: boolean;

  constructor(
    private readonly name: string,
    pieces: readonly Piece[],
    private readonly all: ReadonlyMap<string, readonly Piece[]>,
    private readonly context: LayerContext,
  ) {
    const { diagnostics } = context;
    this.address = `policy ${name}`;
    for (const [key, piece] of pieces.filter(({ value }) => isObject(value)).flatMap(partsOf)) {
      if (spreadKeys.has(key)) append(this.spread, key, piece);
      else setOnce(this.once, key, piece, key, diagnostics, this.address);
    }
    const [first] = pieces;
    this.origin = first && pieceOrigin(first);
    this.isMapping = pieces.every(({ value }) => isObject(value));
    checkName(name, first, this.address, diagnostics);
  }

  read(): Policy | undefined {
    const { name, origin, context } = this;
    const chosen = this.kind();
    if (!chosen || !origin) return undefined;
    const { kind, globs } = chosen;
    const { diagnostics, kinds } = context;
    const list = (key: string): readonly Piece[] => itemsOf(this.once.get(key));
    const patterns = (key: string) => readPatterns(list(key), kind, kinds, diagnostics, this.details(key));
    const policy: Policy = {
      name,
      origin,
      kind: kind.name,
      globs: readGlobs(itemsOf(globs), diagnostics, this.details(kind.file)),
      except: readGlobs(list("except"), diagnostics, this.details("except")),
      where: readWhere(this.bodiesOf(kind, "where"), this.address, context),
      over: this.over(list("over")),
      undeclared: this.once.get("undeclared")?.value === "include",
      rollout: this.rollout(),
      bodies: this.set(kind),
      enforce: patterns("enforce"),
      ignore: patterns("ignore"),
      initial: this.initial(kind),
    };
    if (!this.says("set") && !this.says("initial") && !this.says("ignore"))
      diagnostics.push(
        warning("policy.empty", origin, "it says nothing", { address: this.address, allowed: "set, initial or ignore" }),
      );
    return policy;
  }

  private says(key: string): boolean {
    return this.spread.has(key) || this.once.has(key);
  }

  /** What the globs name: that is the kind. */
  private kind(): { readonly kind: PlacedKind; readonly globs: Piece } | undefined {
    const all = globbedKinds(this.context.kinds);
    const given = all.flatMap((kind) => {
      const globs = this.once.get(kind.file);
      return globs ? [{ kind, globs }] : [];
    });
    const [first, second] = given;
    if (first && !second) return first;
    const allowed = "one policy for each kind of things";
    const names = all.map(({ file }) => file).join(", ");
    if (first && second) {
      const message = `exactly one of ${names} must be given: ${first.kind.file} stands at ${formatOrigin(pieceOrigin(first.globs))}`;
      const related = [pieceOrigin(first.globs)];
      this.report("policy.kind", pieceOrigin(second.globs), message, { attribute: second.kind.file, allowed, related });
    } else if (this.origin && this.isMapping) {
      const message = `exactly one of ${names} must be given, as a list of globs of full paths`;
      this.report("policy.kind", this.origin, message, {});
    }
    return undefined;
  }

  private over(items: readonly Piece[]): { readonly name: string; readonly origin: Origin }[] {
    return items.flatMap(({ value, source, pointer }) => {
      if (typeof value !== "string") return [];
      const origin = source.valueOrigin(pointer);
      if (this.all.has(value)) return [{ name: value, origin }];
      this.report("policy.unknown", origin, `there is no policy ${JSON.stringify(value)}`, {
        attribute: "over",
        ...suggestion(value, this.all),
      });
      return [];
    });
  }

  private rollout(): number {
    const piece = this.once.get("rollout");
    if (piece === undefined) return 100;
    const share = shareOf(piece.value);
    if (share !== undefined) return share;
    const { value } = piece;
    const percent = typeof value === "number" && value > 0 && value < 1 ? Number((value * 100).toPrecision(12)) : value;
    const isShare = typeof percent === "number" && percent >= 0 && percent <= 100;
    const allowed = isShare ? `write ${percent}%` : "0% to 100%";
    const origin = piece.source.valueOrigin(piece.pointer);
    this.report("policy.rollout", origin, "must be a share in percent, such as 10%", { attribute: "rollout", allowed });
    return 100;
  }

  private set(kind: PlacedKind): LayerBody[] {
    const { context } = this;
    return this.bodiesOf(kind, "set").map(
      (body) =>
        absentBody(body, context.diagnostics) ?? readLayerBody(withoutPlace(body, "a policy", context.diagnostics), context),
    );
  }

  private initial(kind: PlacedKind): Statement[] {
    const { context } = this;
    const [body, ...children] = this.bodiesOf(kind, "initial");
    const message = `initial is about the ${kind.title.toLowerCase()} itself, not about what hangs on it`;
    const details = { attribute: "initial", allowed: "attributes of its own" };
    for (const child of children) this.report("policy.initial", child.origin, message, details);
    return body ? [...readLayerBody(withoutPlace(body, "a policy", context.diagnostics), context, []).statements] : [];
  }

  /** The thing's own body first, then those of what hangs on it. */
  private bodiesOf(kind: PlacedKind, key: string): Body[] {
    const before = key === "set" ? "" : `${key} of `;
    return layerBodies(this.spread.get(key) ?? [], kind, before + this.address, this.context);
  }

  private details(attribute: string): DiagnosticDetails {
    return { address: this.address, attribute };
  }

  private report(rule: string, origin: Origin, message: string, details: DiagnosticDetails): void {
    this.context.diagnostics.push(fault(rule, origin, message, { address: this.address, ...details }));
  }
}

/** The bodies of a layer: its own first, then those of child resources. Each is called as the layer is, and by its place there. */
export function layerBodies(pieces: readonly Piece[], layerKind: PlacedKind, name: string, context: LayerContext): Body[] {
  const merge = new BodyMerge(context.kinds, context.diagnostics, (kind, _path, key) =>
    kind === layerKind ? name : `${name} ${kind.file}${key === undefined ? "" : `.${key}`}`,
  );
  // That one is no mapping was told when the file was checked.
  const mappings = pieces.filter(({ value }) => isObject(value) || value === null);
  for (const piece of mappings) merge.addBody(layerKind, undefined, piece, undefined);
  return [...merge.bodies.values()].sort(
    (a, b) => Number(a.parent !== undefined) - Number(b.parent !== undefined) || compareTexts(a.address, b.address),
  );
}

/** Tells of a name of a policy or preset that messages and options could not say. */
export function checkName(name: string, piece: Piece | undefined, address: string, diagnostics: FileDiagnostic[]): void {
  if (!piece || /^[^\p{C}\p{Z}:,${}]+(?: [^\p{C}\p{Z}:,${}]+)*$/u.test(name)) return;
  const message = `${JSON.stringify(name)} cannot be a name`;
  const allowed = "letters, digits and signs other than : , $ { }, and single spaces between them";
  diagnostics.push(fault("name", piece.source.keyOrigin(piece.pointer), message, { address, allowed }));
}

/** What a wrong name may have been. */
export function suggestion(name: string, all: ReadonlyMap<string, unknown>): DiagnosticDetails {
  const guess = didYouMean(name, [...all.keys()]);
  if (guess !== undefined) return { allowed: `did you mean ${guess}?` };
  const names = [...all.keys()].slice(0, 10);
  return names.length === 0 ? {} : { allowed: names.join(", ") };
}

function shareOf(value: Json): number | undefined {
  const [, digits] = typeof value === "string" ? (/^(\d{1,3}(?:\.\d{1,6})?) ?%$/.exec(value) ?? []) : [];
  const share = Number(digits);
  return digits !== undefined && share <= 100 ? share : undefined;
}

/** Reads the conditions of a policy: attributes of the thing itself that replies show, as values or with bounds. */
function readWhere([head, ...children]: readonly Body[], address: string, context: LayerContext): readonly Statement[] {
  const { diagnostics } = context;
  for (const child of children) {
    const details = { address, attribute: "where", allowed: "attributes of the thing itself" };
    diagnostics.push(fault("where.unreadable", child.origin, "what hangs on a thing cannot be asked for", details));
  }
  if (!head) return [];
  const attributes = new Map([...head.attributes].filter(([name, piece]) => isReadable(head, name, piece, diagnostics)));
  for (const [name, piece] of head.unchecked)
    unreadable(head, name, piece, "what no schema knows cannot be asked for", diagnostics);
  const body = withoutPlace({ ...head, attributes, unchecked: new Map() }, "a condition", diagnostics);
  const { statements } = readLayerBody(body, context, boundWords);
  for (const { path, origin, value } of statements) {
    if (placeholdersIn(value).length === 0) continue;
    const details = { address: head.address, attribute: path.join("."), allowed: "the value itself" };
    diagnostics.push(fault("secret.place", origin, "a condition cannot hold ${env:…} or ${file:…}", details));
  }
  return statements;
}

function isReadable(body: Body, name: string, piece: Piece, diagnostics: FileDiagnostic[]): boolean {
  const field = fieldNamed(fieldsOf(body.kind), name);
  if (!field || !(field.secret || field.unreadable || typeOf(field).isUploaded)) return true;
  const what = field.secret ? "a secret" : typeOf(field).isUploaded ? "a file" : "never shown";
  unreadable(body, name, piece, `${name} is ${what}, so it cannot be asked for`, diagnostics);
  return false;
}

function unreadable(body: Body, attribute: string, piece: Piece, message: string, diagnostics: FileDiagnostic[]): void {
  const details = { address: body.address, attribute, allowed: "attributes that replies show" };
  diagnostics.push(fault("where.unreadable", pieceOrigin(piece), message, details));
}
