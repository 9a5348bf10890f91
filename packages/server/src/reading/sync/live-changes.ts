/** What listeners are told of a stretch of the journal: which resources changed, and whether they are still shown. */
import { environmentTag } from '../../../../contract/src/cache-tags.ts';
import type { Model } from '../../model/content-types/model.ts';
import { joinedTags, tagsOfChange } from '../../model/spaces/cache-tags.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { ReadPlane } from '../delivery/view.ts';
import { type FollowedItem, isShown, readFollowedItems } from './store.ts';
import { stateOf } from './sync.ts';
import type { JournalPlace } from './sync-cursor.ts';

/** Items of the journal that are read at once. */
const ITEMS_AT_ONCE = 1_000;
/** Items that are read for one event, and resources that it names; with more of them, reading everything again is cheaper. */
const ITEMS_MAX = 50_000;
const NAMED_MAX = 5_000;

interface ChangedEntry {
  /** Number and `api_id` of its content type, as the journal has them. */
  readonly type: number | null;
  readonly typeKey: string | null;
  readonly isShown: boolean;
}

/** What changed, each once. */
export class LiveChanges {
  readonly entries = new Map<string, ChangedEntry>();
  readonly assets = new Map<string, boolean>();
  isModelChanged = false;
  /** Whether more has changed than is named. */
  isTooMany = false;
  /** The revision of the last change. */
  revision = 0;

  get isEmpty(): boolean {
    return this.entries.size === 0 && this.assets.size === 0 && !this.isModelChanged && !this.isTooMany;
  }

  add(item: FollowedItem, plane: ReadPlane): void {
    const { kind, key, revision } = item;
    this.revision = revision;
    if (kind === 'entry') {
      const { content_type: type, content_type_key: typeKey } = item;
      this.entries.set(key, { type, typeKey, isShown: isShown(item, stateOf(plane)) });
    } else if (kind === 'asset') this.assets.set(key, item.asset !== null);
    else if (kind === 'content_type' || kind === 'locale') this.isModelChanged = true;
    this.isTooMany ||= this.entries.size + this.assets.size > NAMED_MAX;
  }

  /** The data of the event. */
  data(model: Model): object {
    const { code } = model;
    const typeOf = ({ type, typeKey }: ChangedEntry) =>
      (type === null ? undefined : model.typeByNumber(type)?.apiId) ?? typeKey;
    return {
      revision: this.revision,
      entries: [...this.entries].map(([key, entry]) => [
        resourceId('entry', code, key),
        typeOf(entry),
        opOf(entry.isShown),
      ]),
      assets: [...this.assets].map(([key, isThere]) => [resourceId('asset', code, key), opOf(isThere)]),
      model: this.isModelChanged,
      tags: this.#tags(model, typeOf),
    };
  }

  /** What caches know responses by that any of it may have made stale. */
  #tags({ ownCode: code }: Model, typeOf: (entry: ChangedEntry) => string | null): readonly string[] {
    let tags: readonly string[] = this.isModelChanged ? [environmentTag(code)] : [];
    for (const [key, entry] of this.entries)
      tags = joinedTags(tags, tagsOfChange({ kind: 'entry', code, key, contentType: typeOf(entry) }));
    for (const key of this.assets.keys())
      tags = joinedTags(tags, tagsOfChange({ kind: 'asset', code, key, contentType: null }));
    return tags;
  }
}

/** A stretch of the journal of an environment, as a plane follows it. */
export interface Stretch {
  readonly environment: number;
  readonly plane: ReadPlane;
  readonly from: JournalPlace;
  /** The last revision of the stretch; undefined for the present. */
  readonly until?: number;
}

/** Reads a stretch. @returns the place of the last item that was read */
export async function addChanges(
  db: Reader,
  changes: LiveChanges,
  { environment, plane, from, until = Number.POSITIVE_INFINITY }: Stretch,
): Promise<JournalPlace> {
  const pace = new Pace();
  let place = from;
  for (let read = 0; !changes.isTooMany; read += ITEMS_AT_ONCE) {
    if (read >= ITEMS_MAX) changes.isTooMany = true;
    const { revision, ordinal } = place;
    const behind = { environment, revision, ordinal, limit: ITEMS_AT_ONCE };
    const items = await readFollowedItems(db, stateOf(plane), behind);
    for (const item of items) {
      if (item.revision > until) return place;
      if (plane === 'preview' || item.published === 1) changes.add(item, plane);
      place = item;
    }
    if (items.length < ITEMS_AT_ONCE) return place;
    await pace.restIfDue();
  }
  return place;
}

function opOf(isThere: boolean): 'put' | 'remove' {
  return isThere ? 'put' : 'remove';
}
