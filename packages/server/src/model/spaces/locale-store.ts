/** The rows of a space's locales. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Locale } from './locale.ts';
import type { LocaleRow } from './tables.ts';

const selectLocales = prepared<{ spaceId: string }, LocaleRow>((db, place) =>
  db.selectFrom('locales').selectAll().where('space_id', '=', place('spaceId')).orderBy('number'),
);

/** The locales of a space, oldest first. */
export async function listLocales(db: Reader, spaceId: string): Promise<Locale[]> {
  return (await selectLocales(db, { spaceId })).map(asLocale);
}

export async function insertLocale(writer: Writer, spaceId: string, locale: Locale, at: number): Promise<void> {
  const { number, id } = locale;
  await writer
    .insertInto('locales')
    .values({ space_id: spaceId, number, id, created_at: at, ...changingColumns(locale, at) })
    .execute();
}

export async function updateLocale(writer: Writer, spaceId: string, locale: Locale, at: number): Promise<void> {
  await writer
    .updateTable('locales')
    .set(changingColumns(locale, at))
    .where('space_id', '=', spaceId)
    .where('number', '=', locale.number)
    .execute();
}

export async function deleteLocale(writer: Writer, spaceId: string, number: number): Promise<void> {
  await writer.deleteFrom('locales').where('space_id', '=', spaceId).where('number', '=', number).execute();
}

function changingColumns(locale: Locale, at: number) {
  const { code, name, fallback, version } = locale;
  const flags = { is_default: locale.isDefault ? 1 : 0, optional: locale.optional ? 1 : 0 };
  return { code, name, fallback, version, ...flags, updated_at: at };
}

function asLocale(row: LocaleRow): Locale {
  const { number, id, code, name, fallback, version } = row;
  return { number, id, code, name, fallback, isDefault: row.is_default === 1, optional: row.optional === 1, version };
}
