/** Rows of the searched texts, and of the models by which entries were indexed. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import { bytesOf, jsonMembers, parseMembers, readInPieces } from '../../platform/database/row-pieces.ts';
import type { SearchModelRow } from './tables.ts';

/** Key in index rows for the texts of a state by locale, next to the fields by number. */
export const TEXTS_KEY = 'texts';

export const selectText = prepared<{ space: string; hash: string }, { id: number; used_at: number }>((db, place) =>
  db
    .selectFrom('search_texts')
    .select(['id', 'used_at'])
    .where('space_id', '=', place('space'))
    .where('hash', '=', place('hash')),
);

/** Returns no row if the text exists already. */
export const insertText = prepared<{ space: string; hash: string; at: number }, { id: number }>((db, place) =>
  db
    .insertInto('search_texts')
    .values({ space_id: place('space'), hash: place('hash'), used_at: place('at') })
    .onConflict((conflict) => conflict.columns(['space_id', 'hash']).doNothing())
    .returning('id'),
);

/** Protects a text from collection; returns no row if it is gone. */
export const touchText = prepared<{ id: number; at: number }, { id: number }>((db, place) =>
  db
    .updateTable('search_texts')
    .set({ used_at: place('at') })
    .where('id', '=', place('id'))
    .returning('id'),
);

/** An environment whose entries may be indexed by a previous model or analyser. */
export interface StaleEnvironment {
  readonly number: number;
  readonly space_id: string;
  readonly name: string;
}

/** Environments in use that have to be checked, the first ones after a number. */
export async function staleEnvironments(
  db: Reader,
  { analyser, after, limit }: { analyser: number; after: number; limit: number },
): Promise<StaleEnvironment[]> {
  return db
    .selectFrom('environments as e')
    .leftJoin('search_models as m', 'm.environment', 'e.number')
    .select(['e.number', 'e.space_id', 'e.name'])
    .where('e.status', '=', 'ready')
    .where('e.number', '>', after)
    .where((on) =>
      on.or([
        on('m.environment', 'is', null),
        on('m.analyser', '!=', analyser),
        on('m.model_revision', '!=', on.ref('e.model_revision')),
      ]),
    )
    .orderBy('e.number')
    .limit(limit)
    .execute();
}

export async function selectModel(db: Reader, environment: number): Promise<SearchModelRow | undefined> {
  return db.selectFrom('search_models').selectAll().where('environment', '=', environment).executeTakeFirst();
}

export async function upsertModel(writer: Writer, row: SearchModelRow): Promise<void> {
  const { environment, ...rest } = row;
  await writer
    .insertInto('search_models')
    .values(row)
    .onConflict((conflict) => conflict.column('environment').doUpdateSet(rest))
    .execute();
}

/** Whether the texts of an environment are up to date with its current model. */
export async function isUpToDate(db: Reader, row: SearchModelRow): Promise<boolean> {
  const environment = await db
    .selectFrom('environments')
    .select('model_revision')
    .where('number', '=', row.environment)
    .executeTakeFirst();
  return environment?.model_revision === row.model_revision;
}

export async function deleteModel(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('search_models').where('environment', '=', environment).execute();
}

export async function spacesWithTexts(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('search_texts').select('space_id').distinct().execute();
  return rows.map(({ space_id }) => space_id);
}

/** Texts of a space that nothing has started to use since a time, the first ones after an id. */
export async function textsUnusedSince(
  db: Reader,
  { space, before, after, limit }: { space: string; before: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('search_texts')
    .select('id')
    .where('space_id', '=', space)
    .where('used_at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes those of the texts that nothing has started to use since a time; returns their ids. */
export async function deleteTexts(writer: Writer, texts: readonly number[], before: number): Promise<number[]> {
  const gone = await writer
    .deleteFrom('search_texts')
    .where('id', 'in', [...texts])
    .where('used_at', '<', before)
    .returning('id')
    .execute();
  return gone.map(({ id }) => id);
}

/** Numbers of all environments of a space, whatever their status; a clone comes after its source. */
export async function environmentsOf(db: Reader, space: string): Promise<number[]> {
  const rows = await db
    .selectFrom('environments')
    .select('number')
    .where('space_id', '=', space)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

/**
 * The texts that the index rows of an environment refer to, in chunks; rows may come twice.
 * @param rows read at once
 */
export async function* entryTextsIn(db: Reader, environment: number, rows: number): AsyncGenerator<number[]> {
  const { first, end } = rowIdRange(environment);
  let after = { id: first, version: 0 };
  for (;;) {
    const { id, version } = after;
    const sized = await db
      .selectFrom('entry_index')
      .select(['id', 'version', bytesOf('index_values').as('bytes')])
      .where('id', '>=', id)
      .where('id', '<', end)
      .where((on) => on.or([on('id', '>', id), on('version', '>', version)]))
      .orderBy('id')
      .orderBy('version')
      .limit(rows)
      .execute();
    yield* readInPieces(sized, (piece) => textsBetween(db, piece[0]?.id ?? 0, piece.at(-1)?.id ?? 0));
    const last = sized.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function textsBetween(db: Reader, from: number, to: number): Promise<number[]> {
  const rows = await db
    .selectFrom('entry_index')
    .select(jsonMembers(db, 'index_values', [TEXTS_KEY]).as('values'))
    .where('id', '>=', from)
    .where('id', '<=', to)
    .execute();
  return rows.flatMap(({ values }) => {
    const { [TEXTS_KEY]: texts = {} } = parseMembers<Record<string, Record<string, number>>>(values);
    return Object.values(texts);
  });
}

/** The texts that the assets of an environment refer to. */
export async function assetTextsIn(db: Reader, environment: number): Promise<number[]> {
  const { first, end } = rowIdRange(environment);
  const rows = await db
    .selectFrom('asset_searches')
    .select('search_text')
    .where('asset', '>=', first)
    .where('asset', '<', end)
    .execute();
  return rows.map(({ search_text }) => search_text);
}
