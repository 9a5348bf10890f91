/** Takes a migration back. Invariant: what somebody has changed since stays, and is named. */
import { randomUUID } from 'node:crypto';
import { LecternError } from '../lectern-error.ts';
import { ifThere, type Service } from '../program/service.ts';
import { type MigrationRecord, type Progress, putRecord } from './migration-records.ts';
import { type ChangeSet, deleteSets, leftSets, setsOf, titles } from './migration-sets.ts';

/** What stays as the migration made it. */
export interface UndoOutcome {
  /** Paths of values that somebody has changed since. */
  readonly kept: readonly string[];
  /** How many of its change sets are gone, with what they could bring back. */
  readonly lost: number;
}

/**
 * Takes back what a migration has made, the last set first.
 * @throws Error where it was made elsewhere or too long ago
 */
export async function undoMigration(service: Service, record: MigrationRecord): Promise<UndoOutcome> {
  const { progress, name, checksum } = record;
  if (progress === null)
    throw new Error(`${name} was run in another environment, and came with a clone or a merge; undo it there.`);
  const sets = await setsIn(service, name, progress);
  const mine = { ...progress, run: randomUUID() };
  const undoing = await putRecord(service, name, { state: 'undoing', progress: mine, checksum }, record);
  const kept: string[] = [];
  for (const set of sets.toReversed()) if (set !== null) kept.push(...(await undoSet(service, set)));
  await deleteSets(service, await leftSets(service, titles.run(name)));
  await putRecord(service, name, { state: 'undone', progress: mine, checksum }, undoing);
  return { kept, lost: sets.filter((set) => set === null).length };
}

async function setsIn(service: Service, name: string, { batches }: Progress): Promise<(ChangeSet | null)[]> {
  const ids = batches.flatMap(setsOf);
  const sets = await Promise.all(ids.map((set) => ifThere(service.get<ChangeSet>(`change-sets/${set}`))));
  if (sets.some((set) => set !== null && set.space_id !== service.place.space))
    throw new Error(`${name} was run in another space, of which this one is a copy; undo it there.`);
  if (sets.some((set) => set !== null && set.values_removed_at !== null))
    throw new Error(`${name} was run too long ago; the service no longer has what was there before.`);
  return sets;
}

/** @returns the paths of what stays */
async function undoSet(service: Service, { id, state }: ChangeSet): Promise<string[]> {
  if (state !== 'published' && state !== 'applied') return [];
  try {
    const { kept } = await service.send<{ kept: { path: string }[] }>('POST', `change-sets/${id}/undo`, {});
    return kept.map(({ path }) => path);
  } catch (error) {
    const now = await service.get<ChangeSet>(`change-sets/${id}`);
    // The response to an earlier try was lost.
    if (error instanceof LecternError && error.code === 'invalid_transition' && now.state === 'undone') return [];
    throw error;
  }
}
