/**
 * The keys of entries, assets and content types, and public ids: `ent_<code>_<key>`. The six-character code belongs to an environment's
 * name and is unique in the installation, so the id alone identifies space, environment and resource.
 */

export const KEY_CHARACTERS_MAX = 64;

/** Kinds of resource that an id can name, and how their ids begin. */
const PREFIXES = { entry: 'ent', asset: 'ast', content_type: 'ctp', change_set: 'chg' } as const;
export type ResourceKind = keyof typeof PREFIXES;

const KINDS = new Map(Object.entries(PREFIXES).map(([kind, prefix]) => [prefix as string, kind as ResourceKind]));

/** Source of a regular expression for a public id: its kind, the code of its environment and its key. */
export const ID_PATTERN = `(${[...KINDS.keys()].join('|')})_([a-z0-9]{6})_([A-Za-z0-9._-]{1,64})`;
const ID_SHAPE = new RegExp(`^${ID_PATTERN}$`);
const KEY_SHAPE = /^[A-Za-z0-9._-]{1,64}$/;

/** A public id in its parts. */
export interface ResourceId {
  readonly kind: ResourceKind;
  readonly code: string;
  readonly key: string;
}

/** The public id of the resource with that key in the environment whose name has that code. */
export function resourceId(kind: ResourceKind, code: string, key: string): string {
  return `${PREFIXES[kind]}_${code}_${key}`;
}

/** Splits a public id into its parts; null if the text does not look like an id. */
export function parseResourceId(text: string): ResourceId | null {
  const [, prefix = '', code = '', key = ''] = ID_SHAPE.exec(text) ?? [];
  const kind = KINDS.get(prefix);
  return kind === undefined ? null : { kind, code, key };
}

/**
 * Resolves an id or key to the key of a resource inside one environment.
 * @param codes the environment's codes: of its own name and of all aliases
 * @returns null if the text is an id of another environment or kind, or neither an id nor a key
 */
export function keyWithin(codes: readonly string[], kind: ResourceKind, text: string): string | null {
  const id = parseResourceId(text);
  if (id !== null) return id.kind === kind && codes.includes(id.code) ? id.key : null;
  return isKey(text) ? text : null;
}

/** Whether a text is a valid key for an entry or asset: only key characters, not a path segment, and not a public id. */
export function isKey(text: string): boolean {
  return KEY_SHAPE.test(text) && text !== '.' && text !== '..' && !ID_SHAPE.test(text);
}
