/**
 * The traces of half an hour of typing, over a real database and with a simulated clock: versions, deliveries, audit records, and
 * every word.
 */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { webhookRow } from '../../../../testing/src/rows/webhook-row.ts';
import { until } from '../../../../testing/src/until.ts';
import { type BenchSpace, makeBenchSpace, openWorkbench, type Workbench } from '../../../../testing/src/workbench.ts';
import type { EntryView } from '../../../src/content/entries/representation.ts';
import { finishAttempt } from '../../../src/events/webhooks/dispatch/attempt-store.ts';
import { Sender } from '../../../src/events/webhooks/dispatch/sender.ts';
import { Sending } from '../../../src/events/webhooks/dispatch/sending.ts';
import { WebhookSecrets } from '../../../src/events/webhooks/webhook-secrets.ts';
import { Jobs } from '../../../src/platform/jobs/jobs.ts';
import type { Actor } from '../../../src/platform/journal/actor.ts';
import type { OutgoingRequest } from '../../../src/platform/outgoing/outgoing.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
/** A program saves 1.5 s after the last key and 10 s after the first one. */
const SAVE_EVERY_MS = 10 * SECOND_MS;
const VERSIONS_MAX = 7;
const DELIVERIES_MAX = 8;

const NO_ANSWER = {
  durationMs: 1,
  statusCode: null,
  error: 'timeout',
  response: '',
  responseHeaders: {},
  retryAfter: null,
  url: '',
  headers: {},
};

const secrets = new WebhookSecrets('a secret of at least 32 characters');

interface Sent {
  readonly event: string;
  readonly revision: number;
  readonly at: number;
}

describeEachEngine('typing', (engine) => {
  let bench: Workbench;
  let own: BenchSpace;
  let now: number;
  let sent: Sent[];
  let sender: Sender;
  let jobs: Jobs;

  beforeEach(async () => {
    now = Date.now();
    sent = [];
    bench = await openWorkbench(await engine.freshDatabaseConfig(), () => now);
    own = await makeBenchSpace(bench);
    const body = { id: 'body', name: 'Body', type: 'text' as const };
    const note = { api_id: 'note', name: 'Note', fields: [body] };
    await bench.contentTypes.create(own.owner, own.master, note as never);
    [sender, jobs] = begin();
  });
  afterEach(async () => {
    await jobs.close();
    await bench.close();
  });

  function begin(): [Sender, Jobs] {
    const { database } = bench;
    const clock = () => now;
    const outgoing = {
      post: async ({ headers }: OutgoingRequest) => {
        sent.push({ event: String(headers['x-cms-event']), revision: Number(headers['x-cms-revision']), at: now });
        return { statusCode: 204, failure: null, durationMs: 1, response: '', responseHeaders: {}, retryAfter: null };
      },
    };
    const sending = new Sending({ reader: database.reader, outgoing, open: (row) => secrets.sendable(row), clock });
    const onProblem = (error: unknown) => setImmediate(() => Promise.reject(error));
    const made = new Sender({ database, clock, sending, switchOff: async () => {}, onProblem });
    const row = { room: 'events/webhooks', name: 'webhook-sending', everyMs: 1_000, atStart: true } as const;
    const running = new Jobs([{ ...row, runsIn: 'one process', work: made }], { database, clock, onProblem });
    running.start();
    return [made, running];
  }

  async function addWebhook(debounceSeconds = 0): Promise<void> {
    const row = webhookRow(own, secrets, { debounce_seconds: debounceSeconds });
    await bench.database.write((writer) => writer.insertInto('webhooks').values(row).execute());
    await settle();
    now += debounceSeconds * SECOND_MS;
    await settle();
    sent.length = 0;
  }

  /** Waits until everything committed has its deliveries, and everything due was sent. */
  async function settle(): Promise<void> {
    sender.changed();
    sender.moved(own.master.number);
    await until(() => {
      sender.trigger.fire();
      return isSettled();
    });
  }

  async function isSettled(): Promise<boolean> {
    const { reader } = bench.database;
    const { revision } = await reader
      .selectFrom('environments')
      .select('revision')
      .where('number', '=', own.master.number)
      .executeTakeFirstOrThrow();
    const webhooks = await reader.selectFrom('webhooks').select('id').execute();
    const cursor = await reader.selectFrom('webhook_cursors').selectAll().executeTakeFirst();
    if (webhooks.length > 0 && (cursor?.revision ?? 0) <= revision) return false;
    const due = await reader.selectFrom('webhook_attempts').select('id').where('due_at', '<=', now).execute();
    return due.length === 0;
  }

  function create(text = ''): Promise<EntryView> {
    return bench.entries.create(own.owner, own.master, { content_type_id: 'note', fields: { body: text } });
  }

  function save(entry: EntryView, text: string, by: Actor = own.owner, autosave = true): Promise<EntryView> {
    const place = { environment: own.master, key: entry.key };
    return bench.entries.update(by, place, { fields: { body: text } }, { autosave });
  }

  async function versions() {
    const rows = await bench.database.reader.selectFrom('entry_versions').selectAll().orderBy('version').execute();
    return rows.map(({ version, action, document }) => ({ version, action, text: textOf(document) }));
  }

  it('for half an hour leaves seven versions, eight deliveries and every word', async () => {
    await addWebhook();
    let entry = await create();
    let text = '';
    const begun = now;
    const words: string[] = [];
    while (now + SAVE_EVERY_MS < begun + HALF_AN_HOUR_MS) {
      now += SAVE_EVERY_MS;
      words.push(`word${words.length}`);
      text = words.join(' ');
      entry = await save(entry, text);
      await settle();
    }
    assert.equal(entry.version, 1 + words.length, 'each save is a version');
    now += 3 * SAVE_EVERY_MS;
    await settle();
    const kept = await versions();
    assert.ok(kept.length <= VERSIONS_MAX, `${kept.length} versions are kept`);
    assert.deepEqual(
      kept.map(({ action }) => action),
      ['create', ...Array<string>(kept.length - 1).fill('autosave')],
    );
    assert.equal(kept.at(-1)?.text, text);
    for (const [earlier, later] of kept.slice(1).map((one, index) => [kept[index]?.text ?? '', one.text] as const))
      assert.ok(later.startsWith(earlier), 'a version holds everything that was written until then');
    assert.deepEqual((await bench.entries.get({ environment: own.master, key: entry.key })).fields, {
      body: { 'en-US': text },
    });
    assert.ok(sent.length <= DELIVERIES_MAX, `${sent.length} deliveries were sent`);
    const head = await bench.database.reader.selectFrom('environments').select('revision').executeTakeFirstOrThrow();
    assert.equal(sent.at(-1)?.revision, head.revision, 'the last delivery is of the last word');
    const longest = Math.max(...sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? at)));
    assert.ok(longest <= 5 * MINUTE_MS + 2 * SAVE_EVERY_MS, `${longest} ms between two deliveries`);
  });

  it('is delivered once nobody typed for 30 seconds, and not before', async () => {
    await addWebhook();
    const entry = await create();
    await settle();
    await save(entry, 'a');
    await settle();
    now += 29 * SECOND_MS;
    await settle();
    await save(entry, 'ab');
    await settle();
    now += 29 * SECOND_MS;
    await settle();
    assert.deepEqual(eventsSent(), ['entry.create']);
    now += 2 * SECOND_MS;
    await settle();
    assert.deepEqual(eventsSent(), ['entry.create', 'entry.update']);
  });

  it('goes before what follows it: a publish, a save, an archive', async () => {
    await addWebhook();
    const entry = await create();
    const place = { environment: own.master, key: entry.key };
    await save(entry, 'a');
    await settle();
    await bench.entries.publish(own.owner, place);
    await settle();
    assert.deepEqual(eventsSent(), ['entry.create', 'entry.update', 'entry.publish']);
    await save(entry, 'ab');
    await bench.entries.publish(own.owner, place);
    await save(entry, 'abc');
    await save(entry, 'abcd', own.owner, false);
    await save(entry, 'abcde');
    await settle();
    assert.deepEqual(eventsSent().slice(3), ['entry.update', 'entry.publish', 'entry.update', 'entry.update']);
    now += SECOND_MS;
    await save(entry, 'abcdef');
    await settle();
    await bench.entries.act(own.owner, place, 'archive');
    await settle();
    assert.deepEqual(eventsSent().slice(7), ['entry.update', 'entry.unpublish', 'entry.archive']);
    const revisions = sent.map(({ revision }) => revision);
    assert.deepEqual(
      revisions,
      revisions.toSorted((a, b) => a - b),
    );
  });

  it('goes before a publish that comes when it is due and was not sent yet', async () => {
    await addWebhook();
    const entry = await create();
    await settle();
    await save(entry, 'a');
    await settle();
    now += MINUTE_MS;
    await bench.entries.publish(own.owner, { environment: own.master, key: entry.key });
    await settle();
    assert.deepEqual(eventsSent(), ['entry.create', 'entry.update', 'entry.publish']);
  });

  it('is not lost where the one before it is being sent just now', async () => {
    await addWebhook();
    const entry = await create();
    await settle();
    await save(entry, 'a');
    await settle();
    const pending = () =>
      bench.database.reader.selectFrom('webhook_attempts').selectAll().where('due_at', 'is not', null).execute();
    const [waiting] = await pending();
    assert.ok(waiting !== undefined);
    await save(entry, 'ab');
    await settle();
    const result = { ...NO_ANSWER, attemptedAt: now };
    const outcome = { result, status: 'failed', nextAt: now } as const;
    const isKnown = await bench.database.write((writer) =>
      finishAttempt(writer, { id: waiting.id, delivery: waiting }, outcome),
    );
    assert.equal(isKnown, false);
    const [later, ...more] = await pending();
    assert.deepEqual([more.length, later?.status], [0, 'pending']);
    assert.notEqual(later?.delivery, waiting.delivery, 'receivers take it for another one');
    now += MINUTE_MS;
    await settle();
    assert.deepEqual([eventsSent().length, sent.at(-1)?.revision], [2, later?.revision]);
  });

  it('waits for each entry by itself', async () => {
    await addWebhook();
    const [one, other] = [await create(), await create()];
    await settle();
    await save(one, 'a');
    await settle();
    now += 20 * SECOND_MS;
    await save(other, 'b');
    await settle();
    now += 11 * SECOND_MS;
    await settle();
    assert.deepEqual(eventsSent().slice(2), ['entry.update']);
    now += 20 * SECOND_MS;
    await settle();
    assert.deepEqual(eventsSent().slice(2), ['entry.update', 'entry.update']);
  });

  it('makes a webhook with a short debounce wait as long, but not for what else happens', async () => {
    await addWebhook(2);
    const entry = await create();
    await settle();
    now += 3 * SECOND_MS;
    await settle();
    await save(entry, 'a');
    await settle();
    now += 29 * SECOND_MS;
    await settle();
    assert.deepEqual(eventsSent(), ['entry.create']);
    await bench.entries.publish(own.owner, { environment: own.master, key: entry.key });
    await settle();
    await save(entry, 'ab');
    await settle();
    now += 3 * SECOND_MS;
    await settle();
    assert.deepEqual(eventsSent(), ['entry.create', 'entry.update'], 'the last event of the burst');
  });

  it('is one version a sitting: of one person, without a save or a publish in between', async () => {
    const colleague = await bench.makeActor({ accountId: own.owner.accountId });
    const entry = await create();
    const place = { environment: own.master, key: entry.key };
    for (const text of ['a', 'ab']) await save(entry, text);
    for (const text of ['abc', 'abcd']) await save(entry, text, colleague);
    for (const text of ['abcde', 'abcdef']) await save(entry, text);
    await bench.entries.publish(own.owner, place);
    for (const text of ['1', '12']) await save(entry, text);
    await save(entry, '123', own.owner, false);
    for (const text of ['1234', '12345']) await save(entry, text);
    await save(entry, '12345');
    assert.deepEqual(await versions(), [
      { version: 1, action: 'create', text: '' },
      { version: 3, action: 'autosave', text: 'ab' },
      { version: 5, action: 'autosave', text: 'abcd' },
      { version: 7, action: 'autosave', text: 'abcdef' },
      { version: 8, action: 'publish', text: 'abcdef' },
      { version: 10, action: 'autosave', text: '12' },
      { version: 11, action: 'update', text: '123' },
      { version: 13, action: 'autosave', text: '12345' },
    ]);
  });

  it('keeps the version that a clone began with', async () => {
    const entry = await create();
    await save(entry, 'a');
    const before = (await versions()).at(-1);
    const { id } = await bench.database.reader.selectFrom('entries').select('id').executeTakeFirstOrThrow();
    await bench.database.write((writer) =>
      writer.updateTable('entry_versions').set({ ancestor: 2 }).where('id', '=', id).where('version', '=', 2).execute(),
    );
    await save(entry, 'ab');
    await save(entry, 'abc');
    assert.deepEqual((await versions()).slice(1), [before, { version: 4, action: 'autosave', text: 'abc' }]);
  });

  function eventsSent(): string[] {
    return sent.map(({ event }) => event);
  }
});

function textOf(document: Uint8Array): string {
  const values = Object.values(JSON.parse(zstdDecompressSync(document).toString()) as Record<string, object>);
  return String(Object.values(values[0] ?? {})[0] ?? '');
}
