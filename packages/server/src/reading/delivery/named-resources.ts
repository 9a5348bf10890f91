/**
 * The resources that a response shows or looked for in vain, while they are few enough for caches to know it by each of them, and
 * what may come to be on it beside them. Links and filters by id name what is missing, so it need not be found in a content type.
 */
import { RESOURCES_NAMED_MAX } from '../../../../contract/src/cache-tags.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { EntryQuery, Predicate } from '../query/query.ts';

type Kind = 'entry' | 'asset';

/** What may come to be on a list: entries of a content type, by its number, any entry, or any asset; null for nothing else. */
export type ListScope = number | 'entries' | 'assets' | null;

/** The names of what a response shows. */
export interface Names {
  readonly ids: readonly string[];
  /** Kinds of which some that are missing had to be left out. */
  readonly incomplete: ReadonlySet<Kind>;
}

export class NamedResources {
  scope: ListScope = null;
  /** Whether any asset may decide what is on the list. */
  restsOnAllAssets = false;
  readonly #found: [Kind, string][] = [];
  readonly #missing: [Kind, string][] = [];
  readonly #incomplete = new Set<Kind>();
  #shown = 0;

  /** Counts what is shown. @returns whether so few are to be named, by `add` */
  takes(count: number): boolean {
    this.#shown += count;
    return this.#shown <= RESOURCES_NAMED_MAX;
  }

  /** Names what `takes` took. @param sought keys of all that was looked for, found or not */
  add(kind: Kind, found: readonly string[], sought: readonly string[] = found): void {
    for (const key of found) this.#found.push([kind, key]);
    if (sought.length <= found.length) return;
    const there = new Set(found);
    for (const key of new Set(sought)) {
      if (there.has(key)) continue;
      if (this.#missing.length < RESOURCES_NAMED_MAX) this.#missing.push([kind, key]);
      else this.#incomplete.add(kind);
    }
  }

  /** The public ids with a code; null where there are too many. */
  names(code: string): Names | null {
    if (this.#shown > RESOURCES_NAMED_MAX) return null;
    const room = RESOURCES_NAMED_MAX - this.#found.length;
    const left = this.#missing.slice(room).map(([kind]) => kind);
    const named = [...this.#found, ...this.#missing.slice(0, room)];
    return {
      ids: named.map(([kind, key]) => resourceId(kind, code, key)),
      incomplete: new Set([...this.#incomplete, ...left]),
    };
  }
}

/** What may come to be on a list of entries. @param found how many are on the page */
export function scopeOf({ contentType, predicates, search }: EntryQuery, found: number, model: Model): ListScope {
  if (search !== undefined || predicates.some(({ kind }) => kind === 'through' || kind === 'sees')) return 'entries';
  if (keysOf(predicates) !== undefined) return null;
  if (contentType === null) return 'entries';
  const type = model.typeByNumber(contentType);
  // No other entry of its type can get a slug before the one on the page gives it up.
  const isHeld = found > 0 && type !== undefined && predicates.some((predicate) => isSlugOf(type, predicate));
  return isHeld ? null : contentType;
}

/** Keys of the entries that a list is restricted to; undefined where it is not. */
export function keysOf(predicates: readonly Predicate[]): readonly string[] | undefined {
  return predicates.find((predicate) => predicate.kind === 'keys')?.keys;
}

function isSlugOf({ number, slugField }: ContentType, predicate: Predicate): boolean {
  if (predicate.kind !== 'field') return false;
  const condition = predicate.byType.get(number);
  if (condition?.operator !== 'eq' || condition.attribute.kind !== 'field') return false;
  return condition.attribute.field === slugField;
}
