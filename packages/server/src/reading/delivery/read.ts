/**
 * The steps of a read, in their order: environment, head, query, ETag, cache, content, response. Every response has a tag made
 * from what it rests on, so that a client that has it already gets a 304 before any content is read. Invariant: a response is
 * kept under nothing that another environment or plane can look up.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { hasAnyResponse, hasResponse } from '../../platform/http/conditional.ts';
import { writeCursor } from '../../platform/http/cursor.ts';
import type { LargeResponse, LargeResponses } from '../../platform/http/large-responses.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import { inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import type { OverlaySource } from '../query/overlay-source.ts';
import type { AsOf } from '../query-string/as-of.ts';
import { layerOf } from './asked-layer.ts';
import { cacheTags } from './cache-tags.ts';
import type { Encoded } from './compression.ts';
import { type AcceptedEncodings, type Encoding, encodingOfSize } from './encoding.ts';
import { entityTag, shownRevision, tagOfLater } from './entity-tag.ts';
import type { OneState, ReadingPlace } from './one-state.ts';
import { OverlayMoved } from './overlay-moved.ts';
import type { AskedPast, Pasts } from './past.ts';
import { type Address, type PlaceParts, Places } from './places.ts';
import { type Question, type QuestionParts, Questions, type Resource } from './question.ts';
import type { ReadingKey } from './reading-key.ts';
import type { KeptResponse, Lookup, ResponseCache } from './response-cache.ts';
import type { ReadPlane } from './view.ts';

/** How often sets that change meanwhile are read anew. */
const OVERLAY_ATTEMPTS_MAX = 5;

/** What is shown of an entry that a change set publishes: the draft that is left then, or what readers see. */
export type LayerShows = 'drafts' | 'published';

/** What lies over environments for those who name it. */
export interface Layers {
  /** Change sets of an environment, laid over it in this order. @throws `not_found` */
  readonly changeSets: (environment: Environment, ids: readonly string[], shows: LayerShows) => Promise<OverlaySource>;
  /** What is scheduled up to a time. */
  readonly scheduled: (environment: Environment, time: number, shows: LayerShows) => Promise<OverlaySource>;
}

export interface DeliveryParts extends PlaceParts, QuestionParts {
  readonly layers: Layers;
  readonly pasts: Pasts;
  readonly oneState: OneState;
  readonly cache: ResponseCache;
  readonly large: Pick<LargeResponses, 'of'>;
  /** Version of the program: another one may give other bytes. */
  readonly program: string;
}

/** A request to read, free of HTTP. */
export interface ReadRequest {
  readonly key: ReadingKey;
  /** What the database had committed when the request came (`Database.changeMark`). */
  readonly mark: number | undefined;
  readonly parameters: ReadParameters;
}

/** What a request asks for. Giving the same object again for the same request saves reading it once more. */
export interface ReadParameters extends Address {
  readonly resource: Resource;
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
  /** The revision that was asked for, and whether the same request always gets it; absent or undefined where none was. */
  readonly asOf?: Pick<AskedPast, 'revision' | 'isLasting'> | undefined;
  /** Whether shared caches may keep it for a moment alone; absent where not. */
  readonly isBrief?: boolean;
  /** How long news were waited for, in milliseconds; absent where none were. */
  readonly waitedMs?: number;
  /** Null where the client has the response already. */
  readonly content: ReadContent | null;
}

/** Where a model is read, and the past that it is of. */
export type ModelPlace = ReadingPlace & Pick<ReadResponse, 'asOf'>;

export interface ReadContent {
  readonly body: Buffer;
  /** What the body is encoded in. */
  readonly encoding: Encoding;
  /** Cursor of the next page; null where there is none. */
  readonly cursor: string | null;
  readonly cacheTag: string;
}

/** A request at its place: what its response is looked up by. */
interface Placed extends Lookup {
  readonly request: ReadRequest;
  readonly place: ReadingPlace;
  /** What it asks for, if that had to be read from it. */
  readonly question: Question | undefined;
  /** What lies over the environment. */
  readonly source: OverlaySource | undefined;
  /** The past that is read. */
  readonly past: AskedPast | undefined;
}

export class Delivery {
  /** How many responses there were while the database was away, by status. */
  readonly staleResponses = new Map<string, number>();
  readonly #parts: DeliveryParts;
  readonly #places: Places;
  readonly #questions: Questions;
  /** The tag that each kept response went out with last. */
  readonly #tags = new WeakMap<KeptResponse, { revision: number; encoding: Encoding; tag: string }>();

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#places = new Places(parts);
    this.#questions = new Questions(parts);
  }

  /**
   * The response: at once where it is kept and nothing has to be waited for, since even a promise would cost more.
   * @throws `not_found` alike for what is not there, not published, archived or of another environment;
   * `environment_not_ready`, `validation_failed` for a query that is not valid, `unavailable` where the revision
   * that it requires does not come
   */
  read(request: ReadRequest): MaybePromise<ReadResponse> {
    const { key, parameters, mark } = request;
    const place = this.#places.now(key, parameters, mark);
    const response =
      place === undefined
        ? this.#places.find(key, parameters).then((found) => this.#readAt(request, found))
        : this.#readAt(request, place);
    return response instanceof Promise ? response.catch((error) => this.#fromMemory(request, error)) : response;
  }

  /**
   * The environment that a path names, if the token sees it, at the revision that the query requires or a later one; with the model
   * of the moment that the query or the token names. What is to come has no other model than there is now.
   * @throws `not_found`, `environment_not_ready`, `unavailable` where the revision does not come, and as `Pasts.of` does
   */
  async place(key: ReadingKey, address: Address): Promise<ModelPlace> {
    const place = await this.#places.find(key, address).catch((error) => {
      const [earlier] = this.#places.earlier(key, address, error);
      if (earlier === undefined) throw error;
      return earlier;
    });
    const { pasts } = this.#parts;
    const { asOf } = layerOf(key, address.search);
    if (asOf === undefined || (key.kind === 'preview' && pasts.isToCome(asOf))) return place;
    const past = await pasts.of(key, place, asOf);
    const { model, revision } = past;
    return { ...place, model, head: { ...place.head, revision }, asOf: past };
  }

  /** How the list that a request asked for was found last; undefined for all other requests. */
  planOf({ search, resource, known }: ReadParameters): QueryPlan | undefined {
    if (known === undefined || resource.kind !== 'entries' || resource.idOrKey !== null) return undefined;
    return this.#questions.planOf(search, known);
  }

  /**
   * The newest response that is in memory, where one of the head cannot be had as the database is away.
   * @throws `error`, where there is none
   */
  async #fromMemory(request: ReadRequest, error: unknown): Promise<ReadResponse> {
    for (const place of this.#places.earlier(request.key, request.parameters, error)) {
      try {
        return await this.#readAt(request, place);
      } catch {
        // What is not in memory at this head, or did not exist yet, may be in memory at an earlier one.
      }
    }
    throw error;
  }

  /** From the query on: what is kept goes out at once, all else is made. */
  #readAt(request: ReadRequest, place: ReadingPlace): MaybePromise<ReadResponse> {
    const { key, parameters } = request;
    const { asOf, sets } = layerOf(key, parameters.search);
    if (asOf !== undefined) return this.#readAsOf(request, place, asOf);
    if (sets !== undefined && parameters.resource.kind === 'entries')
      return this.#readOver(request, place, () => this.#parts.layers.changeSets(place.environment, sets, shownTo(key)));
    return this.#respond(this.#placed(request, place, undefined));
  }

  /** The same at a moment that has passed, or, for who previews, once all that is scheduled until then has gone out. */
  async #readAsOf(request: ReadRequest, place: ReadingPlace, asOf: AsOf): Promise<ReadResponse> {
    const { pasts, layers } = this.#parts;
    const isPreview = request.key.kind === 'preview';
    if (isPreview && pasts.isToCome(asOf))
      return request.parameters.resource.kind === 'assets'
        ? this.#respond(this.#placed(request, place, undefined))
        : this.#readOver(request, place, () => layers.scheduled(place.environment, asOf.time, shownTo(request.key)));
    const past = await pasts.of(request.key, place, asOf);
    return this.#respond(this.#placedThen(request, place, past));
  }

  /** The same through change sets, whose names decide the response: they are read anew if the sets change meanwhile. */
  async #readOver(
    request: ReadRequest,
    place: ReadingPlace,
    sourceOfNow: () => Promise<OverlaySource>,
  ): Promise<ReadResponse> {
    for (let attempt = 1; ; attempt++) {
      const source = await sourceOfNow();
      try {
        return await this.#respond(this.#placed(request, place, source));
      } catch (error) {
        if (!(error instanceof OverlayMoved) || attempt === OVERLAY_ATTEMPTS_MAX) throw error;
      }
    }
  }

  #respond(placed: Placed): MaybePromise<ReadResponse> {
    return this.#known(placed) ?? inSteps(this.#made(placed));
  }

  /** Reads the query string, and names what decides the response but the content: also which ids the environment has. */
  #placed(request: ReadRequest, place: ReadingPlace, source: OverlaySource | undefined): Placed {
    const {
      parameters,
      key: { kind: plane },
    } = request;
    const { environment, head, model } = place;
    const { known } = parameters;
    const over = source === undefined ? '' : ` over ${source.name}`;
    if (known?.model === model && known.plane === plane)
      return { key: known.key + over, plane, head, request, place, source, past: undefined, question: undefined };
    const question = this.#questions.of(parameters.resource, parameters.search, { model, plane });
    const key = `${environment.code} ${environment.number} ${environment.namesRevision} ${plane} ${question.path}`;
    parameters.known = { model, plane, key };
    return { key: key + over, plane, head, request, place, source, past: undefined, question };
  }

  /** The same in the past: as if nothing had happened since. */
  #placedThen(request: ReadRequest, place: ReadingPlace, past: AskedPast): Placed {
    const { parameters, key: caller } = request;
    const { environment } = place;
    const { model, revision, source } = past;
    const plane = caller.kind;
    const question = this.#questions.of(parameters.resource, parameters.search, { model, plane });
    const head = { ...place.head, revision, published_revision: revision, model_revision: model.revision };
    const key = `${environment.code} ${environment.number} ${environment.namesRevision} ${plane} ${question.path} as of ${revision}`;
    return { key, plane, head, request, place, source, past, question };
  }

  /** 304, or the response that is kept; undefined where it has to be made or waited for. */
  #known(placed: Placed): ReadResponse | undefined {
    const { request, place, head, past } = placed;
    const { ifNoneMatch } = request.parameters;
    const kept = this.#parts.cache.known(placed);
    // Only who was sent a response has its tag, but `*` also names what does not exist.
    if (kept === undefined && (ifNoneMatch === undefined || hasAnyResponse(ifNoneMatch))) return undefined;
    const tag = this.#tagOf(placed, kept);
    const { revision } = head;
    const { staleSeconds } = place;
    const shown = { tag, environment: place.environment.name, revision, staleSeconds, asOf: past };
    if (hasResponse(ifNoneMatch, tag)) return this.#counted({ ...shown, isKept: kept !== undefined, content: null });
    const encoded = kept && this.#encoded(placed, kept);
    // Making it waits for it.
    if (kept === undefined || encoded === undefined || encoded instanceof Promise) return undefined;
    const { body, encoding } = encoded;
    const { cursor, cacheTag } = kept;
    const content = { body, encoding, cursor, cacheTag };
    return this.#counted({ ...shown, isKept: true, content });
  }

  /** The response from the cache, where others may be waiting for the same, or from the content. */
  *#made(placed: Placed): Steps<ReadResponse> {
    const { request, place, past } = placed;
    const large = this.#parts.large.of(request.key.spaceId);
    try {
      const kept = yield* settled(this.#parts.cache.get(placed, () => inSteps(this.#read(placed, large))));
      large.made(kept.body.length);
      const staleSeconds = place.staleSeconds ?? this.#places.staleSeconds(place.environment);
      const tag = this.#tagOfRead(placed, kept);
      const revision = Math.max(placed.head.revision, kept.revision);
      const head = { tag, environment: place.environment.name, revision, isKept: false, staleSeconds, asOf: past };
      if (hasAnyResponse(request.parameters.ifNoneMatch)) return this.#counted({ ...head, content: null });
      const { body, encoding } = yield* settled(this.#encoded(placed, kept));
      const { cursor, cacheTag } = kept;
      return this.#counted({ ...head, content: { body, encoding, cursor, cacheTag } });
    } finally {
      large.end();
    }
  }

  /** From the content: found by the engine, joined from fragments with its includes, until all of it shows one state. */
  *#read(placed: Placed, large: LargeResponse): Steps<KeptResponse> {
    const { place, plane, source, past } = placed;
    const { key, parameters } = placed.request;
    const { head, model: now } = place;
    const model = past?.model ?? now;
    const question = placed.question ?? this.#questions.of(parameters.resource, parameters.search, { model, plane });
    const attempt = (current: Model, within?: Reader) => question.read(current, { head, within, large, source, past });
    const { response, revision, basis, named } = yield* settled(
      past === undefined
        ? this.#parts.oneState.read(place, plane, attempt)
        : this.#parts.oneState.readThen(past, question.isReadThenFromMemory, attempt),
    );
    if (response === null) throw notFound(parameters.resource.kind === 'entries' ? 'entry' : 'asset');
    const { body, next } = response;
    const cursor = next === null ? null : writeCursor(next, question.cursorScope);
    const cacheTag = cacheTags(key.spaceId, model, { basis, named, own: question.own });
    return { body, cursor, revision, basis, cacheTag };
  }

  #encoded(placed: Placed, kept: KeptResponse): MaybePromise<Encoded> {
    const { key, parameters } = placed.request;
    const encoding = encodingOfSize(parameters.encodings.best, kept.body.length);
    return this.#parts.cache.encoded(placed, kept, { encoding, party: key.spaceId });
  }

  /** The content may have moved while the response was made. */
  #tagOfRead(placed: Placed, { revision }: KeptResponse): string {
    const { request, head, plane, key } = placed;
    if (revision <= head.revision) return this.#tagOf(placed, undefined);
    const { program } = this.#parts;
    return tagOfLater({ head, plane, program, request: key, encoding: request.parameters.encodings.best }, revision);
  }

  /** Tags of kept responses are kept too. */
  #tagOf({ request, key, plane, head }: Placed, kept: KeptResponse | undefined): string {
    const encoding = request.parameters.encodings.best;
    const revision = shownRevision(plane, head);
    const last = kept === undefined ? undefined : this.#tags.get(kept);
    if (last?.revision === revision && last.encoding === encoding) return last.tag;
    const tag = entityTag({ head, plane, program: this.#parts.program, request: key, encoding });
    if (kept !== undefined) this.#tags.set(kept, { revision, encoding, tag });
    return tag;
  }

  #counted(response: ReadResponse): ReadResponse {
    if (response.staleSeconds === null) return response;
    const status = response.content === null ? '304' : '200';
    this.staleResponses.set(status, (this.staleResponses.get(status) ?? 0) + 1);
    return response;
  }
}

/** Who looks at a change set with a preview token wants to see what it makes of the site. */
function shownTo({ view }: ReadingKey): LayerShows {
  return view === undefined ? 'drafts' : 'published';
}
