/**
 * What shared caches may know an answer of a copy by: the same tags as the service gives (`Cache-Tag`), so that one event takes back
 * what it made stale, wherever it was read.
 */
import {
  assetsTag,
  codesInTags,
  mixedTag,
  RESOURCES_NAMED_MAX,
  TYPES_NAMED_MAX,
  typeTag,
} from '../../../contract/src/cache-tags.ts';
import { resourceId } from '../../../contract/src/keys.ts';

/** What an answer shows, and what it looked for in vain. */
export interface TaggedAnswer {
  /** The tags of the space, and of the environment by each of its names. */
  readonly place: readonly string[];
  /** `entry:<key>` or `asset:<key>`. */
  readonly found: readonly string[];
  readonly missing: readonly string[];
  /** The one that was asked for, if it is no list. */
  readonly own: string | null;
  /** What may come to be on it: entries of a content type, any entry, any asset, or nothing else. */
  readonly scope: { readonly type: string } | 'entries' | 'assets' | null;
  readonly restsOnAllAssets: boolean;
  /** The content types that it was read from. */
  readonly types: readonly string[];
}

export function tagsOf(answer: TaggedAnswer): string[] {
  const { place, found, missing, own, scope, types, restsOnAllAssets } = answer;
  const [code = ''] = codesInTags(place);
  const id = (link: string) => resourceId(link.startsWith('asset:') ? 'asset' : 'entry', code, link.slice(6));
  const [assets, mixed] = [assetsTag(code), mixedTag(code)];
  const typeTags = (some: readonly string[]) => some.map((type) => typeTag(code, type));
  const misses = (kind: string, some: readonly string[]) => some.some((link) => link.startsWith(kind));
  if (found.length > RESOURCES_NAMED_MAX) {
    const isMixed = scope === 'entries' || misses('entry:', missing) || types.length > TYPES_NAMED_MAX;
    const onAssets = scope === 'assets' || restsOnAllAssets || misses('asset:', [...found, ...missing]);
    const ofEntries = scope === 'assets' ? [] : isMixed ? [mixed] : typeTags(types);
    return [...place, ...(own === null ? [] : [id(own)]), ...(onAssets ? [assets] : []), ...ofEntries];
  }
  const left = missing.slice(RESOURCES_NAMED_MAX - found.length);
  const named = [...found, ...missing.slice(0, RESOURCES_NAMED_MAX - found.length)].map(id);
  const tags = [...place, ...named];
  if (misses('entry:', left) || scope === 'entries') tags.push(mixed);
  else if (scope === 'assets') tags.push(assets);
  else if (scope !== null) tags.push(...typeTags([scope.type]));
  if (scope !== 'assets' && (misses('asset:', left) || restsOnAllAssets)) tags.push(assets);
  return tags;
}
