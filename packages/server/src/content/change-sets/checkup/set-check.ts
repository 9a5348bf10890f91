/** Checks that change sets are attended to when they are due, that what is in them can be read, and that nothing is left of deleted ones. */
import { type Check, type Fault, isJson, REPAIR, RESTORE } from '../../../platform/database/checkup/check.ts';
import type { Database } from '../../../platform/database/database.ts';
import { databaseNow } from '../../../platform/database/database-time.ts';
import { checkTime, dueTime, isScheduled, type SetState, setStates } from '../change-set.ts';
import { lockSet, removeSomeItems, removeSomeSets, type SetPlace, saveOfSet } from '../store.ts';
import type { ChangeSetRow } from '../tables.ts';
import { deletedWithSets, itemsInOrder, setsInOrder, setsOfLostItems } from './checkup-store.ts';

const SETS_AT_ONCE = 500;
/** Each has up to a few MiB of values. */
const ITEMS_AT_ONCE = 20;

export function changeSetCheck(database: Database): Check {
  return { name: 'change sets', find: () => faults(database) };
}

async function* faults(database: Database): AsyncGenerator<Fault> {
  yield* faultsOfSets(database);
  yield* faultsOfItems(database);
  for (const environment of await deletedWithSets(database.reader))
    yield {
      about: `change sets of environment ${environment}`,
      problem: 'exist, but the environment does not',
      remedy: REPAIR,
      repair: () => removeSets(database, environment),
    };
  for (const set of await setsOfLostItems(database.reader))
    yield {
      about: `entries of ${named(set)}`,
      problem: 'exist, but the change set does not',
      remedy: REPAIR,
      repair: () => removeItems(database, set),
    };
}

async function* faultsOfSets(database: Database): AsyncGenerator<Fault> {
  for (let after: SetPlace | undefined = { environment: 0, key: '' }; after !== undefined; ) {
    const rows: ChangeSetRow[] = await setsInOrder(database.reader, after, SETS_AT_ONCE);
    // Read after the rows, so that none was put off later than this.
    const now = await databaseNow(database.reader);
    for (const row of rows) yield* faultsOf(database, row, now);
    after = rows.length < SETS_AT_ONCE ? undefined : rows.at(-1);
  }
}

function* faultsOf(database: Database, row: ChangeSetRow, now: number): Generator<Fault> {
  const about = named(row);
  if (!setStates.includes(row.state as SetState))
    yield { about, problem: `has the unknown state "${row.state}"`, remedy: RESTORE, repair: null };
  else if (!isAttended(row, now))
    yield {
      about,
      problem: 'is attended to at other times than it says',
      remedy: REPAIR,
      repair: () => mendTimes(database, row),
    };
}

/** Whether the service looks at a set when it should. */
function isAttended(row: ChangeSetRow, now: number): boolean {
  return isDueWhenItSays(row, now) && isLookedAt(row, now);
}

function isDueWhenItSays(row: ChangeSetRow, now: number): boolean {
  const due = dueTime(row);
  if (due === null || row.due_at === null) return due === row.due_at;
  // What could not be done at its time is put off, but nothing is before that.
  return row.due_at === due || (row.due_at > due && due <= now);
}

/** A scheduled set may be looked at sooner than at its usual times, as something in it has changed. */
function isLookedAt(row: ChangeSetRow, now: number): boolean {
  if (!isScheduled(row)) return row.check_at === null;
  return row.check_at !== null || checkTime(row, now) === null;
}

async function mendTimes(database: Database, place: SetPlace): Promise<void> {
  await database.write(async (writer) => {
    const row = await lockSet(writer, place);
    const now = await databaseNow(writer);
    if (row === undefined || isAttended(row, now)) return;
    await saveOfSet(writer, place, { due_at: dueTime(row), check_at: checkTime(row, now) });
  });
}

async function* faultsOfItems({ reader }: Database): AsyncGenerator<Fault> {
  const first = { environment: 0, change_set: '', key: '' };
  for (let after: typeof first | undefined = first; after !== undefined; ) {
    const items: Awaited<ReturnType<typeof itemsInOrder>> = await itemsInOrder(reader, after, ITEMS_AT_ONCE);
    for (const { environment, change_set, key, changes, undo } of items)
      if (!isJson(changes) || !isJson(undo))
        yield {
          about: `entry ${key} of ${named({ environment, key: change_set })}`,
          problem: 'has values that cannot be read',
          remedy: RESTORE,
          repair: null,
        };
    after = items.length < ITEMS_AT_ONCE ? undefined : items.at(-1);
  }
}

async function removeSets(database: Database, environment: number): Promise<void> {
  while (!(await database.write((writer) => removeSomeSets(writer, environment, 1))));
}

async function removeItems(database: Database, set: SetPlace): Promise<void> {
  let removed = ITEMS_AT_ONCE;
  while (removed === ITEMS_AT_ONCE)
    removed = await database.write((writer) => removeSomeItems(writer, set, ITEMS_AT_ONCE));
}

function named({ environment, key }: SetPlace): string {
  return `change set ${key} of environment ${environment}`;
}
