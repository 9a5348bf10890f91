/**
 * What published entries say about the settings of fields, which may have changed after they were published: how many have no value, one
 * outside of `in`, or a link to a type that the field does not allow. All are looked at once for each model, and then only those that the
 * journal names. Invariants: what is given was counted at the head of the request or later, over all published entries of one snapshot;
 * one environment is counted once at a time, for at most a tenth of the time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from '../../model/content-types/model.ts';
import { readHead } from '../../model/spaces/heads.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { readInPieces } from '../../platform/database/row-pieces.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import { publishedMoves } from '../../platform/journal/changed-items.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { QueryEngine } from '../query/engine.ts';
import { asFound } from '../query/show.ts';
import { EvidenceTally } from './evidence-tally.ts';
import { type Flaw, flawsOf, nameOf } from './field-flaws.ts';
import type { ReadingPlace } from './one-state.ts';
import { readLinkers, readPublishedDocuments, readPublishedSizes, readSizesOf, type SizedState } from './store.ts';

/** Keys of linked entries that are looked up at once. */
const KEYS_AT_ONCE = 1_000;
/** Entries that are looked at anew; if more may have moved, all are. */
const FOLLOWED_MAX = 10_000;
/** An environment rests for this many times as long as counting took. */
const REST_FACTOR = 9;
/** Rest that an environment may owe before requests wait for it. */
const OWED_MAX_MS = 5_000;
/** How long a request waits for it. */
const WAIT_MAX_MS = 5_000;
const MS_PER_SECOND = 1_000;

/** Published entries that do not fit a field. */
export interface FieldEvidence {
  /** Without a value, in one of the required locales. */
  readonly absent: number;
  /** With a value that is none of those listed. */
  readonly outside_in: number;
  /** With a link to a published entry of a type that is not allowed. */
  readonly outside_types: number;
}

/** What was counted. */
export interface Counted {
  readonly revision: number;
  /** How many published entries were looked at since the count before. */
  readonly looked: number;
  /** @param type number of a content type, or of a component, where entries count once that have it inside */
  of(type: number, field: number): FieldEvidence;
}

export interface EvidenceParts {
  readonly database: Pick<Database, 'readsSince'>;
  readonly engine: Pick<QueryEngine, 'keysToStates'>;
  /** Shared with everything else that is kept in memory. */
  readonly memory: MemoryBudget;
  readonly clock: Clock;
}

/** What is known of an environment. */
interface Slot {
  readonly epoch: string;
  known: { readonly tally: EvidenceTally; readonly counted: Counted } | undefined;
  counting: Promise<void> | undefined;
  restsUntil: number;
}

export class Evidence {
  readonly #parts: EvidenceParts;
  readonly #slots = new Map<number, Slot>();

  constructor(parts: EvidenceParts) {
    this.#parts = parts;
  }

  /**
   * The evidence at a place; counted once for what is published there, however many ask.
   * @throws `not_found`, and `unavailable` if the model changes meanwhile, or was counted too often
   */
  async of({ head, model }: ReadingPlace): Promise<Counted> {
    const slot = this.#slotOf(head);
    for (;;) {
      const { known } = slot;
      const isCurrent =
        known?.tally.modelRevision === model.revision && known.tally.revision >= head.published_revision;
      if (isCurrent) return known.counted;
      if (slot.counting !== undefined) await slot.counting.catch(() => undefined);
      else await this.#started(slot, { head, model });
    }
  }

  #slotOf({ number, epoch }: Head): Slot {
    const before = this.#slots.get(number);
    if (before?.epoch === epoch) return before;
    before?.known?.tally.forget();
    const slot: Slot = { epoch, known: undefined, counting: undefined, restsUntil: before?.restsUntil ?? 0 };
    this.#slots.set(number, slot);
    return slot;
  }

  #started(slot: Slot, place: Pick<ReadingPlace, 'head' | 'model'>): Promise<void> {
    slot.counting = this.#renew(slot, place).finally(() => {
      slot.counting = undefined;
    });
    return slot.counting;
  }

  async #renew(slot: Slot, { head, model }: Pick<ReadingPlace, 'head' | 'model'>): Promise<void> {
    const { clock, database } = this.#parts;
    const restMs = slot.restsUntil - OWED_MAX_MS - clock();
    if (restMs > WAIT_MAX_MS) throw tooOften(restMs);
    if (restMs > 0) await sleep(restMs);
    const began = clock();
    const { known } = slot;
    slot.known = undefined;
    try {
      const reads = database.readsSince(head);
      slot.known = await reads.snapshot((reader) => this.#count(reader, model, known?.tally));
    } finally {
      const { tally: after } = slot.known ?? {};
      if (known !== undefined && known.tally !== after) known.tally.forget();
      const now = clock();
      slot.restsUntil = Math.max(slot.restsUntil, now) + (now - began) * REST_FACTOR;
    }
  }

  /** @param before what was counted last, which counts on if it can */
  async #count(reader: Reader, model: Model, before: EvidenceTally | undefined): Promise<NonNullable<Slot['known']>> {
    const { environment, revision } = model;
    const head = await readHead(reader, environment);
    if (head === undefined) {
      this.#slots.delete(environment);
      throw notFound('environment');
    }
    if (head.model_revision > revision) throw unavailable();
    const canFollow = before?.isKept === true && before.modelRevision === revision;
    const followed = canFollow ? await counting(before, () => this.#follow(reader, model, before, head)) : undefined;
    if (before !== undefined && followed !== undefined) return { tally: before, counted: countedBy(before, followed) };
    const tally = new EvidenceTally(model, this.#parts.memory);
    const all = withRoom(readPublishedSizes(reader, environment), tally);
    const looked = await counting(tally, () => this.#look(reader, model, tally, all));
    tally.revision = head.revision;
    return { tally, counted: countedBy(tally, looked) };
  }

  /**
   * Counts anew what moved since then: entries, and those that link to one that came or went.
   * @returns how many entries it looked at; undefined, with nothing counted, if they are too many or there is no room
   */
  async #follow(reader: Reader, model: Model, tally: EvidenceTally, head: Head): Promise<number | undefined> {
    const { environment } = model;
    const stretch = { environment, revision: tally.revision, until: head.revision };
    const items = await publishedMoves(reader, stretch, FOLLOWED_MAX + 1);
    const moved = items.map(({ key, resource: id }) => ({ key, id }));
    if (moved.length > FOLLOWED_MAX) return undefined;
    const ids = new Set(moved.map(({ id }) => id));
    const published = new Set<number>();
    for await (const sized of readSizesOf(reader, [...ids])) for (const { id } of sized) published.add(id);
    const turned = moved.filter(({ id }) => tally.isPublished(id) !== published.has(id)).map(({ key }) => key);
    if (turned.length > 0) {
      const linkers = await readLinkers(reader, { environment, keys: turned, limit: FOLLOWED_MAX + 1 });
      if (linkers.length > FOLLOWED_MAX) return undefined;
      for (const id of linkers) ids.add(id);
    }
    tally.reserveUpTo(moved.reduce((last, { id }) => Math.max(last, id), 0));
    if (!tally.isKept) return undefined;
    for (const { id } of moved) if (!published.has(id)) tally.set(id, null);
    const looked = await this.#look(reader, model, tally, readSizesOf(reader, [...ids]));
    tally.revision = head.revision;
    return looked;
  }

  /** Counts published entries. @returns how many */
  async #look(
    reader: Reader,
    model: Model,
    tally: EvidenceTally,
    chunks: AsyncIterable<SizedState[]>,
  ): Promise<number> {
    const pace = new Pace();
    let looked = 0;
    for await (const sized of chunks) {
      for await (const documents of readInPieces(sized, (piece) => readPublishedDocuments(reader, piece), pace)) {
        const entries = documents.map((one) => ({ id: one.id, ...flawsOf(one, model) }));
        const keys = entries.flatMap(({ links }) => links.map(({ key }) => key));
        const typeOf = await this.#typesOf(reader, keys, model);
        for (const { id, found, links } of entries) {
          const flaws = new Set(found);
          for (const { key, allowed, name } of links) {
            const type = typeOf.get(key);
            if (type !== undefined && !allowed.includes(type)) flaws.add(name);
          }
          tally.set(id, flaws);
        }
        looked += documents.length;
      }
    }
    return looked;
  }

  /** The `api_id`s of the types of published entries, by key. */
  async #typesOf(reader: Reader, keys: readonly string[], model: Model): Promise<Map<string, string>> {
    const all = [...new Set(keys)];
    const types = new Map<string, string>();
    for (let start = 0; start < all.length; start += KEYS_AT_ONCE) {
      const some = all.slice(start, start + KEYS_AT_ONCE);
      const query = { environment: model.environment, state: 'published', withArchived: false, keys: some } as const;
      const { entries } = await this.#parts.engine.keysToStates(query, { within: reader, show: asFound });
      for (const { key, contentType } of entries) types.set(key, model.typeByNumber(contentType)?.apiId ?? '');
    }
    return types;
  }
}

/** Works on a tally, which keeps its memory meanwhile, and gives it up if the work fails. */
async function counting<T>(tally: EvidenceTally, work: () => Promise<T>): Promise<T> {
  tally.pin();
  try {
    return await work();
  } catch (error) {
    tally.forget();
    throw error;
  } finally {
    tally.unpin();
  }
}

/** Makes room in a tally for states before each chunk. */
async function* withRoom(chunks: AsyncIterable<SizedState[]>, tally: EvidenceTally): AsyncGenerator<SizedState[]> {
  for await (const sized of chunks) {
    tally.reserveUpTo(sized.at(-1)?.id ?? 0);
    yield sized;
  }
}

function countedBy({ revision, counts }: EvidenceTally, looked: number): Counted {
  const of = (type: number, field: number) => {
    const count = (flaw: Flaw) => counts.get(nameOf(type, field, flaw)) ?? 0;
    return { absent: count('absent'), outside_in: count('outside_in'), outside_types: count('outside_types') };
  };
  return { revision, looked, of };
}

function tooOften(restMs: number): DomainError {
  const message =
    'Entries were counted for evidence a moment ago, which takes a long time here; try again later, or leave it out.';
  return new DomainError('unavailable', message, { retryAfterSeconds: Math.ceil(restMs / MS_PER_SECOND) });
}
