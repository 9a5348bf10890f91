/**
 * What is committed but not fanned out yet: the journal items after the cursor of each environment. Revisions of an
 * environment commit in order, so nothing ever appears before its cursor.
 */

import { sql } from 'kysely';
import type { EventKind, EventResource } from '../../../../../contract/src/event-kinds.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { EventAlias } from '../event.ts';

/** A position in an environment's journal. */
export interface JournalPlace {
  readonly revision: number;
  readonly ordinal: number;
}

/** A journal item with an event, and everything that the event's body needs. */
export interface CommittedItem extends JournalPlace {
  readonly event: EventKind;
  /** The audit's name for the write. */
  readonly action: string;
  readonly kind: EventResource;
  readonly key: string;
  /** `api_id` of the entry's content type. */
  readonly content_type_key: string | null;
  readonly slug: string | null;
  /** JSON of an entry's slugs by locale number; null for none. */
  readonly slugs: string | null;
  readonly status: string | null;
  /** When the change was made, in milliseconds. */
  readonly at: number;
  readonly space_id: string;
  /** Name of the environment, and the code that stands for this name in ids. */
  readonly environment: string;
  readonly code: string;
  /** The code of the name that is the item's key, of an item of an environment: of an alias that was moved, the alias's. */
  readonly key_code: string | null;
  /** Public id of the environment; null if its rows are gone. */
  readonly environment_id: string | null;
}

/** An environment and its space. */
export interface EnvironmentOfSpace {
  readonly number: number;
  readonly space_id: string;
}

const FIRST_PLACE: JournalPlace = { revision: 1, ordinal: 0 };

const selectCursor = prepared<{ environment: number }, JournalPlace>((db, place) =>
  lockForUpdate(
    db,
    db.selectFrom('webhook_cursors').select(['revision', 'ordinal']).where('environment', '=', place('environment')),
  ),
);

const insertCursor = prepared<{ environment: number } & JournalPlace, unknown>((db, place) =>
  db
    .insertInto('webhook_cursors')
    .values({ environment: place('environment'), revision: place('revision'), ordinal: place('ordinal') })
    .onConflict((conflict) => conflict.doNothing()),
);

export const moveCursor = prepared<{ environment: number } & JournalPlace, unknown>((db, place) =>
  db
    .updateTable('webhook_cursors')
    .set({ revision: place('revision'), ordinal: place('ordinal') })
    .where('environment', '=', place('environment')),
);

/** The cursor of an environment, locked until the write ends. A new cursor begins at the environment's first revision. */
export async function lockCursor(writer: Writer, environment: number): Promise<JournalPlace> {
  const [known] = await selectCursor(writer, { environment });
  if (known !== undefined) return known;
  await insertCursor(writer, { environment, ...FIRST_PLACE });
  const [made] = await selectCursor(writer, { environment });
  return made ?? FIRST_PLACE;
}

export const selectRevision = prepared<{ environment: number }, { revision: number }>((db, place) =>
  db.selectFrom('environments').select('revision').where('number', '=', place('environment')),
);

/** The items with an event after a position, in order. */
export const selectItems = prepared<
  { environment: number; revision: number; ordinal: number; limit: number },
  CommittedItem
>((db, place) =>
  db
    .selectFrom('journal_items as i')
    .innerJoin('journal_heads as h', (join) =>
      join.onRef('h.environment', '=', 'i.environment').onRef('h.revision', '=', 'i.revision'),
    )
    .innerJoin('journal as j', 'j.id', 'h.journal_id')
    .leftJoin('environments as e', 'e.number', 'i.environment')
    // A write that changes every environment of a space names none.
    .innerJoin('environment_names as n', (join) =>
      join
        .onRef('n.space_id', '=', 'j.space_id')
        .on((eb) => eb('n.name', '=', eb.fn.coalesce('j.environment', 'e.name'))),
    )
    .leftJoin('environment_names as k', (join) =>
      join.on('i.kind', '=', 'environment').onRef('k.space_id', '=', 'j.space_id').onRef('k.name', '=', 'i.key'),
    )
    .select([
      'i.revision',
      'i.ordinal',
      'i.key',
      'i.content_type_key',
      'i.slug',
      'i.slugs',
      'i.status',
      'j.at',
      'j.action',
      'n.space_id',
      'n.name as environment',
      'n.code',
      'k.code as key_code',
      'e.id as environment_id',
    ])
    // The journal accepts no other kinds.
    .select((eb) => [
      eb.ref('i.event').$castTo<EventKind>().as('event'),
      eb.ref('i.kind').$castTo<EventResource>().as('kind'),
    ])
    .where('i.environment', '=', place('environment'))
    .where('i.revision', '>=', place('revision'))
    .where((eb) => eb.or([eb('i.revision', '>', place('revision')), eb('i.ordinal', '>=', place('ordinal'))]))
    .where('i.event', 'is not', null)
    .orderBy('i.revision')
    .orderBy('i.ordinal')
    .limit(place('limit')),
);

/** The aliases of an environment. */
export const selectAliases = prepared<{ environment: number }, EventAlias>((db, place) =>
  db
    .selectFrom('environment_names as n')
    .innerJoin('environments as e', 'e.number', 'n.environment')
    .select(['n.name', 'n.code'])
    .where('n.environment', '=', place('environment'))
    .whereRef('n.name', '!=', 'e.name'),
);

/** Environments that have journal rows after their cursor and belong to spaces with webhooks. */
export const selectEnvironmentsBehind = prepared<object, { number: number }>((db) => environmentsBehind(db));

/** The same, but only for spaces with journal rows after the given id. */
export const selectBehindSince = prepared<{ journalId: number }, { number: number }>((db, place) =>
  environmentsBehind(db).where(
    'e.space_id',
    'in',
    db.selectFrom('journal').select('space_id').where('id', '>', place('journalId')),
  ),
);

/** The highest committed journal id. On PostgreSQL, lower ids may still be committed later. */
export const selectLastJournalId = prepared<object, { id: number | null }>((db) =>
  db.selectFrom('journal').select(({ fn }) => fn.max<number | null>('id').as('id')),
);

function environmentsBehind(db: Reader) {
  return db
    .selectFrom('environments as e')
    .leftJoin('webhook_cursors as c', 'c.environment', 'e.number')
    .select('e.number')
    .where('e.space_id', 'in', db.selectFrom('webhooks').select('space_id').where('active', '=', 1))
    .where((eb) => eb('e.revision', '>=', eb.fn.coalesce('c.revision', sql<number>`1`)));
}

/** The given environments whose spaces have active webhooks, by number. */
export async function withWebhooks(db: Reader, environments: readonly number[]): Promise<EnvironmentOfSpace[]> {
  return db
    .selectFrom('environments as e')
    .select(['e.number', 'e.space_id'])
    .where('e.number', 'in', environments)
    .where('e.space_id', 'in', db.selectFrom('webhooks').select('space_id').where('active', '=', 1))
    .orderBy('e.number')
    .execute();
}

/** The environments of a space, locked against moves until the write ends, by number. */
export async function lockEnvironmentsOf(writer: Writer, spaceId: string): Promise<EnvironmentOfSpace[]> {
  const query = writer
    .selectFrom('environments')
    .select(['number', 'space_id'])
    .where('space_id', '=', spaceId)
    .orderBy('number');
  return lockForUpdate(writer, query).execute();
}

/** Removes the cursors of environments that are gone. */
export async function deleteGoneCursors(writer: Writer): Promise<void> {
  await writer
    .deleteFrom('webhook_cursors')
    .where('environment', 'not in', writer.selectFrom('environments').select('number'))
    .execute();
}
