/** Rows of the texts that are searched, and of the models that entries were indexed by. */
import type { Reader, Writer } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { SearchModelRow } from '../database/tables.ts';

export const selectText = prepared<{ space: string; hash: string }, { id: number; used_at: number }>((db, place) =>
  db
    .selectFrom('search_texts')
    .select(['id', 'used_at'])
    .where('space_id', '=', place('space'))
    .where('hash', '=', place('hash')),
);

/** Gives no row where the text is there. */
export const insertText = prepared<{ space: string; hash: string; at: number }, { id: number }>((db, place) =>
  db
    .insertInto('search_texts')
    .values({ space_id: place('space'), hash: place('hash'), used_at: place('at') })
    .onConflict((conflict) => conflict.columns(['space_id', 'hash']).doNothing())
    .returning('id'),
);

/** Keeps a text from being collected; gives no row where it is gone. */
export const touchText = prepared<{ id: number; at: number }, { id: number }>((db, place) =>
  db
    .updateTable('search_texts')
    .set({ used_at: place('at') })
    .where('id', '=', place('id'))
    .returning('id'),
);

/** An environment whose entries may be indexed by another model or another way than today's. */
export interface StaleEnvironment {
  readonly number: number;
  readonly space_id: string;
  readonly name: string;
}

/** Environments in use that are to be looked at, the first ones behind a number. */
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

export async function deleteModel(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('search_models').where('environment', '=', environment).execute();
}
