/**
 * Many change sets that come due on three nodes while one after the other is killed and one's clock is wrong: each goes out exactly
 * once, and none before its time by the database's clock. A trigger of the test notes when each goes out. `SETS=1000 MINUTES=10`
 * after a change of what is due.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closeConnections } from '../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../testing/src/given.ts';
import { clockAhead } from '../../../testing/src/shifted-clock.ts';
import { until } from '../../../testing/src/until.ts';
import { Cluster } from './cluster.ts';

const SETS = Number(process.env.SETS ?? 60);
const MINUTES = Number(process.env.MINUTES ?? 0.5);
const MINUTE_MS = 60_000;
const SCENES = 2;
const KILL_EVERY_MS = 7_000;
const CLOCK_AHEAD_MS = 5 * MINUTE_MS;
const SETTLED_WITHIN_MS = 120_000;
/** Time to schedule them all before the first is due. */
const PREPARATION_MS = 20_000 + SETS * 60;
const AT_ONCE = 8;

/** When a set went out, by the database's clock. */
interface WentOut {
  readonly key: string;
  readonly due: number;
  readonly at: number;
}

describe('change sets on three nodes that are killed', { skip: process.env.DB === 'sqlite' }, () => {
  const limit = { timeout: MINUTES * MINUTE_MS + PREPARATION_MS + 3 * SETTLED_WITHIN_MS };
  it(`go out once and not early: ${SETS} within ${MINUTES} minutes`, limit, async (context) => {
    const cluster = await Cluster.start({ 1: clockAhead(CLOCK_AHEAD_MS), 2: clockAhead(-CLOCK_AHEAD_MS) });
    const client = new pg.Client({ connectionString: cluster.config.url });
    try {
      await client.connect();
      await noteWhatGoesOut(client);
      const scenes = await Promise.all(
        Array.from({ length: SCENES }, () => prepare(cluster.node(0).url, Math.ceil(SETS / SCENES))),
      );
      await schedule(scenes, Date.now() + PREPARATION_MS);
      const recoveries = await killWhileDue(cluster, client);
      await until(
        () => countScheduled(client),
        (left) => left === 0,
        SETTLED_WITHIN_MS,
      );
      await verify(client, scenes);
      report(context, await wentOut(client), recoveries);
    } finally {
      closeConnections();
      await client.end();
      await cluster.close();
    }
  });
});

/** A scene with the ids of its sets, each of which changes one entry. */
interface Prepared {
  readonly scene: Scene;
  readonly sets: readonly string[];
}

async function prepare(url: string, count: number): Promise<Prepared> {
  const type = { api_id: 'article', name: 'Article', fields: [field('title', 'string')] };
  const scene = await given(url, { types: [type] });
  const sets = await eachOf(count, async (index) => {
    const path = `${scene.base}/entries/e${index}`;
    const entry = await scene.management.put(path, { content_type_id: 'article', fields: { title: 'Old' } }, 201);
    await scene.management.post(`/entries/${entry.string('id')}/publish`, {}, 200);
    const set = await scene.management.post(`${scene.base}/change-sets`, { name: `Set ${index}` }, 201);
    await scene.management.patch(`${path}?change_set=${set.string('id')}`, { fields: { title: 'New' } }, 200);
    return set.string('id');
  });
  return { scene, sets };
}

/** Spreads the sets of all scenes evenly over the time. */
async function schedule(scenes: readonly Prepared[], from: number): Promise<void> {
  for (const { scene, sets } of scenes) {
    await eachOf(sets.length, async (index) => {
      const at = new Date(from + (index / sets.length) * MINUTES * MINUTE_MS).toISOString();
      await scene.management.post(`/change-sets/${sets[index]}/schedule`, { at }, 200);
    });
  }
}

/** Kills one node after the other while sets come due. @returns when each that was killed was back */
async function killWhileDue(cluster: Cluster, client: pg.Client): Promise<number[]> {
  const recoveries: number[] = [];
  await until(
    () => countWentOut(client),
    (count) => count > 0,
    PREPARATION_MS + SETTLED_WITHIN_MS,
  );
  for (let round = 0; (await countScheduled(client)) > 0; round++) {
    const next = performance.now() + KILL_EVERY_MS;
    const node = round % cluster.urls.length;
    await cluster.node(node).end('SIGKILL');
    await cluster.restart(node);
    recoveries.push(Date.now());
    await sleep(Math.max(0, next - performance.now()));
  }
  return recoveries;
}

async function verify(client: pg.Client, scenes: readonly Prepared[]): Promise<void> {
  const out = await wentOut(client);
  const wanted = scenes.flatMap(({ sets }) => sets).map((id) => id.split('_').at(-1));
  assert.deepEqual(out.map(({ key }) => key).sort(), wanted.sort(), 'each went out exactly once');
  assert.deepEqual(
    out.filter(({ at, due }) => at < due),
    [],
    'none went out early',
  );
  for (const { scene, sets } of scenes) {
    const { owner, base } = scene;
    const changed = await owner.get(`${base}/entries?fields.title=New&status=published&limit=1`, 200);
    assert.equal(changed.at('total'), sets.length);
  }
}

function report(context: TestContext, out: readonly WentOut[], recoveries: readonly number[]): void {
  const late = out.map(({ at, due }) => at - due).sort((one, other) => one - other);
  const share = (part: number) => Math.round(late[Math.ceil(part * late.length) - 1] ?? 0);
  context.diagnostic(`${out.length} sets, ${recoveries.length} kills`);
  context.diagnostic(`late by ms: p50 ${share(0.5)}, p90 ${share(0.9)}, p99 ${share(0.99)}, most ${share(1)}`);
}

/** Has the database note each set that becomes published, in the transaction that does it and by its own clock. */
async function noteWhatGoesOut(client: pg.Client): Promise<void> {
  await client.query('CREATE TABLE went_out (key text, due bigint, at double precision)');
  await client.query(`CREATE FUNCTION note_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO went_out VALUES (NEW.key, OLD.publish_at, extract(epoch FROM clock_timestamp()) * 1000); RETURN NEW; END $$`);
  await client.query(`CREATE TRIGGER note_it AFTER UPDATE ON change_sets FOR EACH ROW
    WHEN (NEW.published_at IS DISTINCT FROM OLD.published_at) EXECUTE FUNCTION note_it()`);
}

async function wentOut(client: pg.Client): Promise<WentOut[]> {
  const { rows } = await client.query<{ key: string; due: string; at: number }>('SELECT key, due, at FROM went_out');
  return rows.map(({ key, due, at }) => ({ key, due: Number(due), at }));
}

async function countWentOut(client: pg.Client): Promise<number> {
  return (await wentOut(client)).length;
}

async function countScheduled(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>("SELECT count(*) FROM change_sets WHERE state = 'scheduled'");
  return Number(rows[0]?.count);
}

/** Runs something for each number below a count, a few at a time. @returns the results in order */
async function eachOf<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
    results.push(...(await Promise.all(indexes.map(run))));
  }
  return results;
}
