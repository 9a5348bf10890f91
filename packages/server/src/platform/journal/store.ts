/** Writes the rows of the journal and raises the revisions of the environments that a change moved. */
import type { Writer } from '../database/database.ts';
import { placesOf, prepared } from '../database/prepared.ts';
import { waitForAll } from '../database/wait-for-all.ts';
import { notFound } from '../errors/domain-error.ts';
import { newId } from '../kit/ids.ts';
import { Pace } from '../kit/pace.ts';
import type { Actor } from './actor.ts';
import type { Change, ChangeItem, ChangeRecord } from './change.ts';
import type { EnvironmentHeads, MovedEnvironment } from './environment-heads.ts';
import type { RecordDigests, RecordFacts } from './record-digests.ts';
import { changesText, keepChanges } from './recorded-changes.ts';
import { type JournalItemRow, type JournalRow, tables } from './tables.ts';
import type { UsageCounters } from './usage-changes.ts';

/** Rows that one statement inserts. */
const ROWS_AT_ONCE = 50;

/** The actor, the change, the record digests, and the keepers of the counters of environments and accounts. */
export interface AppendedChange {
  readonly actor: Actor;
  readonly change: Change;
  readonly digests: RecordDigests;
  readonly heads: EnvironmentHeads;
  readonly usage: UsageCounters;
}

type NewJournalRow = Omit<JournalRow, 'id'>;

const insertRecord = prepared<NewJournalRow, { id: number }>((db, place) =>
  db
    .insertInto('journal')
    .values(placesOf(tables.journal, place, 'id'))
    .returning('id'),
);

const raiseHead = prepared<{ environment: number; head: string; revision: number }, unknown>((db, place) =>
  db
    .insertInto('environment_heads')
    .values({ environment: place('environment'), head: place('head'), revision: place('revision') })
    .onConflict((conflict) => conflict.columns(['environment', 'head']).doUpdateSet({ revision: place('revision') })),
);

const insertJournalHead = prepared<{ environment: number; revision: number; journalId: number; at: number }, unknown>(
  (db, place) =>
    db.insertInto('journal_heads').values({
      environment: place('environment'),
      revision: place('revision'),
      journal_id: place('journalId'),
      at: place('at'),
    }),
);

const insertItem = prepared<JournalItemRow, unknown>((db, place) =>
  db.insertInto('journal_items').values(placesOf(tables.journal_items, place)),
);

/**
 * Appends a change. Environments are locked last, in order of their numbers, and after them the counters of accounts, so
 * that no two writes deadlock.
 * @throws `plan_limit_reached`
 */
export async function appendChange(writer: Writer, appended: AppendedChange): Promise<MovedEnvironment[]> {
  const { change } = appended;
  change.requireDeliverable();
  const numbers = [...new Set(change.items.map((item) => item.environment.number))].sort((a, b) => a - b);
  const last = numbers.pop();
  const moved: MovedEnvironment[] = [];
  for (const number of numbers) moved.push(await raiseCounters(writer, appended, number));
  const [moving, , journalId] = await waitForAll(
    last === undefined ? Promise.resolve(null) : raiseCounters(writer, appended, last),
    settleUsage(writer, appended),
    appendRecords(writer, appended),
  );
  if (moving !== null) moved.push(moving);
  for (const environment of moved) {
    const { number, revision } = environment;
    await insertJournalHead(writer, { environment: number, revision, journalId, at: change.at });
    await appendItems(writer, environment, change);
  }
  return moved;
}

async function raiseCounters(
  writer: Writer,
  { heads, change }: AppendedChange,
  number: number,
): Promise<MovedEnvironment> {
  const items = change.items.filter((item) => item.environment.number === number);
  const published = items.some((item) => item.published);
  const model = items.some((item) => item.kind === 'content_type' || item.kind === 'locale');
  const environment = await heads.raise(writer, {
    number,
    name: items[0]?.environment.name ?? '',
    published,
    model,
    usage: change.usage.ofEnvironment(number),
  });
  // The environment was deleted while the write ran: nothing it wrote may stay behind.
  if (environment === undefined) throw notFound('environment');
  for (const head of movedHeads(items))
    await raiseHead(writer, { environment: number, head, revision: environment.revision });
  return environment;
}

async function settleUsage(writer: Writer, { change, usage }: AppendedChange): Promise<void> {
  for (const account of change.usage.accounts()) await usage.add(writer, account, change.usage.ofAccount(account));
}

function movedHeads(items: readonly ChangeItem[]): Set<string> {
  const heads = new Set<string>();
  for (const item of items.filter(({ published }) => published)) {
    if (item.kind === 'asset') heads.add('assets');
    if (item.kind === 'content_type') heads.add(`type:${item.resource}`);
    if (item.kind === 'entry') heads.add(`type:${item.contentType}`);
    if (item.kind === 'locale') heads.add('locales');
  }
  return heads;
}

/** Appends a row for each record; the environments' heads point to the first. */
async function appendRecords(writer: Writer, appended: AppendedChange): Promise<number> {
  let first: number | undefined;
  for await (const rows of inBatches(appended.change.records, (record) => rowOf(appended, record))) {
    const [row] = rows;
    const ids =
      rows.length === 1 && row !== undefined
        ? await insertRecord(writer, row)
        : await writer.insertInto('journal').values(rows).returning('id').execute();
    first ??= Math.min(...ids.map(({ id }) => id));
  }
  if (first === undefined) throw new Error('The journal returned no row.');
  return first;
}

/** Rows that are inserted by one statement each: in a large write every statement that returns rows, as every savepoint, takes longer. */
async function* inBatches<T, R>(items: readonly T[], rowOfItem: (item: T, at: number) => R): AsyncGenerator<R[]> {
  const pace = new Pace();
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) {
    yield items.slice(at, at + ROWS_AT_ONCE).map((item, index) => rowOfItem(item, at + index));
    await pace.restIfDue();
  }
}

function rowOf({ actor, change, digests }: AppendedChange, record: ChangeRecord): NewJournalRow {
  const facts = factsOf(actor, record, change.at);
  const changes = changesText(record.changes);
  const { ip = null, userAgent = null } = actor.origin ?? {};
  const details = { actorName: actor.name, ip, userAgent };
  const kept = keepChanges(changes);
  return {
    at: facts.at,
    account_id: facts.account,
    space_id: facts.space,
    environment: facts.environment,
    actor_type: facts.actorType,
    actor_id: facts.actorId,
    actor_name: details.actorName,
    action: facts.action,
    target_type: facts.targetType,
    target_id: facts.targetId,
    ip,
    user_agent: userAgent,
    request_id: facts.requestId,
    changes: kept.changes,
    record_id: facts.recordId,
    digest: digests.ofRecord(facts, digests.ofDetails(facts.recordId, { ...details, changes })),
    erased_digest: null,
    packed_changes: kept.packedChanges,
  };
}

function factsOf(actor: Actor, record: ChangeRecord, at: number): RecordFacts {
  return {
    recordId: newId('aud', at),
    at,
    account: record.accountId === undefined ? actor.accountId : record.accountId,
    space: record.spaceId ?? null,
    environment: record.environment ?? null,
    actorType: actor.type,
    actorId: actor.id,
    action: record.action,
    targetType: record.target.type,
    targetId: record.target.id,
    requestId: actor.origin?.requestId ?? null,
  };
}

async function appendItems(writer: Writer, { number, revision }: MovedEnvironment, change: Change): Promise<void> {
  const items = change.items.filter(({ environment }) => environment.number === number);
  const rowOfItem = (item: ChangeItem, ordinal: number): JournalItemRow => ({
    environment: number,
    revision,
    ordinal,
    event: item.event,
    kind: item.kind,
    key: item.key,
    resource: item.resource,
    content_type: item.contentType ?? null,
    content_type_key: item.contentTypeKey ?? null,
    published: item.published ? 1 : 0,
    moved: item.moved ?? 0,
    slug: item.slug ?? null,
    slugs: item.slugs ?? null,
    status: item.status ?? null,
  });
  for await (const rows of inBatches(items, rowOfItem)) {
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) await insertItem(writer, row);
    else await writer.insertInto('journal_items').values(rows).execute();
  }
  for (const { environment, work } of change.revisionWork) if (environment === number) await work(writer, revision);
}

export const insertIdempotencyRecord = prepared<
  { scope: string; bodyHash: string; response: Uint8Array; createdAt: number },
  { scope: string }
>((db, place) =>
  db
    .insertInto('idempotency_records')
    .values({
      scope: place('scope'),
      body_hash: place('bodyHash'),
      response: place('response'),
      created_at: place('createdAt'),
    })
    .onConflict((conflict) => conflict.column('scope').doNothing())
    .returning('scope'),
);

export const selectIdempotencyRecord = prepared<
  { scope: string },
  { body_hash: string; response: Uint8Array; created_at: number }
>((db, place) =>
  db
    .selectFrom('idempotency_records')
    .select(['body_hash', 'response', 'created_at'])
    .where('scope', '=', place('scope')),
);

export const fillIdempotencyRecord = prepared<{ scope: string; response: Uint8Array }, unknown>((db, place) =>
  db
    .updateTable('idempotency_records')
    .set({ response: place('response') })
    .where('scope', '=', place('scope')),
);

/** Removes a record of that time; a newer one under the same scope stays. */
export const deleteIdempotencyRecord = prepared<{ scope: string; createdAt: number }, unknown>((db, place) =>
  db.deleteFrom('idempotency_records').where('scope', '=', place('scope')).where('created_at', '=', place('createdAt')),
);

/** Removes the records that are older than a time. */
export const deleteIdempotencyRecordsBefore = prepared<{ time: number }, unknown>((db, place) =>
  db.deleteFrom('idempotency_records').where('created_at', '<', place('time')),
);
