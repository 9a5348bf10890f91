/**
 * How a kind whose resources are plain values is compared and merged: read, brought into a merged or an earlier state, and deleted.
 * Three-way merging and its conflicts are the same for all such kinds (`branches/merging/`).
 */
import type { Model } from '../../model/content-types/model.ts';
import type { CopyStep } from '../../model/spaces/content-copy.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';

/** The names of the kinds in plans, paths and counts of merges. */
export type ValuePlural = 'assets';

/** The columns that every row of such a kind has. */
export interface ValueRow {
  readonly key: string;
  readonly version: number;
  readonly updated_at: number;
  readonly updated_by: string;
}

/** One value of a resource, merged separately. */
export interface PlacedValue {
  /** Its name in responses. */
  readonly slot: string;
  /** Number of the locale; 0 for a value without a locale. */
  readonly locale: number;
  /** Undefined if the value is removed. */
  readonly value: unknown;
}

/** The open write that applies or undoes a merge. */
export interface MergeWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly model: Model;
}

/** @template Kept the merged part of a row; stored as JSON in common ancestors */
export interface ValueMerge<Row extends ValueRow = ValueRow, Kept = unknown> {
  readonly plural: ValuePlural;
  /** The resources of an environment with the given keys, by key. */
  read(db: Reader, environment: number, keys: readonly string[]): Promise<Map<string, Row>>;
  /** The same, locked against changes by others until the write ends. */
  lock(writer: Writer, environment: number, keys: readonly string[]): Promise<Map<string, Row>>;
  /** The next resources of an environment, and where the page ends; null if there are no more. */
  next(db: Reader, environment: number, step: CopyStep): Promise<{ rows: readonly Row[]; place: string | null }>;
  /** Approximate memory used by a row. */
  bytesOf(row: Row): number;
  kept(row: Row): Kept;
  values(kept: Kept, locales: Locales): readonly PlacedValue[];
  /** How a value is shown in conflicts and comparisons. */
  shown(slot: string, value: unknown): unknown;
  /** The kept part with some values changed. @param before undefined for a new resource */
  changed(before: Kept | undefined, values: readonly PlacedValue[]): Kept;
  /** @param before the current row; null if it is new */
  save(work: MergeWork, before: Row | null, key: string, kept: Kept): Promise<Row>;
  remove(work: MergeWork, before: Row): Promise<void>;
  /** Restores its previous state, except its version. @param before the current row; null if it is gone */
  restore(work: MergeWork, before: Row | null, was: Row): Promise<Row>;
}
