/**
 * How a kind whose resources are plain values is compared and merged: read, brought into a merged or an earlier state, and
 * deleted. What results of three states, and which conflicts, is the same for all of them (`branches/merging/`).
 */
import type { Model } from '../../model/content-types/model.ts';
import type { CopyStep } from '../../model/spaces/content-copy.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';

/** What merges call the kinds, in plans, paths and counts. */
export type ValuePlural = 'assets';

/** What every row of such a kind has. */
export interface ValueRow {
  readonly key: string;
  readonly version: number;
  readonly updated_at: number;
  readonly updated_by: string;
}

/** One value of a resource, which merges on its own. */
export interface PlacedValue {
  /** What it is called in responses. */
  readonly slot: string;
  /** Number of the locale; 0 for a value that is the same in all. */
  readonly locale: number;
  /** Undefined where the value goes. */
  readonly value: unknown;
}

/** The open write of a merge, or of undoing one. */
export interface MergeWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly model: Model;
}

/** @template Kept what of a row is merged; common ancestors keep it as JSON */
export interface ValueMerge<Row extends ValueRow = ValueRow, Kept = unknown> {
  readonly plural: ValuePlural;
  /** Those of an environment that have one of the keys, by key. */
  read(db: Reader, environment: number, keys: readonly string[]): Promise<Map<string, Row>>;
  /** The same, locked against changes by others until the write ends. */
  lock(writer: Writer, environment: number, keys: readonly string[]): Promise<Map<string, Row>>;
  /** The next ones of an environment, and where they end; null where nothing is behind them. */
  next(db: Reader, environment: number, step: CopyStep): Promise<{ rows: readonly Row[]; place: string | null }>;
  /** About how much of memory a row takes. */
  bytesOf(row: Row): number;
  kept(row: Row): Kept;
  values(kept: Kept, locales: Locales): readonly PlacedValue[];
  /** How a value is shown in conflicts and comparisons. */
  shown(slot: string, value: unknown): unknown;
  /** The same with some values changed. @param before undefined for a new one */
  changed(before: Kept | undefined, values: readonly PlacedValue[]): Kept;
  /** @param before as it is; null if it is new */
  save(work: MergeWork, before: Row | null, key: string, kept: Kept): Promise<Row>;
  remove(work: MergeWork, before: Row): Promise<void>;
  /** Brings it back as it was, but for its version. @param before as it is; null if it is gone */
  restore(work: MergeWork, before: Row | null, was: Row): Promise<Row>;
}
