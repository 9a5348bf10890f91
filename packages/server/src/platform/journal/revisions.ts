/** The revisions of environments and when they were made, which outlives the rows of the journal. */
import type { Reader } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';

const selectRevision = prepared<{ environment: number; revision: number }, { at: number }>((db, place) =>
  db
    .selectFrom('journal_heads')
    .select('at')
    .where('environment', '=', place('environment'))
    .where('revision', '=', place('revision')),
);

const selectLatest = prepared<{ environment: number; time: number }, { revision: number }>((db, place) =>
  db
    .selectFrom('journal_heads')
    .select('revision')
    .where('environment', '=', place('environment'))
    .where('at', '<=', place('time'))
    .orderBy('at', 'desc')
    .orderBy('revision', 'desc')
    .limit(1),
);

const selectFirst = prepared<{ environment: number }, { revision: number }>((db, place) =>
  db
    .selectFrom('journal_heads')
    .select('revision')
    .where('environment', '=', place('environment'))
    .orderBy('revision')
    .limit(1),
);

/** Whether the environment has that revision: one that took a name over skips some. */
export async function hasRevision(db: Reader, environment: number, revision: number): Promise<boolean> {
  return (await selectRevision(db, { environment, revision })).length > 0;
}

/** The last revision that was made by a time; undefined if none was. */
export async function revisionAt(db: Reader, environment: number, time: number): Promise<number | undefined> {
  return (await selectLatest(db, { environment, time }))[0]?.revision;
}

/** The first revision of an environment. */
export async function firstRevision(db: Reader, environment: number): Promise<number | undefined> {
  return (await selectFirst(db, { environment }))[0]?.revision;
}
