/** What receivers get: which events, in which order, with which bytes, and what happens to failed deliveries. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { Actor, type ApiResponse } from '../../../testing/src/client.ts';
import { createEntry, given, magazine, publishNew, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { until } from '../../../testing/src/until.ts';
import { accept, type Received, type Receiver, refuse, startReceiver } from './receiver.ts';
import { makeWebhook, SENDS_HOME } from './webhook.ts';

const METRICS_TOKEN = 'a-token-that-only-these-tests-read-metrics-with';
const BURST = 60;
const DRIP_EVERY_MS = 1_000;

/** A scene with content types, and a receiver that is closed when the test is over. */
async function play(url: string, run: (scene: Scene, receiver: Receiver) => Promise<void>): Promise<void> {
  const receiver = await startReceiver();
  try {
    const scene = await given(url, { types: magazine });
    await run(scene, receiver);
  } finally {
    await receiver.close();
  }
}

function author(scene: Scene, name: string): Promise<string> {
  return createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name } });
}

function eventsOf(received: readonly Received[]): string[] {
  return received.map(({ event }) => event);
}

onEachEngine(
  'webhooks',
  (stage) => {
    // Most of each test is waiting.
    describe('a webhook', { concurrency: true }, () => {
      it('receives each event once, signed over the received bytes', () =>
        play(stage.url, async (scene, receiver) => {
          const secret = (await makeWebhook(scene, receiver.url, { headers: { 'X-Site': 'blog' } })).string('secret');
          const id = await publishNew(scene.owner, scene.base, {
            content_type_id: 'article',
            fields: { title: 'Häfen & "Lichter"' },
          });
          const [create, publish] = await receiver.until(2);
          await scene.owner.post(`/entries/${id}/unpublish`, undefined, 200);
          assert.deepEqual(eventsOf(await receiver.until(3)), ['entry.create', 'entry.publish', 'entry.unpublish']);
          assert.ok(create !== undefined && publish !== undefined);
          assert.deepEqual(JSON.parse(publish.body), {
            event: 'entry.publish',
            space_id: scene.spaceId,
            environment: 'master',
            resource: { id, content_type: 'article', slug: 'hafen-lichter', status: 'published' },
            timestamp: (JSON.parse(publish.body) as { timestamp: string }).timestamp,
          });
          for (const { headers, body } of [create, publish]) {
            assert.equal(headers['x-cms-signature'], createHmac('sha256', secret).update(body).digest('hex'));
            assert.equal(headers['x-site'], 'blog');
            assert.equal(headers['content-type'], 'application/json');
          }
        }));

      it('receives the events of one entry in order, however slowly it responds', () =>
        play(stage.url, async (scene, receiver) => {
          receiver.respond((_received, response) => setTimeout(() => accept(_received, response), 20));
          await makeWebhook(scene, receiver.url);
          const id = await author(scene, 'Ada');
          const steps = ['publish', 'unpublish', 'publish', 'archive', 'unarchive'];
          for (const step of steps) await scene.owner.post(`/entries/${id}/${step}`, undefined, 200);
          await scene.owner.delete(`/entries/${id}`, 204);
          const told = await receiver.until(8);
          assert.deepEqual(
            eventsOf(told).map((event) => event.replace('entry.', '')),
            ['create', 'publish', 'unpublish', 'publish', 'unpublish', 'archive', 'update', 'delete'],
          );
          const revisions = told.map(({ revision }) => revision);
          assert.deepEqual(
            revisions,
            revisions.toSorted((a, b) => a - b),
          );
        }));

      it('receives events after its creation, by its settings at that time', () =>
        play(stage.url, async (scene, receiver) => {
          await author(scene, 'before');
          const webhook = (await makeWebhook(scene, receiver.url, { events: ['entry.create'] })).string('id');
          const between = await author(scene, 'between');
          await scene.owner.patch(`${scene.space}/webhooks/${webhook}`, { events: ['entry.publish'] }, 200);
          const after = await author(scene, 'after');
          await scene.owner.post(`/entries/${between}/publish`, undefined, 200);
          await receiver.until(2);
          await scene.owner.post(`/entries/${after}/publish`, undefined, 200);
          await receiver.until(3);
          assert.deepEqual(
            receiver.received.map(({ event, resource }) => [event, resource]),
            [
              ['entry.create', between],
              ['entry.publish', between],
              ['entry.publish', after],
            ],
          );
        }));

      it('receives nothing while it is disabled, and nothing of that time afterwards', () =>
        play(stage.url, async (scene, receiver) => {
          const path = `${scene.space}/webhooks/${(await makeWebhook(scene, receiver.url, { active: false })).string('id')}`;
          await author(scene, 'while off');
          await scene.owner.patch(path, { active: true }, 200);
          const id = await author(scene, 'while on');
          await receiver.until(1);
          await scene.owner.delete(`/entries/${id}`, 204);
          await receiver.until(2);
          assert.deepEqual(
            receiver.received.map(({ resource }) => resource),
            [id, id],
          );
        }));

      it('is sent the next event of an entry although the one before failed', () =>
        play(stage.url, async (scene, receiver) => {
          receiver.respond(refuse);
          await makeWebhook(scene, receiver.url);
          const id = await author(scene, 'Ada');
          await receiver.until(1);
          receiver.respond(accept);
          await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
          assert.deepEqual(eventsOf(await receiver.until(2)), ['entry.create', 'entry.publish']);
        }));

      it('receives the last events of a deleted environment', () =>
        play(stage.url, async (scene, receiver) => {
          await makeWebhook(scene, receiver.url);
          await scene.owner.post(`${scene.space}/environments`, { name: 'short' }, 201);
          const base = `${scene.space}/environments/short`;
          await scene.owner.post(`${base}/content-types`, { api_id: 'note', name: 'Note', fields: [] }, 201);
          await scene.owner.delete(base, 204);
          // Of two resources, and so in any order.
          const received = await receiver.until(2);
          assert.deepEqual(eventsOf(received).sort(), ['content_type.create', 'environment.create']);
          for (const { body } of received)
            assert.equal((JSON.parse(body) as { environment: string }).environment, 'short');
        }));

      it('receives the tags of exactly the responses that an event may alter', () =>
        play(stage.url, async (scene, receiver) => {
          const page = (key: string, fields: Record<string, unknown>) => ({ content_type_id: 'article', key, fields });
          const ada = await publishNew(scene.owner, scene.base, {
            content_type_id: 'author',
            key: 'ada',
            fields: { name: 'Ada' },
          });
          const hidden = await createEntry(scene.owner, scene.base, {
            content_type_id: 'author',
            key: 'hidden',
            fields: { name: 'Hidden' },
          });
          const home = await publishNew(scene.owner, scene.base, page('home', { title: 'Home', author: ada }));
          await publishNew(scene.owner, scene.base, page('about', { title: 'About', author: hidden }));
          await makeWebhook(scene, receiver.url, { events: ['entry.publish'] });
          const reads = {
            home: 'entries/home',
            homeBySlug: 'entries?content_type=article&slug=home',
            about: 'entries/about',
            both: 'entries?ids=home,about&include=0',
            articles: 'entries?content_type=article',
            authors: 'entries?content_type=author',
            all: 'entries',
          };
          const stale = async (id: string) => {
            await scene.owner.post(`/entries/${id}/unpublish`, undefined, 200);
            const tagsOf = new Map<string, string[]>();
            for (const [name, path] of Object.entries(reads)) {
              const response = await scene.delivery.send('GET', `${scene.read}/${path}`);
              if (response.status === 200) tagsOf.set(name, String(response.headers['cache-tag']).split(','));
            }
            const before = receiver.received.length;
            await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
            const told = (await receiver.until(before + 1)).at(-1);
            const purged = new Set(String(told?.headers['x-cms-tags']).split(','));
            return [...tagsOf].filter(([, tags]) => tags.some((tag) => purged.has(tag))).map(([name]) => name);
          };
          await scene.owner.post(`/entries/${hidden}/publish`, undefined, 200);
          assert.deepEqual(await stale(hidden), ['about', 'articles', 'authors', 'all']);
          assert.deepEqual(await stale(ada), ['home', 'homeBySlug', 'articles', 'authors', 'all']);
          assert.deepEqual(await stale(home), ['homeBySlug', 'both', 'articles', 'all']);
        }));

      it('receives the slugs of an entry by locale, with the former ones', () =>
        play(stage.url, async (scene, receiver) => {
          for (const [code, fallback] of [
            ['de', 'en-US'],
            ['fr', null],
          ])
            await scene.owner.post(`${scene.space}/locales`, { code, name: code, fallback, optional: true }, 201);
          const fields = { title: { 'en-US': 'Tides', fr: 'Marées' }, slug: { 'en-US': 'tides', fr: 'marées' } };
          const id = await publishNew(scene.owner, scene.base, { content_type_id: 'article', fields });
          await makeWebhook(scene, receiver.url);
          await scene.owner.patch(`/entries/${id}`, { fields: { slug: { 'en-US': 'tide' } } }, 200);
          await scene.owner.patch(`/entries/${id}`, { fields: { slug: { de: 'ebbe' } } }, 200);
          for (const action of ['publish', 'unpublish'])
            await scene.owner.post(`/entries/${id}/${action}`, undefined, 200);
          await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
          const told = await receiver.until(6);
          const slugsOf = (isOfPage: boolean) =>
            told
              .filter(({ resource }) => (resource === id) === isOfPage)
              .map(({ headers }) => JSON.parse(String(headers['x-cms-slugs'] ?? 'null')) as unknown);
          const [en, de, fr] = [{ slug: 'tide' }, { slug: 'ebbe' }, { slug: 'marées' }];
          assert.deepEqual(slugsOf(true), [
            { 'en-US': { ...en, former: 'tides' }, de: { ...en, former: 'tides' }, fr },
            { 'en-US': en, de: { ...de, former: 'tide' }, fr },
            { 'en-US': { ...en, former: 'tides' }, de: { ...de, former: 'tides' }, fr },
            { 'en-US': en, de, fr },
          ]);
          assert.deepEqual(slugsOf(false), [null, null], 'authors have none');
        }));

      it('receives an event with the tags of what is read there when an alias moves or a locale changes', () =>
        play(stage.url, async (scene, receiver) => {
          const at = (name: string) => `${scene.space}/environments/${name}`;
          const alias = `${scene.space}/environment-aliases/live`;
          await scene.owner.post(`${scene.space}/environments`, { name: 'next' }, 201);
          await scene.owner.put(alias, { environment: 'master' }, 201);
          const tags = async (name: string) => {
            const { headers } = await scene.delivery.get(`${at(name)}/delivery/entries`, 200);
            return String(headers['cache-tag']).split(',');
          };
          const [live, master, next] = [await tags('live'), await tags('master'), await tags('next')];
          const ofAlias = live.filter((tag) => !master.includes(tag));
          assert.equal(ofAlias.length, 1);
          await makeWebhook(scene, receiver.url);
          const filters = { environments: ['live'] };
          await makeWebhook(scene, receiver.url, { filters, headers: { 'X-Filter': 'live' } });
          await scene.owner.put(alias, { environment: 'next' }, 200);
          await scene.owner.post(`${scene.space}/locales`, { code: 'de', name: 'de', optional: true }, 201);
          await scene.owner.delete(alias, 204);
          const told = await receiver.until(7);
          assert.deepEqual([...new Set(eventsOf(told))], ['environment.update']);
          const of = (isFiltered: boolean) =>
            told
              .filter(({ headers }) => (headers['x-filter'] !== undefined) === isFiltered)
              .map(
                ({ headers, body }) =>
                  `${(JSON.parse(body) as { environment: string }).environment} ${headers['x-cms-tags']}`,
              )
              .sort();
          const ofNext = [`next ${ofAlias}`, `next ${ofAlias}`, `next ${next[1]}`];
          assert.deepEqual(of(true), ofNext.toSorted());
          assert.deepEqual(of(false), [`master ${master[1]}`, ...ofNext].toSorted());
        }));

      it('that combines events names what any of them may have made stale', () =>
        play(stage.url, async (scene, receiver) => {
          await makeWebhook(scene, receiver.url, { events: ['entry.publish'], debounce_seconds: 1 });
          const ids: string[] = [];
          for (const name of ['Ada', 'Bob', 'Cid'])
            ids.push(await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name } }));
          const named = new Set<string>();
          await until(
            async () => {
              for (const { headers } of receiver.received)
                for (const tag of String(headers['x-cms-tags']).split(',')) named.add(tag);
            },
            () => ids.every((id) => named.has(id)),
          );
        }));

      it('is counted for operators: attempts pending, sent and failed', () =>
        play(stage.url, async (scene, receiver) => {
          receiver.respond(refuse);
          await makeWebhook(scene, receiver.url);
          await author(scene, 'Ada');
          await receiver.until(1);
          const operator = new Actor(stage.url, METRICS_TOKEN);
          const isCounted = ({ text }: ApiResponse) =>
            ['pending', 'failed'].every((state) => countOf(text, state) > 0) && countOf(text, 'sent') >= 0;
          await until(() => operator.get('/metrics', 200), isCounted);
        }));

      it('receives events although others hang, drip or never end', () =>
        play(stage.url, async (scene, receiver) => {
          const bad = await Promise.all([startReceiver(hang), startReceiver(drip), startReceiver(pour)]);
          try {
            for (const { url } of bad) await makeWebhook(scene, url);
            await makeWebhook(scene, receiver.url);
            const lines = Array.from({ length: BURST }, (_, n) => ({
              entry: { key: `author-${n}`, content_type: 'author', status: 'published', fields: { name: `${n}` } },
            }));
            const raw = lines.map((line) => JSON.stringify(line)).join('\n');
            const headers = { 'content-type': 'application/x-ndjson' };
            const response = await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
            assert.equal(response.status, 200);
            for (let n = 0; n < BURST; n++)
              await scene.owner.post(`/entries/${response.at(`results.${n}.id`)}/unpublish`, undefined, 200);
            await receiver.until(BURST, ({ event }) => event === 'entry.unpublish');
          } finally {
            for (const one of bad) await one.close();
          }
        }));
    });
  },
  { ...SENDS_HOME, LECTERN_METRICS_TOKEN: METRICS_TOKEN },
);

/** What the metrics say of attempts in a state; NaN where they say nothing. */
function countOf(metrics: string, state: string): number {
  return Number(new RegExp(`^lectern_webhook_attempts_${state} (\\d+)$`, 'm').exec(metrics)?.[1]);
}

function hang(): void {}

function drip(_received: Received, response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), DRIP_EVERY_MS);
  response.on('close', () => clearInterval(timer));
}

function pour(_received: Received, response: ServerResponse): void {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write('endless '.repeat(1_000)));
  };
  response.on('drain', more);
  more();
}
