/** Which backups are kept: the newest of each of the last days, weeks and months that have a backup, in UTC. */

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const DAYS_INTO_FIRST_WEEK = 3;
const DAYS_A_WEEK = 7;
/** How many days, weeks and months to keep. */
const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;
const KEPT_MONTHS = 12;

/** Something made at a time, in milliseconds. */
interface Dated {
  readonly at: number;
}

/** The backups that are not kept. @param backups newest first */
export function surplus<Backup extends Dated>(backups: readonly Backup[]): Backup[] {
  const kept = new Set([
    ...newestOfEach(backups, dayOf, KEPT_DAYS),
    ...newestOfEach(backups, weekOf, KEPT_WEEKS),
    ...newestOfEach(backups, monthOf, KEPT_MONTHS),
  ]);
  return backups.filter((backup) => !kept.has(backup));
}

function newestOfEach<Backup extends Dated>(
  backups: readonly Backup[],
  periodOf: (at: number) => number,
  count: number,
): Backup[] {
  const newest = new Map<number, Backup>();
  for (const backup of backups) {
    const period = periodOf(backup.at);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, count);
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

function weekOf(at: number): number {
  return Math.floor((dayOf(at) + DAYS_INTO_FIRST_WEEK) / DAYS_A_WEEK);
}

function monthOf(at: number): number {
  const date = new Date(at);
  const MONTHS_A_YEAR = 12;
  return date.getUTCFullYear() * MONTHS_A_YEAR + date.getUTCMonth();
}
