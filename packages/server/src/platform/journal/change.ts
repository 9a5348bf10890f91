/** What one write changed, gathered while it runs: the audit record, the items, and what waits for the revision. */
import type { Writer } from '../database/database.ts';

/** What a record tells of a change. What was made has no `before`, what was removed no `after`. */
export interface RecordedChanges {
  readonly before?: object;
  readonly after?: object;
  /** Why it was done, where nobody asked for it. */
  readonly reason?: string;
}

/** What the write was, for the audit. */
export interface ChangeRecord {
  /** `<resource>.<verb>`. */
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string };
  /** The account whose audit shows it, where it is not the actor's; null for upkeep, which none shows. */
  readonly accountId?: string | null;
  readonly spaceId?: string;
  /** Name of the environment. */
  readonly environment?: string;
  /** What changed: names to values, before and after; secrets masked. */
  readonly changes?: RecordedChanges;
}

/** One resource that changed, and the event that tells of it. */
export interface ChangeItem {
  /** Number of the environment. */
  readonly environment: number;
  readonly event: string | null;
  readonly kind: 'entry' | 'asset' | 'content_type' | 'locale' | 'environment';
  readonly key: string;
  /** Row id of the entry or asset, number of the content type, locale or environment. */
  readonly resource: number;
  /** Number of the entry's content type. */
  readonly contentType?: number;
  /** The `api_id` of the entry's content type. */
  readonly contentTypeKey?: string;
  /** Whether delivery can see the change. */
  readonly published: boolean;
  readonly slug?: string | null;
  readonly status?: string | null;
}

/** A point in a write that it can be taken back to. */
export interface ChangeMark {
  readonly items: number;
  readonly revisionWork: number;
  readonly record: ChangeRecord | undefined;
}

/** Inserts rows that carry the revision; runs after the environments' rows are locked. */
export type RevisionWork = (writer: Writer, revision: number) => Promise<void>;

export class Change {
  /** When the write happens: one time for all it writes, in milliseconds. */
  readonly at: number;
  readonly items: ChangeItem[] = [];
  readonly revisionWork: { readonly environment: number; readonly work: RevisionWork }[] = [];
  #record: ChangeRecord | undefined;

  constructor(at: number) {
    this.at = at;
  }

  /** Says what the write was. The last word counts. */
  record(record: ChangeRecord): void {
    this.#record = record;
  }

  item(item: ChangeItem): void {
    this.items.push(item);
  }

  /** Has rows written that carry the revision which the environment gets by this write. */
  atRevision(environment: number, work: RevisionWork): void {
    this.revisionWork.push({ environment, work });
  }

  /** How much was gathered so far, for `undoTo`. */
  mark(): ChangeMark {
    return { items: this.items.length, revisionWork: this.revisionWork.length, record: this.#record };
  }

  /** Takes back what was gathered since a mark: what an item of a bulk said before it was undone. */
  undoTo(mark: ChangeMark): void {
    this.items.length = mark.items;
    this.revisionWork.length = mark.revisionWork;
    this.#record = mark.record;
  }

  /** Has nobody told of what changed: items stay, for caches and columns, without their events. */
  withoutEvents(): void {
    for (const [index, item] of this.items.entries()) this.items[index] = { ...item, event: null };
  }

  /** Whether the write changed nothing. One that changed something and never said what it was is a mistake: see `said`. */
  isEmpty(): boolean {
    return this.#record === undefined && this.items.length === 0 && this.revisionWork.length === 0;
  }

  /** What the write was. */
  get said(): ChangeRecord {
    if (this.#record === undefined) throw new Error('The write said nothing of what it was.');
    return this.#record;
  }
}
