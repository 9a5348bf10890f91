/** Checks the locales of spaces, and the environments that names point to. */
import { type Check, type Fault, REPAIR, RESTORE } from '../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { misdirectedNames, orphanedAliases, setNextLocaleNumber, spacesForCheck } from './checkup-store.ts';
import { pointName } from './environment-store.ts';
import { listLocales } from './locale-store.ts';

export function spaceCheck(database: Database): Check {
  return { name: 'spaces', find: () => faults(database) };
}

async function* faults(database: Database): AsyncGenerator<Fault> {
  for (const { id } of await spacesForCheck(database.reader))
    yield* await database.snapshot((reader) => localeFaults(database, reader, id));
  for (const { code, name, space_id: space, number, environment } of await misdirectedNames(database.reader))
    yield {
      about: `name ${name} of space ${space}`,
      problem: code === null ? 'has no code' : `points to environment ${environment ?? 'none'}, and not to ${number}`,
      remedy: code === null ? RESTORE : REPAIR,
      repair: code === null ? null : () => database.write((writer) => pointName(writer, code, number)),
    };
  for (const { id, name } of await orphanedAliases(database.reader))
    yield {
      about: `alias ${name} (${id})`,
      problem: 'points to no environment',
      remedy: 'delete it, or point it at an environment',
      repair: null,
    };
}

async function localeFaults(database: Database, reader: Reader, space: string): Promise<Fault[]> {
  const [row] = (await spacesForCheck(reader)).filter(({ id }) => id === space);
  if (row === undefined) return [];
  const locales = await listLocales(reader, space);
  const about = `space ${space}`;
  const found: Fault[] = [];
  const lost = (problem: string) => found.push({ about, problem, remedy: RESTORE, repair: null });
  const defaults = locales.filter(({ isDefault }) => isDefault);
  if (defaults.length !== 1) lost(`has ${defaults.length} default locales`);
  for (const { code, fallback } of locales)
    if (fallback !== null && locales.every(({ number }) => number !== fallback))
      lost(`has a locale ${code} that falls back to one that does not exist`);
  const last = Math.max(0, ...locales.map(({ number }) => number));
  if (row.next_locale_number <= last && locales.length > 0)
    found.push({
      about,
      problem: `continues with locale number ${row.next_locale_number}, but already has ${last}`,
      remedy: REPAIR,
      repair: () => database.write((writer) => setNextLocaleNumber(writer, space, last + 1)),
    });
  return found;
}
