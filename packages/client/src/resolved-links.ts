/**
 * Puts what links lead to in their place, along the paths that were asked for and no others, so that a result is a finite tree. Whether
 * a value is a link is known by its path: values of fields that nobody asked for stay as they came.
 */

/** The links to resolve, by field. `true` is a tree of none, and is read as one. */
export interface LinkTree {
  [field: string]: true | LinkTree;
}

/** An entry, an asset or a component as it comes. */
export interface Resource {
  id?: string;
  content_type?: string;
  fields?: Record<string, unknown>;
}

/** What a response brings along: entries and assets. */
export type Included = Record<string, Resource[]>;

type Targets = ReadonlyMap<unknown, Resource>;

/** Whatever a response has, to be found by id. */
export function targetsOf(items: Resource[], included: Included = {}): Targets {
  return new Map([...items, ...Object.values(included).flat()].map((one) => [one.id, one]));
}

/** A copy of an entry, or of a component, with the links of the tree resolved. */
export function resolved<T extends Resource>(holder: T, tree: LinkTree, targets: Targets): T {
  const fields = { ...holder.fields };
  const links: Record<string, unknown> = {};
  for (const [name, below] of Object.entries(tree)) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined) continue;
    fields[name] = follow(value, below as LinkTree, targets);
    if (leadsOn(value)) links[name] = value;
  }
  return { ...holder, fields, links };
}

/** Whether a value, or the first in a list or in a map by locale, has links itself: a component has them inside. */
function leadsOn(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'fields' in value) return false;
  return 'type' in value || leadsOn(Object.values(value)[0]);
}

/** A value as it stands in a result: what cannot be seen is null, and left out of lists. */
function follow(value: unknown, below: LinkTree, targets: Targets): unknown {
  // A path may name links of one type and plain values of another one.
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => follow(item, below, targets)).filter((item) => item !== null);
  const { type, id, fields } = value as Resource & { type?: unknown };
  if (fields) return resolved(value, below, targets);
  if (type === 'doc') return followText(value, below, targets);
  if (type) return target(id, below, targets);
  // A map by locale.
  return mapped(value, (one) => follow(one, below, targets));
}

function target(id: unknown, below: LinkTree, targets: Targets): Resource | null {
  const found = targets.get(id);
  return found?.content_type ? resolved(found, below, targets) : (found ?? null);
}

/** Rich text, in which links stand as attributes of nodes and marks. */
function followText(node: unknown, below: LinkTree, targets: Targets): unknown {
  if (Array.isArray(node)) return node.map((one) => followText(one, below, targets));
  if (typeof node !== 'object' || node === null) return node;
  const { type, id } = node as Resource & { type?: unknown };
  return (type === 'entry' || type === 'asset') && id
    ? target(id, below, targets)
    : mapped(node, (one) => followText(one, below, targets));
}

function mapped(values: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
