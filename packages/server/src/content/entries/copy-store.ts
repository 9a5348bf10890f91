/**
 * Copies the rows of entries to another environment. Invariant: the statements of one copy may read different moments, because
 * whatever changes in between is in the journal and is copied again.
 */

import { sql } from 'kysely';
import { FIRST_REVISION } from '../../model/spaces/environment.ts';
import {
  copyRows,
  inClone,
  isAmong,
  movedId,
  numberColumn,
  replacedRows,
  type SomeRows,
} from '../../platform/database/copied-rows.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { textsOf } from '../../platform/database/number-list.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { tables } from './tables.ts';

/** Copies entries with everything that belongs to them. Skips entries whose key already exists in the clone. */
export async function copyEntryRows(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  for (const copy of [copyEntries, copyStates, copyIndex, copyVersions, copyLinks, copySlugs, copyUniqueValues]) {
    await copy(writer, pair, rows);
    await yieldToReads();
  }
}

/** The size of the documents of some entries' states, by row id. */
export async function sizesOf(db: Reader, rows: SomeRows): Promise<{ id: number; bytes: number }[]> {
  const sized = await db
    .selectFrom('entries')
    .innerJoin('entry_states', 'entry_states.id', 'entries.id')
    .select(['entries.id', sql<number>`sum(octet_length(entry_states.document))`.as('bytes')])
    .where(isAmong(db, 'entries.id', rows))
    .groupBy('entries.id')
    .orderBy('entries.id')
    .execute();
  return sized.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }));
}

/** Removes entries from the clone, and also other entries there with the same keys. */
export async function removeCopies(writer: Writer, pair: RowPair, ids: readonly number[]): Promise<void> {
  const gone = await replacedRows(writer, 'entries', pair, ids);
  for (const table of ['entries', 'entry_states', 'entry_index', 'entry_versions'] as const)
    await writer
      .deleteFrom(table)
      .where(isAmong(writer, 'id', gone))
      .execute();
  await writer
    .deleteFrom('entry_links')
    .where(isAmong(writer, 'source', gone))
    .execute();
  await removeHeld(writer, gone);
}

/** Replaces the slugs and unique values of copied entries with those of the originals. */
export async function copyClaimsAgain(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await removeHeld(writer, inClone(rows, pair));
  await copySlugs(writer, pair, rows);
  await copyUniqueValues(writer, pair, rows);
}

/** Copies the tombstones of some keys. */
export async function copyTombstonesOf(writer: Writer, pair: RowPair, keys: readonly string[]): Promise<void> {
  const { source, clone } = pair;
  await copyRows(writer, {
    table: 'entry_tombstones',
    columns: tables.entry_tombstones,
    changed: { environment: numberColumn(clone) },
    where: sql`environment = ${source} and key in ${textsOf(writer, JSON.stringify(keys))}`,
    onConflict: { key: ['environment', 'key'], take: 'version' },
  });
}

/** The next keys of deleted entries. */
export async function nextTombstones(
  db: Reader,
  environment: number,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('entry_tombstones')
    .select('key')
    .where('environment', '=', environment)
    .where('key', '>', after ?? '')
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

async function copyEntries(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await copyRows(writer, {
    table: 'entries',
    columns: tables.entries,
    changed: { id: movedId('id', pair), environment: numberColumn(pair.clone) },
    where: isAmong(writer, 'id', rows),
    onConflict: 'leave',
  });
}

async function copyStates(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await copyRows(writer, {
    table: 'entry_states',
    columns: tables.entry_states,
    changed: { id: movedId('id', pair) },
    where: isAmong(writer, 'id', rows),
  });
}

async function copyIndex(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await copyRows(writer, {
    table: 'entry_index',
    columns: tables.entry_index,
    changed: { id: movedId('id', pair) },
    where: isAmong(writer, 'id', rows),
  });
}

/** Copies only the versions of the draft and the published state. */
async function copyVersions(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await writer
    .insertInto('entry_versions')
    .columns([
      'id',
      'version',
      'action',
      'published_from',
      'published_until',
      'status',
      'created_at',
      'created_by',
      'document',
      'ancestor',
      'sitting_since',
    ])
    .expression((eb) =>
      eb
        .selectFrom('entries as e')
        .innerJoin('entry_versions as v', 'v.id', 'e.id')
        .select((on) => [
          movedId('v.id', pair).as('id'),
          'v.version',
          'v.action',
          on
            .case()
            .when('v.version', '=', on.ref('e.published_version'))
            .then(numberColumn(FIRST_REVISION))
            .else(null)
            .end()
            .as('published_from'),
          on.cast<number | null>(on.val(null), 'bigint').as('published_until'),
          'v.status',
          'v.created_at',
          'v.created_by',
          'v.document',
          numberColumn(1).as('ancestor'),
          on.cast<number | null>(on.val(null), 'bigint').as('sitting_since'),
        ])
        .where(isAmong(writer, 'e.id', rows))
        .where((on) =>
          on.or([on('v.version', '=', on.ref('e.version')), on('v.version', '=', on.ref('e.published_version'))]),
        ),
    )
    .execute();
}

async function copyLinks(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await copyRows(writer, {
    table: 'entry_links',
    columns: tables.entry_links,
    changed: { environment: numberColumn(pair.clone), source: movedId('source', pair) },
    where: isAmong(writer, 'source', rows),
  });
}

/**
 * If another entry of the clone has a copied slug, it is taken away: that entry lost it in the source, and will be copied again.
 */
async function copySlugs(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await copyRows(writer, {
    table: 'slugs',
    columns: tables.slugs,
    changed: { environment: numberColumn(pair.clone), entry: movedId('entry', pair) },
    where: isAmong(writer, 'entry', rows),
    onConflict: { key: ['environment', 'content_type', 'locale', 'slug'], take: 'entry' },
  });
}

/** As with slugs. */
async function copyUniqueValues(writer: Writer, pair: RowPair, rows: SomeRows): Promise<void> {
  await copyRows(writer, {
    table: 'unique_values',
    columns: tables.unique_values,
    changed: { environment: numberColumn(pair.clone), entry: movedId('entry', pair) },
    where: isAmong(writer, 'entry', rows),
    onConflict: { key: ['environment', 'content_type', 'field', 'locale', 'value_hash'], take: 'entry' },
  });
}

async function removeHeld(writer: Writer, copies: SomeRows): Promise<void> {
  await writer
    .deleteFrom('slugs')
    .where(isAmong(writer, 'entry', copies))
    .execute();
  await writer
    .deleteFrom('unique_values')
    .where(isAmong(writer, 'entry', copies))
    .execute();
}
