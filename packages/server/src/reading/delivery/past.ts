/**
 * Where a request with `as_of` reads: a revision of the environment, its model of then, and what lies over what is there now. Invariant:
 * what is read at a revision never changes, so each part of a response may be read on its own.
 */
import type { Model } from '../../model/content-types/model.ts';
import { modelAt } from '../../model/content-types/model-past.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { pastFrom } from '../../model/spaces/environment-rows.ts';
import type { Tables } from '../../platform/database/columns.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { firstRevision, hasRevision, revisionAt } from '../../platform/journal/revisions.ts';
import { BoundedMap } from '../../platform/kit/bounded-map.ts';
import { type Clock, isoTime } from '../../platform/kit/clock.ts';
import type { OverlaySource } from '../query/overlay-source.ts';
import { type AsOf, notOf } from '../query-string/as-of.ts';
import type { TextIn } from '../search/texts.ts';
import type { ReadingPlace } from './one-state.ts';
import type { ReadingKey } from './reading-key.ts';

/** Pasts that are remembered. */
const PASTS_KEPT = 200;
/** A write may be committed that much later than the time that it has. */
const SETTLED_AFTER_MS = 60_000;

/** An asset as it was, and what it is found by. */
export interface AssetThen {
  readonly row: Tables['assets'];
  readonly textIn: TextIn;
}

/** The assets that have changed since a revision. */
export interface AssetsThen {
  /** What they were, by key; null for one that was not there. @param keys those that are looked for; absent for all */
  read(db: Reader, model: Model, keys?: readonly string[]): Promise<ReadonlyMap<string, AssetThen | null>>;
  /** Some assets that have not changed, as they are found by the words of another model. */
  asFound(rows: readonly Tables['assets'][], model: Model): readonly AssetThen[];
}

/** A revision of an environment. */
export interface Past {
  readonly revision: number;
  readonly model: Model;
  readonly source: OverlaySource;
  readonly assets: AssetsThen;
  /** Whether what assets are found by now is not what they were found by then. */
  readonly hasOtherWords: boolean;
}

/** A past that assets are read at, from a snapshot. */
export interface PastOfAssets extends Pick<Past, 'assets' | 'hasOtherWords' | 'revision'> {
  readonly within: Reader;
}

/** A past that was asked for, and whether the same request will always ask for that one. */
export interface AskedPast extends Past {
  readonly isLasting: boolean;
}

export interface PastsParts {
  readonly database: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly entriesAt: (environment: Environment, revision: number) => OverlaySource;
  readonly assetsAt: (revision: number) => AssetsThen;
}

export class Pasts {
  readonly #parts: PastsParts;
  readonly #known = new BoundedMap<string, Past>(PASTS_KEPT);

  constructor(parts: PastsParts) {
    this.#parts = parts;
  }

  /** Whether a moment is still to come. */
  isToCome(asOf: AsOf): asOf is { readonly time: number } {
    return 'time' in asOf && asOf.time > this.#parts.clock();
  }

  /**
   * The past of the place that a request names.
   * @throws `insufficient_permission` for a key that does not read the past, `validation_failed` with the rule `as_of` for a moment
   * that cannot be read
   */
  async of(key: ReadingKey, place: ReadingPlace, asOf: AsOf): Promise<AskedPast> {
    if (!key.history) throw notForKey();
    const revision = 'revision' in asOf ? asOf.revision : await this.#revisionAt(place, asOf.time);
    const isLasting = 'revision' in asOf || asOf.time < this.#parts.clock() - SETTLED_AFTER_MS;
    return { ...(await this.#at(place, revision)), isLasting };
  }

  async #revisionAt({ environment }: ReadingPlace, time: number): Promise<number> {
    const { database, clock } = this.#parts;
    if (time > clock()) throw notOf(`Choose a time that has come; it is ${isoTime(clock())} now.`);
    return (await revisionAt(database.reader, environment.number, time)) ?? 0;
  }

  async #at(place: ReadingPlace, revision: number): Promise<Past> {
    const { environment, head, model: now } = place;
    // Whatever shortens the past changes the model or the names too.
    const state = `${head.number} ${head.epoch} ${head.model_revision} ${environment.code} ${environment.namesRevision}`;
    const known = this.#known.get(`${state} ${revision}`);
    if (known !== undefined) return known;
    await this.#requireKept(place, revision);
    const { database, entriesAt, assetsAt } = this.#parts;
    const model = await modelAt(database.reader, now, revision);
    const hasOtherWords = JSON.stringify(model.locales.all) !== JSON.stringify(now.locales.all);
    const past = {
      revision,
      model,
      source: entriesAt(environment, revision),
      assets: assetsAt(revision),
      hasOtherWords,
    };
    this.#known.set(`${state} ${revision}`, past);
    return past;
  }

  async #requireKept({ environment, head }: ReadingPlace, revision: number): Promise<void> {
    const { reader } = this.#parts.database;
    const { number, leadsFrom } = environment;
    const first = (await firstRevision(reader, number)) ?? 0;
    const [oldest, latest] = [Math.max(first, leadsFrom, await pastFrom(reader, number)), head.revision];
    if (revision >= oldest && revision <= latest && (await hasRevision(reader, number, revision))) return;
    const message =
      revision > latest
        ? `Ask for revision ${latest} or an earlier one; later ones have not been made.`
        : `Ask for revision ${oldest} or a later one, up to ${latest}; what was before is not kept${revision < oldest ? '' : ', and this one was left out'}.`;
    throw notOf(message, { oldest, latest });
  }
}

function notForKey(): DomainError {
  const message = 'This key reads what is published now; give it "history": true, or leave as_of out.';
  return new DomainError('insufficient_permission', message, { permission: 'history' });
}
