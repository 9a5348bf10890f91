/**
 * What a request asks for, by the model of its environment: a list or one resource, of entries or of assets. Its query string
 * is read once for as long as that model holds.
 */
import type { Model } from '../../model/content-types/model.ts';
import { keyWithin, resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { LargeResponse } from '../../platform/http/large-responses.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import { after, type MaybePromise } from '../../platform/kit/steps.ts';
import { seesAssets } from '../query/matching.ts';
import type { OverlaySource } from '../query/overlay-source.ts';
import { readAssetList } from '../query-string/asset-list.ts';
import { readEntryList } from '../query-string/entry-list.ts';
import { readSingleAsset, readSingleEntry } from '../query-string/single.ts';
import type { AssetReading } from './asset-reading.ts';
import type { EntryReading } from './entry-reading.ts';
import type { Attempted } from './one-state.ts';
import type { Past, PastOfAssets } from './past.ts';
import { QueryCache } from './query-cache.ts';
import { type ReadPlane, viewOf } from './view.ts';

/** The requested resource, by id or key, or a list where that is null. */
export interface Resource {
  readonly kind: 'entries' | 'assets';
  readonly idOrKey: string | null;
}

/** The model that it is asked with, and where. */
interface At {
  readonly model: Model;
  readonly plane: ReadPlane;
}

/** How an attempt to read it goes. */
export interface AttemptPlace {
  readonly head: Head;
  /** A snapshot; undefined while responses come from memory. */
  readonly within: Reader | undefined;
  readonly large: LargeResponse;
  /** What lies over the environment. */
  readonly source: OverlaySource | undefined;
  /** The past that is read. */
  readonly past: Past | undefined;
}

/** A body, and where the next page starts; null on the last page and for one resource. Null for what is not there. */
export type Read = { readonly body: Buffer; readonly next: PagePosition | null } | null;

export interface Question {
  /** Everything that decides the response but the environment, the plane and the content. */
  readonly path: string;
  /** Id of the one resource that is asked for; null for a list. */
  readonly own: string | null;
  /** What cursors of the list are bound to. */
  readonly cursorScope: string;
  /** Whether it can be read of the past without a snapshot. */
  readonly isReadThenFromMemory: boolean;
  /** Reads what is asked for, with this model or a newer one. */
  read(model: Model, place: AttemptPlace): MaybePromise<Attempted<Read>>;
}

export interface QuestionParts {
  readonly entries: EntryReading;
  readonly assets: AssetReading;
}

export class Questions {
  readonly #parts: QuestionParts;
  readonly #entryLists = new QueryCache(readEntryList);
  readonly #singleEntries = new QueryCache(readSingleEntry);

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  /**
   * @param search what stands behind `?` in the URL
   * @throws `validation_failed`, and `not_found` where an id can be none of the environment
   */
  of({ kind, idOrKey }: Resource, search: string, at: At): Question {
    if (kind === 'entries') return idOrKey === null ? this.#entryList(search, at) : this.#entry(idOrKey, search, at);
    return idOrKey === null ? this.#assetList(search, at) : this.#asset(idOrKey, search, at);
  }

  /** How the list of entries with that query string was found last. */
  planOf(search: string, { model, plane }: At): QueryPlan | undefined {
    return this.#parts.entries.planOf(this.#entryLists.read(search, model, plane), model);
  }

  #entryList(search: string, { model: first, plane }: At): Question {
    const known = this.#entryLists.read(search, first, plane);
    return {
      path: `entries ${known.canonical}`,
      own: null,
      cursorScope: known.cursorScope,
      isReadThenFromMemory: !known.entries.predicates.some(seesAssets),
      read: (model, place) => {
        const query = model === first ? known : readEntryList(search, model, plane);
        const { locale, selection, aliases, withMeta } = query;
        const withPlaces = query.branches !== null;
        const view = viewOf({ model, plane, locale, selection, aliases, withMeta, withPlaces });
        return this.#parts.entries.list(query, { view, ...place, assetsThen: place.past?.assets });
      },
    };
  }

  #entry(idOrKey: string, search: string, { model: first, plane }: At): Question {
    const known = this.#singleEntries.read(search, first, plane);
    const key = keyOf('entry', idOrKey, first);
    return {
      path: `entry ${key} ${known.canonical}`,
      own: resourceId('entry', first.ownCode, key),
      cursorScope: '',
      isReadThenFromMemory: true,
      read: (model, place) => {
        const query = model === first ? known : readSingleEntry(search, model, plane);
        const { locale, selection, aliases, withMeta, include, branches } = query;
        const view = viewOf({ model, plane, locale, selection, aliases, withMeta, withPlaces: branches !== null });
        return after(
          this.#parts.entries.single({ key, include, branches }, { view, ...place, assetsThen: place.past?.assets }),
          oneBody,
        );
      },
    };
  }

  #assetList(search: string, { model: first }: At): Question {
    const known = readAssetList(search, first);
    return {
      path: `assets ${known.canonical}`,
      own: null,
      cursorScope: known.cursorScope,
      isReadThenFromMemory: false,
      read: async (model, place) => {
        const query = model === first ? known : readAssetList(search, model);
        const view = { model, locale: query.locale };
        const then = pastOfAssets(place);
        const { assets } = this.#parts;
        const shown =
          then === undefined ? await assets.list(query, view, place.within) : await assets.listThen(query, view, then);
        const { page, next } = shown.response;
        return { ...shown, response: { body: Buffer.from(JSON.stringify(page)), next } };
      },
    };
  }

  #asset(idOrKey: string, search: string, { model: first }: At): Question {
    const known = readSingleAsset(search, first);
    const key = keyOf('asset', idOrKey, first);
    return {
      path: `asset ${key} ${known.canonical}`,
      own: resourceId('asset', first.ownCode, key),
      cursorScope: '',
      isReadThenFromMemory: false,
      read: async (model, place) => {
        const { locale } = model === first ? known : readSingleAsset(search, model);
        const then = pastOfAssets(place);
        const { assets } = this.#parts;
        const view = { model, locale };
        if (then !== undefined) return oneBody(await assets.singleThen(key, view, then));
        return oneBody(await assets.single(key, view, place.within));
      },
    };
  }
}

/** @throws if no snapshot is given: lists of assets of then are made of several statements */
function pastOfAssets({ past, within }: AttemptPlace): PastOfAssets | undefined {
  if (past === undefined) return undefined;
  if (within === undefined) throw new Error('The assets of the past are read from snapshots.');
  return { ...past, within };
}

/** @throws `not_found` for what is no id or key of the environment */
function keyOf(kind: 'entry' | 'asset', idOrKey: string, { codes }: Model): string {
  const key = keyWithin(codes, kind, idOrKey);
  if (key === null) throw notFound(kind);
  return key;
}

function oneBody(shown: Attempted<Buffer | null>): Attempted<Read> {
  if (shown === undefined) return undefined;
  const { response } = shown;
  return { ...shown, response: response === null ? null : { body: response, next: null } };
}
