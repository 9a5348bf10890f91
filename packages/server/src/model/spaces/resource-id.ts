/**
 * Public ids of entries, assets, content types and change sets: `ent_<code>_<key>`. The six-character code belongs to an environment's name and
 * is unique in the installation, so the id alone identifies space, environment and resource.
 */
import { ID_SHAPE, isKey } from '../../../../contract/src/keys.ts';

/** Kinds of resource that an id can name. */
export type ResourceKind = 'entry' | 'asset' | 'content_type' | 'change_set';

const PREFIXES = { entry: 'ent', asset: 'ast', content_type: 'ctp', change_set: 'chg' } as const;
const KINDS: Readonly<Record<string, ResourceKind>> = {
  ent: 'entry',
  ast: 'asset',
  ctp: 'content_type',
  chg: 'change_set',
};

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

/** Splits a public id into its parts; null if the text does not look like an id. */
export function parseResourceId(text: string): ResourceId | null {
  const match = ID_SHAPE.exec(text);
  if (match === null) return null;
  const [, prefix = '', code = '', key = ''] = match;
  const kind = KINDS[prefix];
  return kind === undefined ? null : { kind, code, key };
}

/** An environment's codes in public ids: one for each of its names. */
export interface EnvironmentCodes {
  /** The code of the name by which it was reached, its own or an alias: responses show ids with it. */
  readonly code: string;
  /** The code of its own name, which events and the audit show. */
  readonly ownCode: string;
  /** The codes of its own name and all aliases: ids with any of them are valid in it. */
  readonly codes: readonly string[];
}

/**
 * Resolves an id or key to the key of a resource inside one environment.
 * @param codes the environment's codes
 * @returns null if the text is an id of another environment or kind, or neither an id nor a key
 */
export function keyWithin(codes: readonly string[], kind: ResourceKind, text: string): string | null {
  const id = parseResourceId(text);
  if (id !== null) return id.kind === kind && codes.includes(id.code) ? id.key : null;
  return isKey(text) ? text : null;
}
