/**
 * The format of exports, version 1: the files in a folder and their contents. The archive sent over HTTP is the tar of the same
 * folder. Everything is named by key; nothing depends on when or by whom the export was made.
 *
 *     export.json                                        format, version, environments, aliases, settings of the space
 *     locales.ndjson                                     one locale a line, by code
 *     environments/<name>/content-types.ndjson           one content type a line, components before what has them inside
 *     environments/<name>/assets.ndjson                  one asset a line, by key
 *     environments/<name>/entries/<api_id>.ndjson        one entry a line, by key
 *     files/<xx>/<sha256>                                the files of assets, each once
 *     webhooks.ndjson                                    one webhook a line, by name and URL
 *
 * Lines of content types, assets and entries have the format of the import route.
 */

import { isKey } from '../../../../contract/src/keys.ts';
import type { KindName } from '../../content/kinds/content-kind.ts';
import { isKindName } from '../../content/kinds/kinds.ts';
import { isEnvironmentName } from '../../model/spaces/environment.ts';

export const FORMAT_NAME = 'lectern-export';
export const FORMAT_VERSION = 1;

export const MANIFEST_PATH = 'export.json';
export const LOCALES_PATH = 'locales.ndjson';
export const WEBHOOKS_PATH = 'webhooks.ndjson';

/** Maximum bytes of one line: an entry with both its states, each of at most 1 MiB. */
export const LINE_BYTES_MAX = 4 * 1_048_576;
/** Maximum bytes of `export.json`. */
export const MANIFEST_BYTES_MAX = 1_048_576;

/** The file name of each kind that has one file per environment. */
const FILE_OF = { content_type: 'content-types.ndjson', asset: 'assets.ndjson' } as const;

const HASH_SHAPE = /^[0-9a-f]{64}$/;
const FOLDER_CHARACTERS = 2;

/** `export.json`. */
export interface Manifest {
  readonly format: typeof FORMAT_NAME;
  readonly version: typeof FORMAT_VERSION;
  /** Names of the environments, in order. */
  readonly environments: readonly string[];
  /** The environment that each alias points to, by name; absent if there are no aliases, and in the export of one environment. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The settings of the space; absent in the export of one environment. */
  readonly space?: SpaceSettings;
}

/** The settings of a space that an import applies. */
export interface SpaceSettings {
  readonly strip_metadata: boolean;
  readonly ai: 'on' | 'off';
}

/** A file of an export, identified by its path. */
export type Member =
  | { readonly kind: 'manifest' }
  | { readonly kind: 'file'; readonly hash: string }
  | { readonly kind: 'locale' | 'webhook'; readonly environment: null; readonly contentType: null }
  | RecordMember;

/** A file that contains content records. */
export type RecordMember =
  | { readonly kind: Exclude<KindName, 'entry'>; readonly environment: string; readonly contentType: null }
  | { readonly kind: 'entry'; readonly environment: string; readonly contentType: string };

export function isRecordMember(member: Member | undefined): member is RecordMember {
  return isKindName(member?.kind);
}

/** The path of the file with the records of a kind. @param contentType `api_id`, for entries */
export function recordsPath(kind: KindName, environment: string, contentType = ''): string {
  const folder = `environments/${environment}`;
  if (kind === 'entry') return `${folder}/entries/${contentType}.ndjson`;
  return `${folder}/${FILE_OF[kind]}`;
}

/** @param hash SHA-256 of the bytes, in hexadecimal */
export function filePath(hash: string): string {
  return `files/${hash.slice(0, FOLDER_CHARACTERS)}/${hash}`;
}

/** The file that a path identifies; undefined if the format has no such file. */
export function memberAt(path: string): Member | undefined {
  if (path === MANIFEST_PATH) return { kind: 'manifest' };
  if (path === LOCALES_PATH) return { kind: 'locale', environment: null, contentType: null };
  if (path === WEBHOOKS_PATH) return { kind: 'webhook', environment: null, contentType: null };
  const [root, first = '', second = '', third, ...more] = path.split('/');
  if (root === 'files') return third === undefined && isHash(second) ? fileAt(path, second) : undefined;
  if (root !== 'environments' || !isEnvironmentName(first) || more.length > 0) return undefined;
  if (third === undefined) return memberOfEnvironment(first, second);
  const contentType = withoutSuffix(third);
  if (second !== 'entries' || contentType === undefined || !isKey(contentType)) return undefined;
  return { kind: 'entry', environment: first, contentType };
}

/** Whether a text is a SHA-256 as written in exports. */
export function isHash(text: string): boolean {
  return HASH_SHAPE.test(text);
}

/** The order of the files in an archive: first those that describe the rest, then by path. */
export function comparePaths(one: string, other: string): number {
  if (one === other) return 0;
  if (one === MANIFEST_PATH) return -1;
  if (other === MANIFEST_PATH) return 1;
  return one < other ? -1 : 1;
}

function fileAt(path: string, hash: string): Member | undefined {
  return path === filePath(hash) ? { kind: 'file', hash } : undefined;
}

function memberOfEnvironment(environment: string, name: string): Member | undefined {
  for (const [kind, file] of Object.entries(FILE_OF))
    if (name === file) return { kind: kind as keyof typeof FILE_OF, environment, contentType: null };
  return undefined;
}

function withoutSuffix(name: string): string | undefined {
  return name.endsWith('.ndjson') ? name.slice(0, -'.ndjson'.length) : undefined;
}
