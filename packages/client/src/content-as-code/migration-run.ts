/**
 * Runs a migration. Invariant: the environment's record says what may be changed already, so that whoever comes after a stop goes on from
 * there: while it is `preparing` nothing is, and from `writing` on the sets that it names are what there is to write.
 */
import { randomUUID } from 'node:crypto';
import { LecternError } from '../lectern-error.ts';
import { ifThere, type Service } from '../program/service.ts';
import { type LoadedMigration, type ManagedEntry, MigratedEntries } from './migrated-entries.ts';
import {
  type Batch,
  type MigrationRecord,
  type Progress,
  putRecord,
  recordOf,
  TakenOver,
} from './migration-records.ts';
import {
  type ChangeSet,
  type Conflict,
  conflictsOf,
  deleteSets,
  leftSets,
  type Prepared,
  prepare,
  setsOf,
  type Tell,
  titles,
} from './migration-sets.ts';

/** Times that a batch is tried, as others changed its entries meanwhile. */
const ATTEMPTS_MAX = 100;

/** What a run has done. */
export interface RunOutcome {
  /** How many have changed. */
  readonly entries: number;
  /** What the service refuses, in lines. If there is anything, nothing has changed. */
  readonly problems: readonly string[];
  /** Paths of values in drafts that somebody wrote meanwhile, and that stay. */
  readonly kept: readonly string[];
}

interface SetEntry {
  readonly key: string;
  readonly differences: readonly { readonly path: string; readonly value: unknown }[];
}

/** Checks what a migration would do, and leaves nothing behind. @throws Error where a part of it is done already */
export async function tryMigration(service: Service, loaded: LoadedMigration, tell: Tell): Promise<Prepared> {
  const record = await recordOf(service, loaded.name);
  if (record?.state === 'writing')
    throw new Error(`${loaded.name} was stopped on its way; \`lectern migrate run\` goes on.`);
  const migrated = await MigratedEntries.of(service, loaded);
  const prepared = await prepare(service, migrated, migrated.all(), { title: titles.dryRun(loaded.name), tell });
  await deleteSets(service, prepared.batches.flatMap(setsOf));
  return prepared;
}

/** Runs a migration, or goes on where it was stopped. @throws LecternError, or TakenOver where somebody else runs it */
export async function runMigration(service: Service, loaded: LoadedMigration, tell: Tell): Promise<RunOutcome> {
  const record = await recordOf(service, loaded.name);
  // Somebody else has just come to its end.
  if (record?.state === 'done') return { entries: record.progress?.entries ?? 0, problems: [], kept: [] };
  const run = new MigrationRun(await MigratedEntries.of(service, loaded), { service, loaded, tell }, record);
  const isBegun = record?.state === 'writing';
  const problems = isBegun ? [] : await run.begin();
  return problems.length > 0 ? { entries: 0, problems, kept: [] } : await run.end();
}

class MigrationRun {
  readonly #service: Service;
  readonly #loaded: LoadedMigration;
  readonly #migrated: MigratedEntries;
  readonly #id = randomUUID();
  readonly #kept: string[] = [];
  readonly #tell: Tell;
  #record: MigrationRecord | null;

  constructor(
    migrated: MigratedEntries,
    { service, loaded, tell }: { readonly service: Service; readonly loaded: LoadedMigration; readonly tell: Tell },
    record: MigrationRecord | null,
  ) {
    this.#service = service;
    this.#loaded = loaded;
    this.#migrated = migrated;
    this.#tell = tell;
    this.#record = record;
  }

  /** Prepares everything, in the place of what an earlier run prepared before it was stopped. @returns what the service refuses */
  async begin(): Promise<readonly string[]> {
    // Those of another run that begins from here on are not for this one to delete.
    const left = await leftSets(this.#service, titles.run(this.#loaded.name));
    await this.#note('preparing', { entries: 0, batches: [] });
    await deleteSets(this.#service, left);
    const prepared = await this.#prepareAll();
    if (prepared.problems.length > 0) return prepared.problems;
    await this.#noteSets({ entries: prepared.entries, batches: prepared.batches }, prepared.batches);
    return [];
  }

  /** Writes what is prepared. */
  async end(): Promise<RunOutcome> {
    const { name } = this.#loaded;
    await this.#writeAll();
    // What was to be made again when an earlier run was stopped, and what a check that was stopped has left.
    for (const title of [titles.run(name), titles.dryRun(name)])
      await deleteSets(this.#service, await leftSets(this.#service, title));
    await this.#note('done', this.#progress());
    return { entries: this.#progress().entries, problems: [], kept: this.#kept };
  }

  /** Writes batch by batch, each as often as others change its entries at that moment. */
  async #writeAll(): Promise<void> {
    for (let [index, attempts] = [0, 0]; ; attempts++) {
      const batch = this.#progress().batches[index];
      if (batch === undefined) return;
      if (attempts === ATTEMPTS_MAX)
        throw new Error(`Others change the entries of ${this.#loaded.name} all the time; run this again to go on.`);
      if (!(await this.#write(batch, index))) continue;
      [index, attempts] = [index + 1, 0];
      const all = this.#progress().batches.length;
      if (all > 1) this.#tell(`part ${index} of ${all} is written.`);
    }
  }

  /** Where somebody else begins as well, their run deletes the sets of this one. */
  async #prepareAll(): Promise<Prepared> {
    const { name } = this.#loaded;
    try {
      const how = { title: titles.run(name), tell: this.#tell };
      return await prepare(this.#service, this.#migrated, this.#migrated.all(), how);
    } catch (error) {
      const now = await recordOf(this.#service, name).catch(() => this.#record);
      throw now?.version === this.#record?.version ? error : new TakenOver(name);
    }
  }

  #progress(): Progress {
    const { progress, state, name } = this.#record ?? {};
    if (progress) return progress;
    const { environment } = this.#service.place;
    throw new Error(`${environment} was cloned while ${name} was ${state}, and has a part of it; clone it again.`);
  }

  async #note(state: MigrationRecord['state'], progress: Omit<Progress, 'run'>): Promise<void> {
    const { name, checksum } = this.#loaded;
    const { entries, batches } = progress;
    const change = { state, progress: { run: this.#id, entries, batches }, checksum };
    this.#record = await putRecord(this.#service, name, change, this.#record);
  }

  /** Notes sets that are to go out, or deletes them where it is not for this run to do. */
  async #noteSets(progress: Omit<Progress, 'run'>, made: readonly Batch[]): Promise<void> {
    try {
      await this.#note('writing', progress);
    } catch (error) {
      if (error instanceof TakenOver) await deleteSets(this.#service, made.flatMap(setsOf));
      throw error;
    }
  }

  /** Publishes a batch, then applies what becomes of drafts. @returns whether it is out: not if it had to be made again */
  async #write({ published, drafts }: Batch, index: number): Promise<boolean> {
    const problem =
      (published === null ? null : await this.#goOut(published, 'publish')) ??
      (drafts === null ? null : await this.#goOut(drafts, 'apply'));
    if (problem === null) return true;
    const conflicts = problem === 'closed' ? [] : conflictsOf(problem);
    if (problem !== 'closed' && conflicts.length === 0) throw problem;
    const isPublished = published !== null && (await this.#setOf(published)).state === 'published';
    if (isPublished && drafts !== null) await this.#decide(drafts, published, conflicts);
    else await this.#prepareAgain(index, conflicts);
    return false;
  }

  /** @returns the conflict with what others have written, or that it is closed to be made again; null once it is out */
  async #goOut(set: string, action: 'publish' | 'apply'): Promise<LecternError | 'closed' | null> {
    const { state, entries } = await this.#setOf(set);
    if (state === 'closed') return 'closed';
    // Others may have deleted what it had.
    if (state !== 'open' || entries === 0) return null;
    try {
      await this.#service.send('POST', `change-sets/${set}/${action}`, {});
      return null;
    } catch (error) {
      if (!(error instanceof LecternError)) throw error;
      // The response to the request that did it may have been lost, or another run did it just now.
      if (error.code === 'invalid_transition') {
        const now = (await this.#setOf(set)).state;
        if (now !== 'open') return now === 'closed' ? now : null;
      }
      if (error.code === 'conflict') return error;
      throw error;
    }
  }

  async #setOf(set: string): Promise<ChangeSet> {
    const found = await ifThere(this.#service.get<ChangeSet>(`change-sets/${set}`));
    if (found !== null) return found;
    const { name } = this.#loaded;
    throw new Error(
      `A release of ${name} was deleted before it went out. Take back what is done with \`lectern migrate undo ${name}\`, then run it again.`,
    );
  }

  /**
   * What becomes of the entries of a batch is computed anew from what they are now, and those that others have changed become a batch of their own, which is
   * small and soon written. The batch is closed first: another run that would still publish it could not, and if it just has, there is nothing to do.
   */
  async #prepareAgain(index: number, conflicts: readonly Conflict[]): Promise<void> {
    const { batches, entries: count } = this.#progress();
    const former = batches.slice(index, index + 1).flatMap(setsOf);
    for (const set of former) if (!(await this.#close(set))) return;
    const isBusy = ({ key }: ManagedEntry) => conflicts.some(({ path }) => path.startsWith(`entries.${key}.`));
    const entries = await this.#entriesOf(former);
    const made: Batch[] = [];
    for (const group of [entries.filter((entry) => !isBusy(entry)), entries.filter(isBusy)]) {
      const { name } = this.#loaded;
      const how = { title: titles.run(`${name} again`), tell: this.#tell };
      const again = await prepare(this.#service, this.#migrated, group, how);
      if (again.problems.length > 0)
        throw new Error(
          [`${name} is stopped on its way, as entries were changed meanwhile:`, ...again.problems].join('\n'),
        );
      made.push(...again.batches);
    }
    await this.#noteSets({ entries: count, batches: batches.toSpliced(index, 1, ...made) }, made);
    await deleteSets(this.#service, former);
  }

  /** @returns whether it is closed: not if it has gone out */
  async #close(set: string): Promise<boolean> {
    try {
      await this.#service.send('POST', `change-sets/${set}/close`, {});
      return true;
    } catch (error) {
      if (!(error instanceof LecternError) || error.code !== 'invalid_transition') throw error;
      return (await this.#setOf(set)).state === 'closed';
    }
  }

  async #entriesOf(sets: readonly string[]): Promise<ManagedEntry[]> {
    const keys = new Set<string>();
    for (const set of sets) for (const { key } of await this.#changesIn(set)) keys.add(key);
    const entries: ManagedEntry[] = [];
    for (const key of keys) {
      const entry = await this.#migrated.now(key);
      if (entry !== null) entries.push(entry);
    }
    return entries;
  }

  /** The entries of a set with what it makes, or has made, of them. */
  async #changesIn(set: string): Promise<SetEntry[]> {
    const all: SetEntry[] = [];
    for (let after = ''; ; ) {
      const path = `change-sets/${set}/changes?limit=1000&after=${encodeURIComponent(after)}`;
      const { items, next } = await this.#service.get<{ items: SetEntry[]; next: string | null }>(path);
      all.push(...items);
      if (next === null) return all;
      after = next;
    }
  }

  /**
   * What is published went out, and drafts that nobody had touched went along: where a draft has what was published, its own value stands. What
   * somebody has written meanwhile stays.
   */
  async #decide(drafts: string, published: string, conflicts: readonly Conflict[]): Promise<void> {
    const written = new Map<string, string>();
    for (const { key, differences } of await this.#changesIn(published))
      for (const { path, value } of differences) written.set(`entries.${key}.${path}`, JSON.stringify(value));
    const resolutions = conflicts.map(({ path, reason, current }) => {
      const isOurs = reason === 'both_changed' && written.get(path) === JSON.stringify(current);
      if (!isOurs) this.#kept.push(path);
      return { path, take: isOurs ? 'set' : 'current' };
    });
    await this.#service.send('PUT', `change-sets/${drafts}/resolutions`, { resolutions });
  }
}
