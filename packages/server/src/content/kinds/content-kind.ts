/**
 * What every kind of content implements, in one file per kind: how it is cloned, how it is removed with its environment, how it is
 * counted and checked, and how it is exported and imported. Code that works on whole environments uses the list in `kinds.ts`.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { ContentTypes } from '../../model/content-types/content-types.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { KindCopy } from '../../model/spaces/content-copy.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { EnvironmentCounters } from '../../model/spaces/environment-check.ts';
import type { RemovalStep } from '../../model/spaces/space-content.ts';
import type { Check } from '../../platform/database/checkup/check.ts';
import type { Sequence } from '../../platform/database/checkup/sequence-check.ts';
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { AssetFile } from '../assets/intake.ts';
import type { ValueMerge } from './value-merge.ts';

/** The kinds as named in the journal and in import records, in order of dependencies. */
export const kindNames = ['content_type', 'asset', 'entry'] as const;
export type KindName = (typeof kindNames)[number];

/**
 * The kinds that are merged value by value. Content types (by field) and entries (with drafts, slugs and versions) have merging
 * code of their own.
 */
export type ValueKindName = Exclude<KindName, 'content_type' | 'entry'>;

/** A record of an import, or of an export. */
export type ContentRecord = Readonly<Record<string, unknown>>;

/** What checks need. */
export interface CheckParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly models: Models;
  /** All environments that can be used; for kinds that depend on content types, only those whose types can be read. */
  readonly environments: { readonly all: EnvironmentsInTurn; readonly readable: EnvironmentsInTurn };
}

export type EnvironmentsInTurn = () => AsyncIterable<Environment>;

/** A range of keys of one environment. */
export interface KeyRange {
  /** Number of the environment. */
  readonly environment: number;
  /** Lower bound of the keys, exclusive; '' for all. */
  readonly above: string;
  /** Upper bound of the keys, inclusive. */
  readonly upto: string;
}

/** A resource of a kind as its record. */
export interface ReadRecord {
  readonly key: string;
  readonly record: ContentRecord;
  /** The `api_id` of its content type, for kinds with one file of records per content type. */
  readonly contentType?: string;
  /** The stored file that belongs to it. */
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

/** The outcome of a record. */
export interface ImportedRecord {
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly warnings: readonly Violation[];
}

/** What looking at one imported resource again requires. */
export type WarningsWork = Pick<RecordWork, 'writer' | 'environment' | 'models'>;

/** How a kind is exported and imported. */
export interface KindRecords {
  /** The member of a record that contains its key. */
  readonly keyName: 'api_id' | 'key';
  /** Changes to these kinds may affect every record of this kind. */
  readonly dependsOn: readonly string[];
  /** How many lines an import reads at once. */
  readonly linesAtOnce: number;
  /** The maximum number of lines in a file; null for no limit. */
  readonly linesMax: number | null;
  /** @throws `validation_failed` if it does not have the shape of a record of the kind; values are not checked */
  readonly check: (record: ContentRecord) => void;
  /** Yields the resources with the given keys, in batches that fit comfortably in memory. */
  readonly byKey: (db: Reader, model: Model, keys: readonly string[]) => AsyncIterable<readonly ReadRecord[]>;
  /** The next resources of a range, empty at its end; null for a kind small enough to be read in full at the end of an export. */
  readonly inRange: ((db: Reader, model: Model, range: KeyRange) => Promise<readonly ReadRecord[]>) | null;
  /** Creates or changes the resource to match the record. */
  readonly import: (work: RecordWork, record: ContentRecord) => Promise<ImportedRecord>;
  /**
   * The warnings of an imported resource as it is now, none if it is gone; null for a kind whose warnings do not depend on
   * other resources.
   */
  readonly warnings: ((work: WarningsWork, key: string) => Promise<readonly Violation[]>) | null;
}

/** One kind of content. */
export interface ContentKind {
  readonly name: KindName;
  readonly copy: KindCopy;
  /** Removes some of the kind's resources from a deleted environment. */
  readonly remove: RemovalStep;
  /** Counts what account plans limit, by metric. */
  readonly counts: Partial<EnvironmentCounters>;
  readonly check: (parts: CheckParts) => Check;
  /** The counter that numbers its rows; null if no counter does. */
  readonly sequence: ((environment: number) => Sequence) | null;
  readonly records: KindRecords;
  /** How it is merged; null for kinds that have merging code of their own. */
  readonly merge: ValueMerge | null;
}
