/** What an environment says of the migrations that were run in it. Invariant: whoever writes a record has read the one before. */
import { LecternError } from '../lectern-error.ts';
import { ifThere, type Service } from '../program/service.ts';

/** What is needed to go on, and to undo it. */
export interface Progress {
  /** Tells one that runs it from another. */
  readonly run: string;
  /** How many change. */
  readonly entries: number;
  /** The change sets that it consists of, in the order in which they are written. */
  readonly batches: readonly Batch[];
}

/** What goes out together: at most as many entries as a change set takes. */
export interface Batch {
  /** Id of the set onto what is published; null for none. */
  readonly published: string | null;
  readonly drafts: string | null;
}

type State = 'preparing' | 'writing' | 'done' | 'undoing' | 'undone';

/** A migration in the list of an environment. */
export interface ListedRecord {
  readonly name: string;
  readonly state: State;
  /** Of its file, when it was run. */
  readonly checksum: string | null;
  /** Id of the merge that brought it; else null. */
  readonly merge: string | null;
  readonly version: number;
  readonly updated_at: string;
}

/** A migration, as the environment has it. */
export interface MigrationRecord extends ListedRecord {
  /** Null where it came with a clone or a merge. */
  readonly progress: Progress | null;
}

/** What is written. */
export interface RecordChange {
  readonly state: State;
  readonly progress: Progress;
  readonly checksum: string | null;
}

/** By name. @param environment by default the present one */
export async function recordsOf(service: Service, environment?: string): Promise<Map<string, ListedRecord>> {
  const records = new Map<string, ListedRecord>();
  for await (const record of service.all<ListedRecord>(`${service.pathOf(environment)}/migrations`))
    records.set(record.name, record);
  return records;
}

/** One as a whole; null where it was never run. */
export function recordOf(service: Service, name: string): Promise<MigrationRecord | null> {
  return ifThere(service.get<MigrationRecord>(pathOf(service, name)));
}

/**
 * @param before the record that was read last; null for none
 * @throws Error where it is another one by now, as somebody else runs the migration
 */
export async function putRecord(
  service: Service,
  name: string,
  change: RecordChange,
  before: MigrationRecord | null,
): Promise<MigrationRecord> {
  try {
    return await service.send('PUT', pathOf(service, name), { ...change, version: before?.version ?? 0 });
  } catch (error) {
    if (!(error instanceof LecternError) || error.code !== 'version_conflict') throw error;
    const now = await recordOf(service, name);
    // The response to an earlier try was lost.
    if (now?.progress?.run === change.progress.run && now.state === change.state) return now;
    throw new TakenOver(name);
  }
}

/** Told to one of two that run a migration at once. */
export class TakenOver extends Error {
  constructor(name: string) {
    super(
      `Somebody else is running ${name} at the same time, and goes on. \`lectern migrate status\` says when it is done; then run this again.`,
    );
  }
}

function pathOf(service: Service, name: string): string {
  return `${service.pathOf()}/migrations/${encodeURIComponent(name)}`;
}
