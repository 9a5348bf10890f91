/**
 * An alias is switched back and forth while sixteen readers read through it: no response mixes two environments, and none is older
 * than a switch that was acknowledged before its request. `ALIAS_SWITCHES=1000` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { KEY, LINKED, makeColours, pointAt, readIn, revisionOf } from './colours.ts';

const SWITCHES = Number(process.env.ALIAS_SWITCHES ?? 10);
const READERS = 16;
/** How long another node may respond from before a switch if no revision is required, with some slack. */
const LAG_MAX_MS = 1_500;
const COLOURS = ['blue', 'green'] as const;

describeEachEngine('an alias', (engine) => {
  const shapes: readonly (readonly [string, number, readonly string[]])[] =
    engine.kind === 'sqlite' ? [['two workers', 1, ['--workers', '2']]] : [['two nodes', 2, []]];
  for (const [shape, nodes, options] of shapes) {
    it(`is switched ${SWITCHES} times under ${READERS} readers, with ${shape}`, { timeout: 1_200_000 }, (test) =>
      withNodes(engine, { nodes, options }, async (urls) => {
        const scene = await given(urls[0] ?? '');
        await makeColours(scene);
        const seen = await new Play(scene, urls, engine.kind).run();
        test.diagnostic(`${seen.responses} responses, ${seen.known} of them 304, showed ${seen.switches} switches`);
        assert.ok(seen.responses > SWITCHES, `${seen.responses} responses`);
        assert.ok(seen.known > 0, 'some were known already');
        assert.ok(seen.switches > 1, `${seen.switches} switches were seen`);
      }),
    );
  }
});

/** An acknowledged switch. */
interface Switch {
  readonly number: number;
  readonly revision: number;
  readonly at: number;
}

/** The switches, and the readers that check their responses. */
class Play {
  readonly #scene: Scene;
  readonly #urls: readonly string[];
  readonly #engine: TestEngine['kind'];
  readonly #acknowledged: Switch[] = [];
  /** By ETag, the number of the switch whose content it belongs to. */
  readonly #tags = new Map<string, number>();
  readonly #seen = new Set<number>();
  #responses = 0;
  #known = 0;
  #isOver = false;

  constructor(scene: Scene, urls: readonly string[], engine: TestEngine['kind']) {
    this.#scene = scene;
    this.#urls = urls;
    this.#engine = engine;
  }

  async run(): Promise<{ responses: number; known: number; switches: number }> {
    await this.#switchTo(0);
    const readers = Array.from({ length: READERS }, (_, reader) => this.#read(reader));
    const switching = this.#switchAll();
    await Promise.all([switching, ...readers]);
    return { responses: this.#responses, known: this.#known, switches: this.#seen.size };
  }

  async #switchAll(): Promise<void> {
    try {
      for (let number = 1; number <= SWITCHES; number++) await this.#switchTo(number);
    } finally {
      this.#isOver = true;
    }
  }

  /** Fills the environment that is not behind the alias with content of that number, and points the alias there. */
  async #switchTo(number: number): Promise<void> {
    const colour = COLOURS[number % 2] as string;
    const line = (key: string) => {
      const fields = { name: key, city: `${colour} ${number}`, ...(key === KEY && { favourite: link }) };
      return JSON.stringify({ entry: { key, content_type: 'author', fields, status: 'published' } });
    };
    const imported = await this.#scene.owner.send('POST', `${this.#scene.space}/environments/${colour}/import`, {
      raw: `${line(KEY)}\n${line(LINKED)}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.deepEqual(imported.each('results', 'result'), ['updated', 'updated'], String(imported));
    const response = await pointAt(this.#scene, 'live', colour);
    assert.ok(response.status === 200 || response.status === 201, String(response));
    const last = this.#acknowledged.at(-1)?.revision ?? 0;
    assert.ok(revisionOf(response) > last, 'the revisions that a reader sees only rise');
    this.#acknowledged.push({ number, revision: revisionOf(response), at: performance.now() });
  }

  async #read(reader: number): Promise<void> {
    const url = this.#urls[reader % this.#urls.length] ?? '';
    const token = (reader % 3 === 0 ? this.#scene.preview : this.#scene.delivery).token;
    const actor = new Actor(url, token);
    // On SQLite, and if a revision is required, other nodes are up to date at once.
    const isElsewhere = this.#engine !== 'sqlite' && url !== this.#urls[0];
    let tag: string | undefined;
    for (let round = reader; !this.#isOver; round++) {
      const requires = round % 2 === 0;
      const least = isElsewhere && !requires ? this.#longAgo() : this.#acknowledged.at(-1);
      assert.ok(least);
      const query = requires ? `&min_revision=${least.revision}` : '';
      const path = round % 4 < 2 ? `entries/${KEY}?include=1${query}` : `entries?include=1&fields.name=${KEY}${query}`;
      const headers = tag === undefined || round % 5 > 2 ? {} : { 'if-none-match': tag };
      const response = await actor.get(`${readIn(this.#scene, 'live')}/${path}`, undefined, headers);
      tag = String(response.headers.etag);
      this.#check(response, tag, least);
    }
  }

  /** The last switch that every node must know. */
  #longAgo(): Switch | undefined {
    const before = performance.now() - LAG_MAX_MS;
    return this.#acknowledged.findLast(({ at }) => at < before) ?? this.#acknowledged[0];
  }

  #check(response: ApiResponse, tag: string, least: Switch): void {
    assert.ok(response.status === 200 || response.status === 304, String(response));
    const colour = response.headers['x-cms-environment'];
    const number = response.status === 304 ? this.#tags.get(tag) : numberIn(response, String(colour));
    assert.ok(number !== undefined, `the tag of ${response} was sent before`);
    assert.ok(number >= least.number, `${response} is older than switch ${least.number}`);
    assert.ok(revisionOf(response) >= least.revision, `${revisionOf(response)} is before ${least.revision}`);
    assert.equal(colour, COLOURS[number % 2]);
    assert.ok(
      (this.#tags.get(tag) ?? number) === number,
      `the tag of switch ${this.#tags.get(tag)} is that of ${number}`,
    );
    this.#tags.set(tag, number);
    this.#seen.add(number);
    this.#responses += 1;
    if (response.status === 304) this.#known += 1;
  }
}

const link = { type: 'entry', id: LINKED };

/** The number of the switch that all of a response belongs to. */
function numberIn(response: ApiResponse, colour: string): number {
  const entry = response.at('items') === undefined ? '' : 'items.0.';
  const cities = [response.string(`${entry}fields.city`), response.string('includes.entries.0.fields.city')];
  const ids = [response.string(`${entry}fields.favourite.id`), response.string('includes.entries.0.id')];
  assert.equal(cities[0], cities[1], `one environment in ${response}`);
  assert.equal(ids[0], ids[1], `one code in ${response}`);
  const [shown, number] = String(cities[0]).split(' ');
  assert.equal(shown, colour, `the environment of the header in ${response}`);
  return Number(number);
}

async function withNodes(
  engine: TestEngine,
  { nodes: count, options }: { nodes: number; options: readonly string[] },
  play: (urls: readonly string[]) => Promise<void>,
): Promise<void> {
  const nodes: ServiceProcess[] = [];
  try {
    for (let node = 0; node < count; node++) nodes.push(await startProcess({ engine }, options));
    await play(nodes.map(({ url }) => url));
  } finally {
    closeConnections();
    for (const node of nodes) await node.end('SIGINT');
  }
}
