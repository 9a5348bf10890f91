/**
 * What sites read: entries and assets of one environment, as its token sees them. Every answer has a tag made from
 * what it rests on, so that a client that has it already is told so before any content is read.
 */
import { DomainError, notFound } from '../errors/domain-error.ts';
import type { Head } from '../journal/heads.ts';
import type { PagePosition } from '../query/query.ts';
import type { Environments } from '../spaces/environments.ts';
import { keyWithin } from '../spaces/resource-id.ts';
import type { AssetReading } from './asset-reading.ts';
import type { Encoding } from './encoding.ts';
import { entityTag, hasAnswer } from './entity-tag.ts';
import type { EntryReading } from './entry-reading.ts';
import type { OneState, OneStateParts, ReadingPlace } from './one-state.ts';
import { writeCursor } from './query-string/cursor.ts';
import { readEntryList } from './query-string/entry-list.ts';
import { readAssetList, readAssetWish, readEntryWish } from './query-string/single.ts';
import type { ReadingKey } from './reading-key.ts';
import { viewOf } from './view.ts';

export interface DeliveryParts extends Pick<OneStateParts, 'heads' | 'models'> {
  readonly environments: Pick<Environments, 'resolve'>;
  readonly entries: EntryReading;
  readonly assets: AssetReading;
  readonly oneState: OneState;
  /** Version of the program: another one may answer in other bytes. */
  readonly program: string;
}

/** A request to read, free of HTTP. */
export interface ReadRequest {
  readonly key: ReadingKey;
  readonly spaceId: string;
  /** Name of the environment. */
  readonly environment: string;
  /** What stands behind `?` in the URL. */
  readonly search: string;
  readonly encoding: Encoding;
  /** Tags of the answers that the client has, as `If-None-Match` lists them. */
  readonly ifNoneMatch: string | undefined;
}

/** What goes out: the body, or null where the client has it already. */
export interface ReadAnswer {
  readonly tag: string;
  readonly body: Buffer | null;
  /** Cursor of the next page; null where there is none. */
  readonly cursor: string | null;
}

/** Where a request reads, as it stands now. */
interface Place extends ReadingPlace {
  readonly head: Head;
}

interface Content {
  readonly body: Buffer;
  readonly cursor: string | null;
}

export class Delivery {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /**
   * A page of entries.
   * @throws `not_found`, `environment_not_ready`, or `validation_failed` where the query cannot be answered
   */
  async entries(request: ReadRequest): Promise<ReadAnswer> {
    const place = await this.#place(request);
    const { kind: plane } = request.key;
    const first = readEntryList(request.search, place.model, plane);
    return this.#answer(request, place, `entries ${first.canonical}`, async () => {
      const { body, next } = await this.#parts.oneState.read(place, plane, (model, within) => {
        const wish = model === place.model ? first : readEntryList(request.search, model, plane);
        const view = viewOf({ model, plane, locale: wish.locale, selection: wish.selection });
        return this.#parts.entries.list(wish, view, within);
      });
      return { body, cursor: cursorOf(next, first.question) };
    });
  }

  /**
   * One entry by id or key.
   * @throws `not_found` alike for what is not there, not published, archived or of another environment
   */
  async entry(request: ReadRequest, idOrKey: string): Promise<ReadAnswer> {
    const place = await this.#place(request);
    const { kind: plane } = request.key;
    const key = keyWithin(place.environment.code, 'entry', idOrKey);
    const first = readEntryWish(request.search, place.model);
    if (key === null) throw notFound('entry');
    return this.#answer(request, place, `entry ${key} ${first.canonical}`, async () => {
      const body = await this.#parts.oneState.read(place, plane, (model, within) => {
        const wish = model === place.model ? first : readEntryWish(request.search, model);
        const view = viewOf({ model, plane, locale: wish.locale, selection: wish.selection });
        return this.#parts.entries.single({ key, include: wish.include }, view, within);
      });
      if (body === null) throw notFound('entry');
      return { body, cursor: null };
    });
  }

  /**
   * A page of assets.
   * @throws `not_found`, `environment_not_ready`, or `validation_failed` where the query cannot be answered
   */
  async assets(request: ReadRequest): Promise<ReadAnswer> {
    const place = await this.#place(request);
    const wish = readAssetList(request.search, place.model);
    return this.#answer(request, place, `assets ${wish.canonical}`, async () => {
      const { page, next } = await this.#parts.assets.list(wish, { model: place.model, locale: wish.locale });
      return { body: Buffer.from(JSON.stringify(page)), cursor: cursorOf(next, wish.question) };
    });
  }

  /**
   * One asset by id or key.
   * @throws `not_found` alike for what is not there and what is of another environment
   */
  async asset(request: ReadRequest, idOrKey: string): Promise<ReadAnswer> {
    const place = await this.#place(request);
    const key = keyWithin(place.environment.code, 'asset', idOrKey);
    const wish = readAssetWish(request.search, place.model);
    if (key === null) throw notFound('asset');
    return this.#answer(request, place, `asset ${key} ${wish.canonical}`, async () => {
      const [text] = await this.#parts.assets.texts([key], { model: place.model, locale: wish.locale });
      if (text === undefined) throw notFound('asset');
      return { body: Buffer.from(text), cursor: null };
    });
  }

  /** Answers with nothing but the tag where the client has the answer. */
  async #answer(
    request: ReadRequest,
    place: Place,
    question: string,
    read: () => Promise<Content>,
  ): Promise<ReadAnswer> {
    const tag = entityTag({
      head: place.head,
      code: place.environment.code,
      plane: request.key.kind,
      program: this.#parts.program,
      question,
      encoding: request.encoding,
    });
    if (hasAnswer(request.ifNoneMatch, tag)) return { tag, body: null, cursor: null };
    return { tag, ...(await read()) };
  }

  /** The environment that the path names, if the token sees it; what it does not see does not exist. */
  async #place({ key, spaceId, environment: name }: ReadRequest): Promise<Place> {
    if (spaceId !== key.spaceId) throw notFound('environment');
    const environment = await this.#parts.environments.resolve(spaceId, name);
    if (environment === undefined || (key.environments !== null && !key.environments.includes(environment.number))) {
      throw notFound('environment');
    }
    const head = await this.#parts.heads.of(environment.number);
    if (head === undefined || head.status === 'deleting') throw notFound('environment');
    if (head.status !== 'ready') {
      const message = `The environment "${environment.name}" is not ready yet; ask again in a moment.`;
      throw new DomainError('environment_not_ready', message);
    }
    return { environment, head, model: await this.#parts.models.current(environment) };
  }
}

function cursorOf(next: PagePosition | null, question: string): string | null {
  return next === null ? null : writeCursor(next, question);
}
