/**
 * Follows links breadth first to the requested depth. Each resource comes once, cycles end by themselves, what stands
 * in the items is not repeated, and what cannot be seen is left out. One fetch a level for entries and one for all
 * assets, however many there are.
 */

import type { ResponseSize } from '../../platform/http/response-size.ts';
import { type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import { lengthOf, type Piece } from './response-text.ts';
import type { Fragment } from './stored-fragment.ts';

/** Where linked resources are read from; all of it at one state of the content. */
export interface LinkTargets {
  /** The entries with those keys that can be seen, in this order; undefined where one moved while it was read. */
  entries(keys: readonly string[]): MaybePromise<readonly Fragment[] | undefined>;
  /** The JSON texts of the assets with those keys that there are, in this order. */
  assets(keys: readonly string[]): MaybePromise<readonly Piece[]>;
}

/** What links lead to. */
export interface Included {
  readonly entries: readonly Fragment[];
  readonly assets: readonly Piece[];
}

const NOTHING: Included = { entries: [], assets: [] };

/**
 * Resolves the links of items.
 * @param depth how many links deep
 * @returns undefined where an entry moved while it was read
 * @throws `validation_failed` where the response grows too large
 */
export function* resolveIncludes(
  items: readonly Fragment[],
  depth: number,
  { targets, size }: { targets: LinkTargets; size: ResponseSize },
): Steps<Included | undefined> {
  if (depth === 0) return NOTHING;
  const seen = new Set(items.map(({ key }) => key));
  const assetKeys = new Set<string>();
  const entries: Fragment[] = [];
  let level = items;
  for (let left = depth; left > 0 && level.length > 0; left--) {
    for (const { assetLinks } of level) for (const key of assetLinks) assetKeys.add(key);
    const keys = unseenLinks(level, seen);
    const found = keys.length === 0 ? [] : yield* settled(targets.entries(keys));
    if (found === undefined) return undefined;
    size.add(lengthOf(found));
    for (const fragment of found) entries.push(fragment);
    level = found;
  }
  const assets = assetKeys.size === 0 ? [] : yield* settled(targets.assets([...assetKeys]));
  size.add(lengthOf(assets));
  return { entries, assets };
}

function unseenLinks(level: readonly Fragment[], seen: Set<string>): string[] {
  const keys: string[] = [];
  for (const { entryLinks } of level) {
    for (const key of entryLinks) {
      if (seen.has(key)) continue;
      seen.add(key);
      keys.push(key);
    }
  }
  return keys;
}
