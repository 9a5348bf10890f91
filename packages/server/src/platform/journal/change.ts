/** Collects what one write changed: the audit records, the journal items, and work that needs the new revision. */

import type { AuditAction } from '../../../../contract/src/audit-actions.ts';
import type { EventOf, EventResource } from '../../../../contract/src/event-kinds.ts';
import type { Metric } from '../../../../contract/src/plan-metrics.ts';
import type { Writer } from '../database/database.ts';
import type { Language } from '../kit/language.ts';
import { type EnvironmentMetric, UsageChanges } from './usage-changes.ts';

/** The changes in a record. A created resource has no `before`, a deleted one no `after`. */
export interface RecordedChanges {
  readonly before?: object;
  readonly after?: object;
  /** The reason, for a change that nobody requested. */
  readonly reason?: string;
}

/** The description of a write for the audit. */
export interface ChangeRecord {
  /** `<resource>.<verb>`. */
  readonly action: AuditAction;
  readonly target: { readonly type: string; readonly id: string };
  /** The account whose audit shows the record, if not the actor's; null for maintenance, which no audit shows. */
  readonly accountId?: string | null;
  readonly spaceId?: string;
  /** Name of the environment. */
  readonly environment?: string;
  /** Names to values, before and after; secrets are masked. */
  readonly changes?: RecordedChanges;
}

/** An environment that a write changed, and what its events say about it. */
export interface ChangedEnvironment {
  readonly number: number;
  readonly name: string;
  readonly spaceId: string;
}

/** An environment whose content counts towards an account's usage. */
export interface CountedEnvironment {
  readonly number: number;
  readonly accountId: string;
}

/**
 * How a change moves a resource in lists, as bits: it changed `updated_at` of an asset or a draft, `published_at`, or
 * `updated_at` of the published state; or the resource was created, or published for the first time.
 */
export const MOVED = { updated: 1, published: 2, publishedSaved: 4, created: 8, arrived: 16 } as const;

interface ItemFacts {
  readonly environment: ChangedEnvironment;
  readonly key: string;
  /** Row id of the entry or asset, number of the content type, locale or environment. */
  readonly resource: number;
  /** Number of the entry's content type. */
  readonly contentType?: number;
  /** The `api_id` of the entry's content type. */
  readonly contentTypeKey?: string;
  /** Whether the change is visible to delivery. */
  readonly published: boolean;
  /** Bits of `MOVED`; absent for none. */
  readonly moved?: number;
  readonly slug?: string | null;
  /** JSON of an entry's slugs by locale (`event-slugs.ts`). */
  readonly slugs?: string | null;
  readonly status?: string | null;
}

type ItemKind = EventResource | 'locale';

/** One changed resource and its event; null if webhooks receive none. */
export type ChangeItem = {
  [Kind in ItemKind]: ItemFacts & { readonly kind: Kind; readonly event: EventOf<Kind> | null };
}[ItemKind];

/** A point in a write that it can be rolled back to. */
export interface ChangeMark {
  readonly items: number;
  readonly revisionWork: number;
  readonly finished: number;
  readonly usage: number;
  readonly record: ChangeRecord | undefined;
}

/** Inserts rows that carry the revision; runs after the environments' rows are locked. */
export type RevisionWork = (writer: Writer, revision: number) => Promise<void>;

export class Change {
  /** The time of the write, the same for everything it writes, in milliseconds. */
  readonly at: number;
  /** What whoever makes it reads, if the request says so. */
  readonly language: Language | undefined;
  readonly items: ChangeItem[] = [];
  readonly revisionWork: { readonly environment: number; readonly work: RevisionWork }[] = [];
  /** How the write changes the usage of its account. */
  readonly usage = new UsageChanges();
  readonly #finished: ChangeRecord[] = [];
  #record: ChangeRecord | undefined;

  constructor(at: number, language?: Language) {
    this.at = at;
    this.language = language;
  }

  /** Describes the write, or the current part of it. The last call counts. */
  record(record: ChangeRecord): void {
    this.#record = record;
  }

  /** Ends a part of the write that has its own record: the next call of `record` describes another part. */
  endPart(): void {
    if (this.#record !== undefined) this.#finished.push(this.#record);
    this.#record = undefined;
  }

  item(item: ChangeItem): void {
    this.items.push(item);
  }

  /** Registers rows that carry the new revision of the environment. */
  atRevision(environment: number, work: RevisionWork): void {
    this.revisionWork.push({ environment, work });
  }

  /** Changes an account's usage: `by` is positive for what was added, negative for what was removed. */
  count(accountId: string, metric: Metric, by: number): void {
    if (by !== 0) this.usage.add({ accountId, environment: null, metric, by });
  }

  /** Changes the usage of an environment, for which the write reports an item, and of the account. */
  countIn(environment: CountedEnvironment, metric: EnvironmentMetric, by: number): void {
    if (by !== 0) this.usage.add({ accountId: environment.accountId, environment: environment.number, metric, by });
  }

  /** Marks how much was collected so far, for `undoTo`. */
  mark(): ChangeMark {
    return {
      items: this.items.length,
      revisionWork: this.revisionWork.length,
      finished: this.#finished.length,
      usage: this.usage.mark(),
      record: this.#record,
    };
  }

  /** Discards what was collected since a mark: what an item of a bulk added before it was rolled back. */
  undoTo(mark: ChangeMark): void {
    this.items.length = mark.items;
    this.revisionWork.length = mark.revisionWork;
    this.#finished.length = mark.finished;
    this.usage.undoTo(mark.usage);
    this.#record = mark.record;
  }

  /** Suppresses the events of the changes: items stay, for caches and columns, but without events. */
  withoutEvents(): void {
    for (const [index, item] of this.items.entries()) this.items[index] = { ...item, event: null };
  }

  /** Whether the write changed nothing. A write with changes but no description is a bug: see `records`. */
  isEmpty(): boolean {
    return (
      this.#record === undefined &&
      this.#finished.length === 0 &&
      this.items.length === 0 &&
      this.revisionWork.length === 0
    );
  }

  /** The descriptions of the write: one for each part, at least one. */
  get records(): readonly ChangeRecord[] {
    const records = this.#record === undefined ? this.#finished : [...this.#finished, this.#record];
    if (records.length === 0) throw new Error('The write changed something but did not describe it.');
    return records;
  }

  /**
   * Refuses events that cannot be delivered: deliveries find the space and the environment through the first record. Those of whole
   * environments need only the space, since a write may change all of its environments.
   * @throws if an event belongs to another environment than that record
   */
  requireDeliverable(): void {
    const [first] = this.records;
    for (const { event, environment, kind } of this.items) {
      if (event === null) continue;
      const { spaceId, environment: name } = first ?? {};
      const isNamed = name === environment.name || (name === undefined && kind === 'environment');
      if (spaceId === environment.spaceId && isNamed) continue;
      throw new Error(
        `No webhook could be sent ${event}: the record of the write has to name its space and environment.`,
      );
    }
  }
}
