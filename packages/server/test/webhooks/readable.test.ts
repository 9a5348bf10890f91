/**
 * Publish, receive the event, read: what a receiver reads with the `X-CMS-Revision` of an event is never older than the event, on
 * whichever process. `WEBHOOK_ROUNDS=10000` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../testing/src/engines.ts';
import { createEntry, given, magazine, type Scene } from '../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import { accept, type Received, type Receiver, startReceiver } from './receiver.ts';
import { makeWebhook, SENDS_HOME } from './webhook.ts';

const ROUNDS = Number(process.env.WEBHOOK_ROUNDS ?? 24);
const ENTRIES = 8;

/** What was read when an event came. */
interface Reading {
  readonly told: number;
  readonly shown: number;
  readonly city: string;
}

describeEachEngine('what an event reports', (engine) => {
  const [shape, nodes, options] =
    engine.kind === 'sqlite' ? (['two workers', 1, ['--workers', '2']] as const) : (['two nodes', 2, []] as const);
  it(`can be read with its revision at once, with ${shape}, ${ROUNDS} times`, { timeout: 600_000 }, () =>
    withNodes(engine, { count: nodes, options }, playRounds),
  );
});

async function withNodes(
  engine: TestEngine,
  { count, options }: { count: number; options: readonly string[] },
  play: (nodes: readonly ServiceProcess[], receiver: Receiver) => Promise<void>,
): Promise<void> {
  const nodes: ServiceProcess[] = [];
  const receiver = await startReceiver();
  try {
    for (let node = 0; node < count; node++) nodes.push(await startProcess({ engine, env: SENDS_HOME }, options));
    await play(nodes, receiver);
  } finally {
    closeConnections();
    for (const node of nodes) await node.end('SIGINT');
    await receiver.close();
  }
}

async function playRounds(nodes: readonly ServiceProcess[], receiver: Receiver): Promise<void> {
  const scene = await given(nodes[0]?.url ?? '', { types: magazine });
  const told = new Told(scene, nodes.at(-1)?.url ?? '');
  receiver.respond((received, response) => {
    accept(received, response);
    told.take(received);
  });
  await makeWebhook(scene, receiver.url, { events: ['entry.publish'] });
  await Promise.all(Array.from({ length: ENTRIES }, () => publishAgainAndAgain(scene, nodes, told)));
}

/** Publishes an entry with a number that grows, and reads it whenever it was told. */
async function publishAgainAndAgain(scene: Scene, nodes: readonly ServiceProcess[], told: Told): Promise<void> {
  const id = await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
  for (let round = 1; round <= ROUNDS / ENTRIES; round++) {
    const editor = new Actor(nodes[round % nodes.length]?.url ?? '', scene.management.token);
    const reading = told.next(id);
    await editor.patch(`/entries/${id}`, { fields: { city: { 'en-US': String(round) } } }, 200);
    await editor.post(`/entries/${id}/publish`, undefined, 200);
    const { told: revision, shown, city } = await reading;
    assert.ok(shown >= revision, `told of revision ${revision}, shown ${shown}`);
    assert.equal(city, String(round), `told of revision ${revision}`);
  }
}

/** Reads what each event tells of, on a node that did not write it where there are several. */
class Told {
  readonly #read: string;
  readonly #reader: Actor;
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, (reading: Promise<Reading>) => void>();

  constructor(scene: Scene, url: string) {
    this.#read = scene.read;
    this.#reader = new Actor(url, scene.delivery.token);
  }

  /** What is read when the next event of an entry comes. */
  next(id: string): Promise<Reading> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** One that comes again tells nothing new. */
  take({ delivery, resource, revision }: Received): void {
    if (this.#seen.has(delivery)) return;
    this.#seen.add(delivery);
    this.#waiting.get(resource)?.(this.#readAt(resource, revision));
  }

  async #readAt(id: string, revision: number): Promise<Reading> {
    const response = await this.#reader.get(`${this.#read}/entries/${id}?min_revision=${revision}`, 200);
    return { told: revision, shown: Number(response.headers['x-cms-revision']), city: response.string('fields.city') };
  }
}
