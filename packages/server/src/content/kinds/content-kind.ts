/**
 * What every kind of content answers, one file for each kind: how it comes into a clone, how it goes with its environment,
 * how it is counted and checked, and how it is exported and imported. `kinds.ts` lists them; whatever works on whole
 * environments asks the list.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { ContentTypes } from '../../model/content-types/content-types.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { KindCopy } from '../../model/spaces/content-copy.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { HeldCounts } from '../../model/spaces/environment-check.ts';
import type { RemovalStep } from '../../model/spaces/space-content.ts';
import type { Check } from '../../platform/database/checkup/check.ts';
import type { Sequence } from '../../platform/database/checkup/sequence-check.ts';
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { AssetFile } from '../assets/intake.ts';
import type { ValueMerge } from './value-merge.ts';

/** The kinds as the journal and records of imports name them, each before those that need it. */
export const kindNames = ['content_type', 'asset', 'entry'] as const;
export type KindName = (typeof kindNames)[number];

/** The kinds that merge value by value. Content types merge by field, entries with drafts, slugs and versions: merging knows them. */
export type ValueKindName = Exclude<KindName, 'content_type' | 'entry'>;

/** A record of an import, or of an export. */
export type ContentRecord = Readonly<Record<string, unknown>>;

/** What checks work with. */
export interface CheckParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly models: Models;
  /** All environments that can be used; for kinds that stand on content types, those whose types can be read. */
  readonly environments: { readonly all: EnvironmentsInTurn; readonly readable: EnvironmentsInTurn };
}

export type EnvironmentsInTurn = () => AsyncIterable<Environment>;

/** A range of keys of one environment. */
export interface KeyRange {
  /** Number of the environment. */
  readonly environment: number;
  /** Keys behind this one; '' for all. */
  readonly above: string;
  /** Keys up to this one, itself included. */
  readonly upto: string;
}

/** One of a kind as its record. */
export interface ReadRecord {
  readonly key: string;
  readonly record: ContentRecord;
  /** The `api_id` of its content type, where records stand in a file for each. */
  readonly contentType?: string;
  /** The stored file that goes with it. */
  readonly file?: { readonly hash: string; readonly name: string; readonly size: number } | null;
}

/** The open write of an import, and one record of it. */
export interface RecordWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly models: Models;
  readonly contentTypes: ContentTypes;
  readonly versionsKept: number;
  /** Row id to use if it is a new entry. */
  readonly newId: number | undefined;
  /** The stored file that comes with the record. */
  readonly file: AssetFile | undefined;
}

/** What became of a record. */
export interface ImportedRecord {
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly warnings: readonly Violation[];
}

/** How a kind is exported and imported. */
export interface KindRecords {
  /** The attribute of a record that has its key. */
  readonly keyName: 'api_id' | 'key';
  /** Changes of these kinds may be in every record of this one. */
  readonly dependsOn: readonly string[];
  /** How many an import reads at once. */
  readonly linesAtOnce: number;
  /** The most lines that a file may have; null for any number. */
  readonly linesMax: number | null;
  /** @throws `validation_failed` if it is no record of the kind, whatever its values */
  readonly check: (record: ContentRecord) => void;
  /** Those with the given keys, as many at a time as fit into memory well. */
  readonly byKey: (db: Reader, model: Model, keys: readonly string[]) => AsyncIterable<readonly ReadRecord[]>;
  /** The next ones of a range, none at its end; null for a kind so small that all of it is read at the end of an export. */
  readonly inRange: ((db: Reader, model: Model, range: KeyRange) => Promise<readonly ReadRecord[]>) | null;
  /** Makes it as the record says. */
  readonly import: (work: RecordWork, record: ContentRecord) => Promise<ImportedRecord>;
}

/** One kind of content. */
export interface ContentKind {
  readonly name: KindName;
  readonly copy: KindCopy;
  /** Removes some of what a deleted environment has of it. */
  readonly remove: RemovalStep;
  /** Counts what the plan of an account limits, by metric. */
  readonly counts: Partial<HeldCounts>;
  readonly check: (parts: CheckParts) => Check;
  /** The numbers that its rows get; null if they get none of a counter. */
  readonly sequence: ((environment: number) => Sequence) | null;
  readonly records: KindRecords;
  /** How it merges; null for those that merging knows by name. */
  readonly merge: ValueMerge | null;
}
