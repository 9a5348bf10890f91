/**
 * Public ids of entries, assets and content types: `ent_<code>_<key>`. The code of six characters belongs to an
 * environment's name and is unique in the installation, so the id alone tells space, environment and resource.
 */

/** What can stand behind an environment's code. */
export type ResourceKind = 'entry' | 'asset' | 'content_type';

const PREFIXES = { entry: 'ent', asset: 'ast', content_type: 'ctp' } as const;
const KINDS: Readonly<Record<string, ResourceKind>> = { ent: 'entry', ast: 'asset', ctp: 'content_type' };
const ID_SHAPE = /^(ent|ast|ctp)_([a-z0-9]{6})_([A-Za-z0-9._-]{1,64})$/;
const KEY_SHAPE = /^[A-Za-z0-9._-]{1,64}$/;

/** Length of an environment's code. */
export const ENVIRONMENT_CODE_LENGTH = 6;

export interface ResourceId {
  readonly kind: ResourceKind;
  readonly code: string;
  readonly key: string;
}

/** The public id of the resource with that key in the environment whose name has that code. */
export function resourceId(kind: ResourceKind, code: string, key: string): string {
  return `${PREFIXES[kind]}_${code}_${key}`;
}

/** Takes a public id apart; null where the text is not of an id's shape. */
export function parseResourceId(text: string): ResourceId | null {
  const match = ID_SHAPE.exec(text);
  if (match === null) return null;
  const [, prefix = '', code = '', key = ''] = match;
  const kind = KINDS[prefix];
  return kind === undefined ? null : { kind, code, key };
}

/** Whether a text can be the key of an entry or asset: the characters of a key, no path segment, not of an id's shape. */
export function isKey(text: string): boolean {
  return KEY_SHAPE.test(text) && text !== '.' && text !== '..' && !ID_SHAPE.test(text);
}

/**
 * The key that an id or a key names inside one environment.
 * @returns null where the text is an id of another environment or of another kind, or can be neither
 */
export function keyWithin(code: string, kind: ResourceKind, text: string): string | null {
  const id = parseResourceId(text);
  if (id !== null) return id.kind === kind && id.code === code ? id.key : null;
  return isKey(text) ? text : null;
}
