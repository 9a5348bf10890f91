/**
 * Puts what a migration changes into change sets: for each batch of entries one that lies over what is published, and one that lies over drafts.
 * Nothing that anybody reads is changed by it.
 */
import { LecternError } from '../lectern-error.ts';
import { ifThere, type Service } from '../program/service.ts';
import type { ManagedEntry, MigratedEntries, StateChange } from './migrated-entries.ts';
import type { Batch } from './migration-records.ts';

/** What a change set takes. */
const ENTRIES_MAX = 1_000;
/** Requests at once. */
const WRITES_AT_ONCE = 4;
/** Times that an entry is read again, as somebody changed it between reading and writing. */
const ATTEMPTS_MAX = 5;
/** Entries that are named before it is given up. */
const PROBLEMS_MAX = 50;

type Onto = StateChange['onto'];

/** Told how far it has come, where that takes more than one set. */
export type Tell = (news: string) => void;

/** What was prepared. */
export interface Prepared {
  readonly batches: readonly Batch[];
  /** How many change. */
  readonly entries: number;
  /** What the service refuses, in lines. If there is anything, no batches are left. */
  readonly problems: readonly string[];
}

/** The change set of a migration, as the service shows it. */
export interface ChangeSet {
  readonly id: string;
  readonly space_id: string;
  readonly name: string;
  readonly entries: number;
  readonly state: 'open' | 'published' | 'applied' | 'undone' | 'closed' | 'scheduled' | 'failed';
  /** Since when it cannot be undone. */
  readonly values_removed_at: string | null;
}

/** How the names of sets begin: those of a run that was stopped are found by it. */
export const titles = {
  run: (migration: string) => `Migration ${migration} `,
  dryRun: (migration: string) => `Dry run of ${migration} `,
} as const;

/**
 * Writes what becomes of entries into sets, and asks the service whether all of them could go out.
 * @param how the names of the sets begin, and who is told how far it has come
 * @throws LecternError, and leaves no set behind
 */
export async function prepare(
  service: Service,
  migrated: MigratedEntries,
  entries: AsyncIterable<ManagedEntry> | Iterable<ManagedEntry>,
  how: { readonly title: string; readonly tell: Tell },
): Promise<Prepared> {
  const filling = new Filling(service, migrated, how);
  try {
    const prepared = await filling.fill(entries);
    if (prepared.problems.length === 0) return prepared;
    await deleteSets(service, prepared.batches.flatMap(setsOf));
    return { ...prepared, batches: [] };
  } catch (error) {
    await deleteSets(service, (await filling.batches()).flatMap(setsOf)).catch(() => undefined);
    throw error;
  }
}

/** Batches that are being filled. */
class Filling {
  readonly #service: Service;
  readonly #migrated: MigratedEntries;
  readonly #title: string;
  readonly #tell: Tell;
  readonly #open: OpenBatch[] = [];
  readonly #problems: string[] = [];
  readonly #failures: unknown[] = [];
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(service: Service, migrated: MigratedEntries, { title, tell }: { title: string; tell: Tell }) {
    this.#service = service;
    this.#migrated = migrated;
    this.#title = title;
    this.#tell = tell;
  }

  async fill(entries: AsyncIterable<ManagedEntry> | Iterable<ManagedEntry>): Promise<Prepared> {
    try {
      for await (const entry of entries) {
        const changes = await this.#migrated.changesOf(entry);
        if (changes.length > 0) await this.#begin(entry, changes);
        if (this.#failures.length > 0 || this.#problems.length >= PROBLEMS_MAX) break;
      }
    } finally {
      await Promise.all(this.#underWay);
    }
    if (this.#failures.length > 0) throw this.#failures[0];
    const batches = await this.batches();
    if (this.#problems.length === 0)
      for (const batch of batches) this.#problems.push(...(await refusals(this.#service, batch)));
    const count = this.#open.reduce((sum, batch) => sum + batch.entries, 0);
    return { batches, entries: count, problems: this.#problems };
  }

  batches(): Promise<Batch[]> {
    return Promise.all(this.#open.map((batch) => batch.ids()));
  }

  /** Starts to write an entry, once there is room for another request. */
  async #begin(entry: ManagedEntry, changes: readonly StateChange[]): Promise<void> {
    let batch = this.#open.at(-1);
    if (batch === undefined || batch.entries === ENTRIES_MAX) {
      if (batch !== undefined) this.#tell(`${this.#open.length * ENTRIES_MAX} entries are prepared.`);
      batch = new OpenBatch(this.#service, `${this.#title}${this.#open.length + 1}`);
      this.#open.push(batch);
    }
    batch.entries++;
    const writing: Promise<unknown> = this.#put(entry, batch, changes)
      .then((problem) => problem !== null && this.#problems.push(problem))
      .catch((error: unknown) => this.#failures.push(error))
      .finally(() => this.#underWay.delete(writing));
    this.#underWay.add(writing);
    if (this.#underWay.size === WRITES_AT_ONCE) await Promise.race(this.#underWay);
  }

  /** @returns what the service refuses; null if nothing */
  async #put(entry: ManagedEntry, batch: OpenBatch, changes: readonly StateChange[]): Promise<string | null> {
    let wanted = changes;
    for (let attempt = 1; ; attempt++) {
      try {
        for (const { onto, version, fields } of wanted) {
          const path = `entries/${entry.id}?change_set=${await batch.setOnto(onto)}`;
          await this.#service.send('PATCH', path, { fields, version });
        }
        return null;
      } catch (error) {
        if (!(error instanceof LecternError)) throw error;
        if (error.status === 422)
          return reasonsOf(error)
            .map((reason) => `${entry.key}: ${reason}`)
            .join('\n');
        const isChanged = error.code === 'version_conflict' || error.status === 404;
        if (!isChanged || attempt === ATTEMPTS_MAX) throw error;
      }
      await batch.takeOut(entry);
      const now = await this.#migrated.now(entry.key);
      if (now === null) return null;
      wanted = await this.#migrated.changesOf(now);
    }
  }
}

/** A batch that is being filled. */
class OpenBatch {
  readonly #service: Service;
  readonly #name: string;
  readonly #sets = new Map<Onto, Promise<string>>();
  entries = 0;

  constructor(service: Service, name: string) {
    this.#service = service;
    this.#name = name;
  }

  /** The id of one of its sets, which is made when it is needed. */
  setOnto(onto: Onto): Promise<string> {
    const known = this.#sets.get(onto) ?? this.#make(onto);
    this.#sets.set(onto, known);
    return known;
  }

  async #make(onto: Onto): Promise<string> {
    const body = { name: `${this.#name} ${onto}`, onto, description: 'Made by `lectern migrate run`.' };
    return (await this.#service.send<ChangeSet>('POST', `${this.#service.pathOf()}/change-sets`, body)).id;
  }

  /** Removes what was written of an entry. */
  async takeOut({ key }: ManagedEntry): Promise<void> {
    for (const set of setsOf(await this.ids()))
      await ifThere(this.#service.send('DELETE', `change-sets/${set}/entries/${encodeURIComponent(key)}`));
  }

  /** Without those that could not be made. */
  async ids(): Promise<Batch> {
    const idOf = async (onto: Onto) => (await this.#sets.get(onto)?.catch(() => null)) ?? null;
    return { published: await idOf('published'), drafts: await idOf('drafts') };
  }
}

/** What would keep a batch from going out, as it is checked whole. What somebody has changed meanwhile is seen to when it goes out. */
async function refusals(service: Service, { published, drafts }: Batch): Promise<string[]> {
  const all: string[] = [];
  for (const [set, action] of [
    [published, 'publish'],
    [drafts, 'apply'],
  ] as const) {
    if (set === null) continue;
    try {
      await service.send('POST', `change-sets/${set}/${action}`, { dry_run: true });
    } catch (error) {
      if (!(error instanceof LecternError) || ![409, 422].includes(error.status)) throw error;
      if (conflictsOf(error).length > 0 || (await service.get<ChangeSet>(`change-sets/${set}`)).entries === 0) continue;
      all.push(...reasonsOf(error));
    }
  }
  return all;
}

/** A value that somebody has changed since it was written into a set. */
export interface Conflict {
  readonly path: string;
  readonly reason: 'both_changed' | 'gone';
  readonly current: unknown;
}

/** What has to be decided before a set goes out. */
export function conflictsOf({ detail }: LecternError): readonly Conflict[] {
  return ((detail ?? {}) as { conflicts?: Conflict[] }).conflicts ?? [];
}

/** What is wrong, place by place if the service says so. */
function reasonsOf({ detail, message: whole }: LecternError): string[] {
  const { errors = [] } = (detail ?? {}) as { errors?: { path: string; message: string }[] };
  return errors.length === 0 ? [whole] : errors.map(({ path, message }) => `${path}: ${message}`);
}

/** The ids of the sets of a batch, in the order in which they go out. */
export function setsOf({ published, drafts }: Batch): string[] {
  return [published, drafts].filter((set) => set !== null);
}

/** Deletes sets with what they hold. What has gone out stays. @param sets ids */
export async function deleteSets(service: Service, sets: readonly string[]): Promise<void> {
  for (const set of sets) await ifThere(service.send('DELETE', `change-sets/${set}`));
}

/** The ids of what a run that was stopped has left behind, and has not written. @param title how the names of the sets begin */
export async function leftSets(service: Service, title: string): Promise<string[]> {
  const left: string[] = [];
  for await (const { id, name } of service.all<ChangeSet>(`${service.pathOf()}/change-sets?state=open,closed`))
    if (name.startsWith(title)) left.push(id);
  return left;
}
