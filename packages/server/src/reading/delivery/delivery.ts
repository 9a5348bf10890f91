/**
 * What sites read: entries and assets of one environment, as its token sees them. Every response has a tag made from
 * what it rests on, so that a client that has it already gets a 304 before any content is read. Invariant: a response
 * is looked for only in what the token sees, and kept under nothing that another environment or plane can look up.
 */

import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import { keyWithin, resourceId } from '../../model/spaces/resource-id.ts';
import { seesEnvironment } from '../../model/spaces/space.ts';
import type { Contact } from '../../platform/database/contact.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import { hasAnyResponse, hasResponse } from '../../platform/http/conditional.ts';
import { writeCursor } from '../../platform/http/cursor.ts';
import type { LargeResponse, LargeResponses } from '../../platform/http/large-responses.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import { after, inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import { readAssetList } from '../query-string/asset-list.ts';
import { readEntryList } from '../query-string/entry-list.ts';
import { minRevisionOf, RevisionWait } from '../query-string/min-revision.ts';
import { readSingleAsset, readSingleEntry } from '../query-string/single.ts';
import type { AssetReading } from './asset-reading.ts';
import { cacheTags } from './cache-tags.ts';
import type { Encoded } from './compression.ts';
import { type AcceptedEncodings, type Encoding, encodingOfSize } from './encoding.ts';
import { entityTag, shownRevision, tagOfLater } from './entity-tag.ts';
import type { EntryReading } from './entry-reading.ts';
import type { OneState, OneStateParts, ReadingPlace } from './one-state.ts';
import { QueryCache } from './query-cache.ts';
import type { ReadingKey } from './reading-key.ts';
import type { KeptResponse, Lookup, ResponseCache } from './response-cache.ts';
import { type ReadPlane, viewOf } from './view.ts';

/** How often a name may move while one request looks where it leads. */
const NAME_MOVES_MAX = 100;
const SECOND_MS = 1_000;

export interface DeliveryParts {
  readonly contact: Pick<Contact, 'isAway'>;
  readonly heads: OneStateParts['heads'] & Pick<Heads, 'known' | 'ageOf' | 'earlier'>;
  readonly models: OneStateParts['models'] & Pick<Models, 'known'>;
  readonly environments: Pick<Environments, 'resolve' | 'known'>;
  readonly entries: EntryReading;
  readonly assets: AssetReading;
  readonly oneState: OneState;
  readonly cache: ResponseCache;
  readonly large: Pick<LargeResponses, 'of'>;
  /** Version of the program: another one may give other bytes. */
  readonly program: string;
}

/** The requested resource, by id or key, or a list where that is null. */
export interface Resource {
  readonly kind: 'entries' | 'assets';
  readonly idOrKey: string | null;
}

/** A request to read, free of HTTP. */
export interface ReadRequest {
  readonly key: ReadingKey;
  /** What the database had committed when the request came (`Database.changeMark`). */
  readonly mark: number | undefined;
  readonly parameters: ReadParameters;
}

/** What a request asks for. Giving the same object again for the same request saves reading it once more. */
export interface ReadParameters {
  readonly spaceId: string;
  /** Name of the environment. */
  readonly environment: string;
  readonly resource: Resource;
  /** What stands behind `?` in the URL. */
  readonly search: string;
  readonly encodings: AcceptedEncodings;
  /** Tags of the responses that the client has, as `If-None-Match` lists them. */
  readonly ifNoneMatch: string | undefined;
  /** What it was read as last. */
  known?: KnownRequest;
}

/** What a request was read as. */
interface KnownRequest {
  readonly model: Model;
  readonly plane: ReadPlane;
  /** Key of the response in the response cache. */
  readonly key: string;
}

/** What goes out. */
export interface ReadResponse {
  readonly tag: string;
  /** Own name of the environment; null for what is of none. */
  readonly environment: string | null;
  /** Revision of the environment that it shows. */
  readonly revision: number;
  /** Whether it came from what is kept, so that it is likely to be requested again. */
  readonly isKept: boolean;
  /** How long ago the database confirmed what it shows, in seconds, as it is away; null while it is not. */
  readonly staleSeconds: number | null;
  /** Null where the client has the response already. */
  readonly content: ReadContent | null;
}

export interface ReadContent {
  readonly body: Buffer;
  /** What the body is encoded in. */
  readonly encoding: Encoding;
  /** Cursor of the next page; null where there is none. */
  readonly cursor: string | null;
  readonly cacheTag: string;
}

/** A lookup in the response cache, with the way to read what it lacks. */
interface ReadLookup extends Lookup {
  /** Own name of the environment. */
  readonly environment: string;
  readonly read: (large?: LargeResponse) => MaybePromise<KeptResponse>;
}

/** Where a request reads: what the key sees of the environment, by name, of the space. */
export interface PlaceRequest extends Pick<ReadParameters, 'spaceId' | 'environment' | 'search'> {
  readonly key: ReadingKey;
}

/** How the requested entries or assets are read. */
interface Reading {
  /** The path behind the environment and the canonical query. */
  readonly path: string;
  readonly read: (large?: LargeResponse) => MaybePromise<KeptResponse>;
}

export class Delivery {
  /** How many responses there were while the database was away, by status. */
  readonly staleResponses = new Map<string, number>();
  readonly #parts: DeliveryParts;
  readonly #entryLists = new QueryCache(readEntryList);
  readonly #singleEntries = new QueryCache(readSingleEntry);
  /** The tag that each kept response went out with last. */
  readonly #tags = new WeakMap<KeptResponse, { revision: number; encoding: Encoding; tag: string }>();

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /**
   * The response: at once where it is kept and nothing has to be waited for, since even a promise would cost more.
   * @throws `not_found` alike for what is not there, not published, archived or of another environment;
   * `environment_not_ready`, `validation_failed` for a query that is not valid, `unavailable` where the revision
   * that it requires does not come
   */
  read(request: ReadRequest): MaybePromise<ReadResponse> {
    const place = this.#placeNow(request);
    const response =
      place === undefined
        ? this.#place({ key: request.key, ...request.parameters }).then((read) => this.#responseAt(request, read))
        : this.#responseAt(request, place);
    if (!(response instanceof Promise)) return response;
    return response.catch((error) => this.#fromMemory(request, error));
  }

  /**
   * The environment that a path names, if the token sees it, at the revision that the query requires or a later one;
   * what the token does not see does not exist.
   * @throws `not_found`, `environment_not_ready`, and `unavailable` where the revision does not come
   */
  place(request: PlaceRequest): Promise<ReadingPlace> {
    return this.#place(request).catch((error) => {
      const [earlier] = this.#earlierPlaces(request, error);
      if (earlier === undefined) throw error;
      return earlier;
    });
  }

  async #place({ key, spaceId, environment: name, search }: PlaceRequest): Promise<ReadingPlace> {
    const { environments, heads, models } = this.#parts;
    if (spaceId !== key.spaceId) throw otherSpace(key);
    const waiting = new RevisionWait(heads, minRevisionOf(search));
    for (let move = 0; move < NAME_MOVES_MAX; move++) {
      const environment = await environments.resolve(spaceId, name);
      if (environment === undefined || !seesEnvironment(key.environments, environment)) throw unknownEnvironment();
      const head = await waiting.headOf(environment);
      if (head === undefined || head.status === 'deleting') throw unknownEnvironment();
      // The name has moved meanwhile.
      if (head.names_revision !== environment.namesRevision) continue;
      if (head.status !== 'ready') {
        const message = `The environment "${environment.name}" is not ready yet; ask again in a moment.`;
        throw new DomainError('environment_not_ready', message);
      }
      const model = await models.current(environment);
      return { environment, head, model, staleSeconds: this.#staleSeconds(environment) };
    }
    throw unavailable();
  }

  /** How the list that a request asked for was found last; undefined for all other requests. */
  planOf({ search, resource, known }: ReadParameters): QueryPlan | undefined {
    if (known === undefined || resource.kind !== 'entries' || resource.idOrKey !== null) return undefined;
    return this.#parts.entries.planOf(this.#entryLists.read(search, known.model, known.plane), known.model);
  }

  /**
   * The newest response that is in memory, where one of the head cannot be had as the database is away.
   * @throws `error`, where there is none
   */
  async #fromMemory(request: ReadRequest, error: unknown): Promise<ReadResponse> {
    for (const place of this.#earlierPlaces({ key: request.key, ...request.parameters }, error)) {
      try {
        return await this.#responseAt(request, place);
      } catch {
        // What is not in memory at this head, or did not exist yet, may be in memory at an earlier one.
      }
    }
    throw error;
  }

  /** Earlier states of the environment whose model is in memory, newest first; none unless the error is that the database is away. */
  #earlierPlaces({ key, spaceId, environment: name, search }: PlaceRequest, error: unknown): ReadingPlace[] {
    const { contact, environments, heads, models } = this.#parts;
    const isAway = contact.isAway && error instanceof DomainError && error.code === 'unavailable';
    const environment = isAway && spaceId === key.spaceId ? environments.known(spaceId, name) : undefined;
    // As in `key-ring.ts`, drafts are not recalled.
    if (environment === undefined || key.kind !== 'delivery' || !seesEnvironment(key.environments, environment))
      return [];
    return heads.earlier(environment.number).flatMap(({ head, ageMs }) => {
      if (head.revision < minRevisionOf(search) || !isReady(head, environment)) return [];
      const model = models.known(head, environment);
      return model === undefined ? [] : [{ environment, head, model, staleSeconds: inSeconds(ageMs) }];
    });
  }

  #responseAt(request: ReadRequest, place: ReadingPlace): MaybePromise<ReadResponse> {
    const lookup = this.#lookup(request, place);
    return this.#knownAt(request, lookup, place) ?? inSteps(this.#read(request, lookup, place));
  }

  #knownAt(request: ReadRequest, lookup: ReadLookup, { staleSeconds }: ReadingPlace): ReadResponse | undefined {
    const { ifNoneMatch } = request.parameters;
    const known = this.#parts.cache.known(lookup);
    // Only who was sent a response has its tag, but `*` also names what does not exist.
    if (known === undefined && (ifNoneMatch === undefined || hasAnyResponse(ifNoneMatch))) return undefined;
    const { environment, head } = lookup;
    const { revision } = head;
    const tag = this.#tagOf(request, lookup, known);
    if (hasResponse(ifNoneMatch, tag))
      return this.#counted({ tag, environment, revision, isKept: known !== undefined, staleSeconds, content: null });
    if (known === undefined) return undefined;
    const encoded = this.#encoded(request, lookup, known);
    // Reading on waits for it.
    if (encoded instanceof Promise) return undefined;
    const { body, encoding } = encoded;
    const { cursor, cacheTag } = known;
    const content = { body, encoding, cursor, cacheTag };
    return this.#counted({ tag, environment, revision, isKept: true, staleSeconds, content });
  }

  *#read(request: ReadRequest, lookup: ReadLookup, place: ReadingPlace): Steps<ReadResponse> {
    const large = this.#parts.large.of(request.key.spaceId);
    try {
      const { ifNoneMatch } = request.parameters;
      const { environment } = lookup;
      const response = yield* settled(this.#parts.cache.get(lookup, () => lookup.read(large)));
      large.made(response.body.length);
      const staleSeconds = place.staleSeconds ?? this.#staleSeconds(place.environment);
      const tag = this.#tagOfRead(request, lookup, response);
      const revision = Math.max(lookup.head.revision, response.revision);
      const head = { tag, environment, revision, isKept: false, staleSeconds };
      if (hasAnyResponse(ifNoneMatch)) return this.#counted({ ...head, content: null });
      const { body, encoding } = yield* settled(this.#encoded(request, lookup, response));
      const { cursor, cacheTag } = response;
      return this.#counted({ ...head, content: { body, encoding, cursor, cacheTag } });
    } finally {
      large.end();
    }
  }

  #encoded({ key, parameters }: ReadRequest, lookup: ReadLookup, response: KeptResponse): MaybePromise<Encoded> {
    const encoding = encodingOfSize(parameters.encodings.best, response.body.length);
    return this.#parts.cache.encoded(lookup, response, { encoding, party: key.spaceId });
  }

  #lookup(request: ReadRequest, place: ReadingPlace): ReadLookup {
    const { head, model } = place;
    const { name: environment, code, number, namesRevision } = place.environment;
    const plane = request.key.kind;
    const { known } = request.parameters;
    if (known?.model === model && known.plane === plane) {
      return { key: known.key, environment, plane, head, read: (large) => this.#reading(request, place).read(large) };
    }
    const { path, read } = this.#reading(request, place);
    // Which ids a query may name follows from the names of the environment.
    const key = `${code} ${number} ${namesRevision} ${plane} ${path}`;
    request.parameters.known = { model, plane, key };
    return { key, environment, plane, head, read };
  }

  #reading(request: ReadRequest, place: ReadingPlace): Reading {
    const { kind, idOrKey } = request.parameters.resource;
    if (kind === 'entries') {
      return idOrKey === null ? this.#entries(request, place) : this.#entry(request, place, idOrKey);
    }
    return idOrKey === null ? this.#assets(request, place) : this.#asset(request, place, idOrKey);
  }

  #entries({ parameters: { search }, key: { kind: plane, spaceId } }: ReadRequest, place: ReadingPlace): Reading {
    const first = this.#entryLists.read(search, place.model, plane);
    return {
      path: `entries ${first.canonical}`,
      read: (large) =>
        after(
          this.#parts.oneState.read(place, plane, (model, within) => {
            const query = model === place.model ? first : readEntryList(search, model, plane);
            const view = viewOf({ model, plane, locale: query.locale, selection: query.selection });
            return this.#parts.entries.list(query, { view, head: place.head, within, large });
          }),
          ({ response: { body, next }, revision, basis }) => {
            const cacheTag = cacheTags(spaceId, place.model, { basis, own: null });
            return { body, cursor: cursorOf(next, first.cursorScope), revision, basis, cacheTag };
          },
        ),
    };
  }

  #entry(
    { parameters: { search }, key: { kind: plane, spaceId } }: ReadRequest,
    place: ReadingPlace,
    idOrKey: string,
  ): Reading {
    const key = keyWithin(place.model.codes, 'entry', idOrKey);
    const first = this.#singleEntries.read(search, place.model, plane);
    if (key === null) throw notFound('entry');
    return {
      path: `entry ${key} ${first.canonical}`,
      read: (large) =>
        after(
          this.#parts.oneState.read(place, plane, (model, within) => {
            const query = model === place.model ? first : readSingleEntry(search, model);
            const view = viewOf({ model, plane, locale: query.locale, selection: query.selection });
            return this.#parts.entries.single(
              { key, include: query.include },
              { view, head: place.head, within, large },
            );
          }),
          ({ response: body, revision, basis }) => {
            if (body === null) throw notFound('entry');
            const own = resourceId('entry', place.model.ownCode, key);
            const cacheTag = cacheTags(spaceId, place.model, { basis, own });
            return { body, cursor: null, revision, basis, cacheTag };
          },
        ),
    };
  }

  #assets({ parameters: { search }, key: { kind: plane, spaceId } }: ReadRequest, place: ReadingPlace): Reading {
    const first = readAssetList(search, place.model);
    return {
      path: `assets ${first.canonical}`,
      read: async () => {
        const { response, revision, basis } = await this.#parts.oneState.read(place, plane, (model, within) => {
          const query = model === place.model ? first : readAssetList(search, model);
          return this.#parts.assets.list(query, { model, locale: query.locale }, within);
        });
        const cacheTag = cacheTags(spaceId, place.model, { basis, own: null });
        const body = Buffer.from(JSON.stringify(response.page));
        return { body, cursor: cursorOf(response.next, first.cursorScope), revision, basis, cacheTag };
      },
    };
  }

  #asset(
    { parameters: { search }, key: { kind: plane, spaceId } }: ReadRequest,
    place: ReadingPlace,
    idOrKey: string,
  ): Reading {
    const key = keyWithin(place.model.codes, 'asset', idOrKey);
    const first = readSingleAsset(search, place.model);
    if (key === null) throw notFound('asset');
    return {
      path: `asset ${key} ${first.canonical}`,
      read: async () => {
        const { response, revision, basis } = await this.#parts.oneState.read(place, plane, (model, within) => {
          const query = model === place.model ? first : readSingleAsset(search, model);
          return this.#parts.assets.single(key, { model, locale: query.locale }, within);
        });
        if (response === null) throw notFound('asset');
        const cacheTag = cacheTags(spaceId, place.model, { basis, own: resourceId('asset', place.model.ownCode, key) });
        return { body: response, cursor: null, revision, basis, cacheTag };
      },
    };
  }

  /** The content may have moved while the response was put together. */
  #tagOfRead(request: ReadRequest, lookup: ReadLookup, { revision }: KeptResponse): string {
    const { head, plane, key: name } = lookup;
    if (revision <= head.revision) return this.#tagOf(request, lookup, undefined);
    return tagOfLater(
      { head, plane, program: this.#parts.program, request: name, encoding: request.parameters.encodings.best },
      revision,
    );
  }

  /** Tags of kept responses are kept too. */
  #tagOf({ parameters }: ReadRequest, { key, plane, head }: Lookup, known: KeptResponse | undefined): string {
    const encoding = parameters.encodings.best;
    const revision = shownRevision(plane, head);
    const last = known === undefined ? undefined : this.#tags.get(known);
    if (last?.revision === revision && last.encoding === encoding) return last.tag;
    const tag = entityTag({ head, plane, program: this.#parts.program, request: key, encoding });
    if (known !== undefined) this.#tags.set(known, { revision, encoding, tag });
    return tag;
  }

  /** The place where nothing has to be read for it; undefined too where it is not to be read from. */
  #placeNow({ key, mark, parameters }: ReadRequest): ReadingPlace | undefined {
    const { spaceId, environment: name, search } = parameters;
    const environment = spaceId === key.spaceId ? this.#parts.environments.known(spaceId, name) : undefined;
    if (environment === undefined || !seesEnvironment(key.environments, environment)) return undefined;
    const head = this.#parts.heads.known(environment.number, mark);
    if (head === undefined || !isReady(head, environment) || head.revision < minRevisionOf(search)) return undefined;
    const model = this.#parts.models.known(head, environment);
    if (model === undefined) return undefined;
    return { environment, head, model, staleSeconds: this.#staleSeconds(environment) };
  }

  #counted(response: ReadResponse): ReadResponse {
    if (response.staleSeconds === null) return response;
    const status = response.content === null ? '304' : '200';
    this.staleResponses.set(status, (this.staleResponses.get(status) ?? 0) + 1);
    return response;
  }

  #staleSeconds({ number }: Environment): number | null {
    return this.#parts.contact.isAway ? inSeconds(this.#parts.heads.ageOf(number)) : null;
  }
}

/** Rounded up: what is shown is not older. */
function inSeconds(ageMs: number): number {
  return Math.max(1, Math.ceil(ageMs / SECOND_MS));
}

/** Whether the head is that of the environment as it is known, and can be read from. */
function isReady({ status, epoch, names_revision }: Head, environment: Environment): boolean {
  return status === 'ready' && epoch === environment.epoch && names_revision === environment.namesRevision;
}

/** Says nothing about the space in the path. */
function otherSpace({ spaceId }: ReadingKey): DomainError {
  const message = `There is no such space for this key, which reads ${spaceId}; use that id in the path, or another key.`;
  return new DomainError('not_found', message, { resource: 'space' });
}

function unknownEnvironment(): DomainError {
  return notFound('environment', 'its name in the path; GET /delivery/token-info lists those that the key can read');
}

function cursorOf(next: PagePosition | null, scope: string): string | null {
  return next === null ? null : writeCursor(next, scope);
}
