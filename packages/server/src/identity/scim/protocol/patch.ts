/**
 * PATCH (RFC 7644, section 3.5.2): applies operations to a copy of a resource, all or none. Deviations of real clients are
 * accepted too: operations in any case, paths as keys of a value without a path, `remove` with the values to remove.
 */
import { WorkPace } from '../../../platform/kit/pace.ts';
import { type Attribute, type Complex, isComplex, isUnassigned, type ResourceType } from './attribute.ts';
import { findAttribute, findSubAttribute } from './attribute-path.ts';
import { compileValueFilter, type Match } from './filter.ts';
import { type Filter, type PatchPath, parsePatchPath } from './filter-syntax.ts';
import { isPrimary, readValue, requireAll, requireSchema } from './resource-values.ts';
import { badRequest } from './scim-error.ts';

export const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const OPERATIONS_MAX = 500;
/** Keys that clients may repeat but cannot change. */
const IGNORED_KEYS = new Set(['schemas', 'id', 'meta']);

type Verb = 'add' | 'replace' | 'remove';

/** One operation as it was sent. */
export interface Operation {
  readonly verb: Verb;
  readonly path: string | undefined;
  readonly value: unknown;
}

type Mutable = Record<string, unknown>;

/** The target of an operation: an attribute, optionally only its values that match a filter, optionally only a part of those. */
interface Target {
  readonly attribute: Attribute;
  /** The complex attributes on the way to it, from the resource down. */
  readonly above: readonly Attribute[];
  readonly selection: Selection | undefined;
  readonly part: Attribute | undefined;
}

interface Selection {
  readonly match: Match;
  readonly filter: Filter;
}

/** The operations of a request. @throws `invalidSyntax` */
export function readOperations(body: unknown): Operation[] {
  if (!isComplex(body)) throw badRequest('invalidSyntax', 'Send a JSON object.');
  requireSchema(body, PATCH_URN);
  const operations = member(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw badRequest('invalidSyntax', 'Send the list "Operations" with at least one operation.');
  if (operations.length > OPERATIONS_MAX)
    throw badRequest('tooMany', `Send at most ${OPERATIONS_MAX} operations in one request.`);
  return operations.map(readOperation);
}

/**
 * The resource with all operations applied; the given one is not changed. Yields to other work in between.
 * @throws `tooMany` if the operations take too long
 */
export async function patched(
  type: ResourceType,
  resource: Complex,
  operations: readonly Operation[],
): Promise<Complex> {
  const copy = structuredClone(resource) as Mutable;
  const pace = new WorkPace();
  for (const operation of operations) {
    apply(type, copy, operation);
    await pace.restIfDue();
    if (pace.isSpent()) throw badRequest('tooMany', 'The operations take too long; send them in several requests.');
  }
  requireAll(type.schema.attributes, copy);
  return copy;
}

function readOperation(given: unknown): Operation {
  if (!isComplex(given)) throw badRequest('invalidSyntax', 'Each operation has to be an object.');
  const verb = String(member(given, 'op')).toLowerCase();
  const path = member(given, 'path');
  const value = member(given, 'value');
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
    throw badRequest('invalidSyntax', 'The "op" of each operation has to be add, replace or remove.');
  if (path !== undefined && typeof path !== 'string') throw badRequest('invalidPath', '"path" has to be a text.');
  if (verb === 'remove' && path === undefined) throw badRequest('noTarget', 'An operation "remove" needs a path.');
  if (verb === 'add' && value === undefined) throw badRequest('invalidValue', 'An operation "add" needs a value.');
  return { verb, path, value };
}

/** The value of a key, ignoring case. */
function member(object: Complex, name: string): unknown {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : object[key];
}

function apply(type: ResourceType, resource: Mutable, { verb, path, value }: Operation): void {
  if (path !== undefined) {
    applyAt(type, resource, verb, parsePatchPath(path), value);
    return;
  }
  if (!isComplex(value)) throw badRequest('invalidValue', 'An operation without a path needs an object as its value.');
  for (const [key, part] of Object.entries(value)) {
    if (IGNORED_KEYS.has(key.toLowerCase())) continue;
    applyAt(type, resource, verb, parsePatchPath(key), part);
  }
}

function applyAt(type: ResourceType, resource: Mutable, verb: Verb, path: PatchPath, value: unknown): void {
  const target = findTarget(type, path);
  requireWritable(target);
  if (target.attribute.returned === 'never') return;
  const holder = holderOf(resource, target, verb);
  if (holder === undefined) return;
  if (target.selection !== undefined) selected(holder, target, target.selection, verb, value);
  else if (target.part !== undefined) everyValue(holder, target, target.part, verb, value);
  else whole(holder, target.attribute, verb, value);
}

function findTarget(type: ResourceType, path: PatchPath): Target {
  const steps = findAttribute(type, path.attribute);
  if (steps === undefined) throw badRequest('invalidPath', `There is no attribute "${path.attribute.slice(0, 200)}".`);
  const plural = steps.findIndex(({ multiValued }) => multiValued);
  const at = plural === -1 ? steps.length - 1 : plural;
  const attribute = steps[at] as Attribute;
  const above = steps.slice(0, at);
  if (path.filter === undefined) return { attribute, above, selection: undefined, part: steps[at + 1] };
  if (!attribute.multiValued || at !== steps.length - 1)
    throw badRequest('invalidPath', `"${path.attribute}" has one value; leave out the filter in brackets.`);
  const selection = { match: compileValueFilter(path.filter, attribute), filter: path.filter };
  return { attribute, above, selection, part: partOf(attribute, path.subAttribute) };
}

function partOf(attribute: Attribute, name: string | undefined): Attribute | undefined {
  if (name === undefined) return undefined;
  const [part] = findSubAttribute(attribute, name) ?? [];
  if (part === undefined) throw badRequest('invalidPath', `"${attribute.name}" has no sub-attribute "${name}".`);
  return part;
}

function requireWritable({ attribute, above, part }: Target): void {
  const fixed = [...above, attribute, part].find((one) => one?.mutability === 'readOnly');
  if (fixed === undefined) return;
  throw badRequest('mutability', `"${fixed.name}" cannot be changed; leave it out.`);
}

/** The object that has the attribute; undefined if there is nothing to remove it from. */
function holderOf(resource: Mutable, { above }: Target, verb: Verb): Mutable | undefined {
  let holder = resource;
  for (const { name } of above) {
    if (!isComplex(holder[name])) {
      if (verb === 'remove') return undefined;
      holder[name] = {};
    }
    holder = holder[name] as Mutable;
  }
  return holder;
}

/** Applies an operation to the attribute itself. */
function whole(holder: Mutable, attribute: Attribute, verb: Verb, value: unknown): void {
  const current = holder[attribute.name];
  if (verb === 'remove') {
    requireRemovable(attribute);
    const isPartial = attribute.multiValued && !isUnassigned(value);
    assign(holder, attribute.name, isPartial ? without(current, attribute, value) : undefined);
    return;
  }
  const next = readValue(attribute, value);
  if (attribute.multiValued) assign(holder, attribute.name, verb === 'add' ? joined(current, next) : next);
  else assign(holder, attribute.name, isComplex(next) && isComplex(current) ? { ...current, ...next } : next);
}

/** Applies an operation to a part of each value, such as `emails.display`. */
function everyValue(holder: Mutable, target: Target, part: Attribute, verb: Verb, value: unknown): void {
  const { attribute } = target;
  const values = listOf(holder[attribute.name]);
  if (values.length === 0 && verb === 'add') values.push({});
  if (values.length === 0 && verb === 'replace') throw noTarget(attribute);
  for (const one of values) setPart(one, part, verb, value);
  assign(holder, attribute.name, checked(attribute, values, undefined));
}

/** Applies an operation to the values that match the filter in brackets. */
function selected(holder: Mutable, target: Target, { match, filter }: Selection, verb: Verb, value: unknown): void {
  const { attribute, part } = target;
  const values = listOf(holder[attribute.name]);
  const matching = values.filter(match);
  if (verb === 'remove' && part === undefined) {
    const gone = new Set(matching);
    const rest = values.filter((one) => !gone.has(one));
    assign(holder, attribute.name, rest);
    return;
  }
  if (matching.length === 0) {
    if (verb === 'remove') return;
    if (verb === 'replace') throw noTarget(attribute);
    const added = wantedBy(filter);
    values.push(added);
    matching.push(added);
  }
  for (const one of matching) {
    if (part !== undefined) setPart(one, part, verb, value);
    else replaceContent(one, readValue({ ...attribute, multiValued: false }, value), verb);
  }
  assign(holder, attribute.name, checked(attribute, values, matching.find(isPrimary)));
}

function setPart(holder: Mutable, part: Attribute, verb: Verb, value: unknown): void {
  if (verb === 'remove') requireRemovable(part);
  assign(holder, part.name, verb === 'remove' ? undefined : readValue(part, value));
}

function replaceContent(holder: Mutable, content: unknown, verb: Verb): void {
  if (verb === 'replace') for (const name of Object.keys(holder)) delete holder[name];
  Object.assign(holder, content);
}

/** The value that the filter of an `add` describes, such as `{type: "work"}`. */
function wantedBy(filter: Filter): Mutable {
  if (filter.kind === 'and') return Object.assign({}, ...filter.filters.map(wantedBy)) as Mutable;
  if (filter.kind === 'compare' && filter.operator === 'eq') return { [filter.path]: filter.literal };
  throw badRequest('noTarget', 'No value matches the filter in the path; add one first.');
}

/** Adds the values that are missing. A new primary value makes the others secondary. */
function joined(current: unknown, added: unknown): unknown[] {
  const [values, news] = [listOf(current), listOf(added)];
  const known = new Set(values.map(keyOf));
  const fresh = news.filter((one) => !known.has(keyOf(one)));
  return withOnePrimary([...values, ...fresh], fresh.find(isPrimary));
}

/** The values except the named ones, which are compared by their `value` if they have one, else as wholes. */
function without(current: unknown, attribute: Attribute, named: unknown): unknown[] {
  const gone = new Set(listOf(readValue(attribute, named)).map(keyOf));
  return listOf(current).filter((one) => !gone.has(keyOf(one)));
}

/** Two values are the same if they have the same `value` and `type`. */
function keyOf(value: unknown): string {
  if (!isComplex(value) || value.value === undefined) return JSON.stringify(value);
  return `${value.value} ${value.type ?? ''}`;
}

function checked(attribute: Attribute, values: readonly Mutable[], primary: unknown): unknown {
  return readValue(attribute, withOnePrimary(values, primary));
}

function withOnePrimary(values: readonly unknown[], primary: unknown): unknown[] {
  if (primary === undefined) return [...values];
  return values.map((one) => (isPrimary(one) && one !== primary ? { ...(one as Mutable), primary: false } : one));
}

function listOf(value: unknown): Mutable[] {
  return isUnassigned(value) ? [] : ([value].flat() as Mutable[]);
}

function assign(holder: Mutable, name: string, value: unknown): void {
  if (isUnassigned(value)) delete holder[name];
  else holder[name] = value;
}

function requireRemovable(attribute: Attribute): void {
  if (attribute.required) throw badRequest('mutability', `"${attribute.name}" is required; replace it instead.`);
}

function noTarget({ name }: Attribute): Error {
  return badRequest('noTarget', `No value of "${name}" matches the path; add it first.`);
}
