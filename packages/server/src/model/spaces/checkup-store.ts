/** Reads the revisions and counters in the rows of environments, for checks. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { EnvironmentMetric } from '../../platform/journal/usage-changes.ts';

export async function selectCounters(db: Reader, number: number) {
  return db
    .selectFrom('environments')
    .select(['revision', 'published_revision', 'entries', 'assets', 'asset_bytes', 'content_types'])
    .where('number', '=', number)
    .executeTakeFirst();
}

export async function setCounter(
  writer: Writer,
  number: number,
  metric: EnvironmentMetric,
  value: number,
): Promise<void> {
  await writer
    .updateTable('environments')
    .set({ [metric]: value })
    .where('number', '=', number)
    .execute();
}

/** The totals of an account's environments, according to their rows. */
export async function sumsOfAccount(db: Reader, account: string) {
  return db
    .selectFrom('environments')
    .innerJoin('spaces', 'spaces.id', 'environments.space_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('environments'),
      fn.sum<number>('environments.entries').as('entries'),
      fn.sum<number>('environments.assets').as('assets'),
      fn.sum<number>('environments.asset_bytes').as('asset_bytes'),
      fn.sum<number>('environments.content_types').as('content_types'),
    ])
    .where('spaces.account_id', '=', account)
    .where('environments.status', '<>', 'deleting')
    .executeTakeFirstOrThrow();
}

/** All spaces, with the number that their next locale gets. */
export async function spacesForCheck(db: Reader): Promise<{ id: string; next_locale_number: number }[]> {
  return db.selectFrom('spaces').select(['id', 'next_locale_number']).orderBy('id').execute();
}

export async function setNextLocaleNumber(writer: Writer, space: string, next: number): Promise<void> {
  await writer.updateTable('spaces').set({ next_locale_number: next }).where('id', '=', space).execute();
}

/** Environments whose own name points elsewhere, with where it points. */
export async function misdirectedNames(db: Reader) {
  return db
    .selectFrom('environments as e')
    .leftJoin('environment_names as n', (join) =>
      join.onRef('n.space_id', '=', 'e.space_id').onRef('n.name', '=', 'e.name'),
    )
    .select(['n.code', 'n.environment', 'e.name', 'e.number', 'e.space_id'])
    .where('e.status', '=', 'ready')
    .where((eb) => eb.or([eb('n.environment', 'is', null), eb('n.environment', '<>', eb.ref('e.number'))]))
    .orderBy('e.number')
    .execute();
}

/** Aliases that point to an environment that does not exist. */
export async function orphanedAliases(db: Reader): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('environment_aliases as a')
    .leftJoin('environment_names as n', 'n.code', 'a.code')
    .leftJoin('environments as e', 'e.number', 'n.environment')
    .select(['a.id', 'n.name'])
    .where('e.number', 'is', null)
    .orderBy('a.id')
    .execute();
  return rows.map(({ id, name }) => ({ id, name: name ?? '' }));
}

/** The number of spaces and locales of an account. */
export async function countSpaces(db: Reader, account: string): Promise<{ spaces: number; locales: number }> {
  const spaces = await db
    .selectFrom('spaces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  const locales = await db
    .selectFrom('locales')
    .innerJoin('spaces', 'spaces.id', 'locales.space_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('spaces.account_id', '=', account)
    .executeTakeFirstOrThrow();
  return { spaces: Number(spaces.count), locales: Number(locales.count) };
}

/** The number that the next content type of an environment gets. */
export async function nextTypeNumber(db: Reader, environment: number): Promise<number> {
  const row = await db
    .selectFrom('environments')
    .select('next_type_number')
    .where('number', '=', environment)
    .executeTakeFirst();
  return row?.next_type_number ?? 0;
}

export async function setNextTypeNumber(writer: Writer, environment: number, next: number): Promise<void> {
  await writer.updateTable('environments').set({ next_type_number: next }).where('number', '=', environment).execute();
}
