/**
 * An entry of the largest size, of two hundred blocks in forty-one locales, holds nobody up: neither its saves, its publishing, its
 * responses nor its merges. Times are in units as in `stalls.ts`.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { addTypes, field, given, type Scene } from '../../../../testing/src/given.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { mergeInto } from '../../branches/merging/merges.ts';
import { BODY_BYTES } from './attack.ts';
import { patiently } from './byte-attacks.ts';
import { type ProbedService, startProbedService } from './probed-service.ts';
import { STALL_UNITS_MAX, TRIES } from './stalls.ts';

const BLOCKS = 200;
/** With each of the languages that words are stemmed in. */
const LOCALES =
  'cs da de de-AT el es et fi fr fr-CA hr hu is it ja ko lt lv mt nb nl nn pl pt pt-BR ro ru sk sl sq sr sv th tr uk vi zh bg ca ga'.split(
    ' ',
  );
/** Two saves of the entry are in one request body, whose limit is that of a document. */
const ENTRY_BYTES = BODY_BYTES - 60_000;
const WORDS = 3_000;

const types = [
  {
    api_id: 'quote',
    kind: 'component',
    name: 'Quote',
    fields: [field('text', 'text', { localized: true }), field('plain', 'text')],
  },
  {
    api_id: 'page',
    name: 'Page',
    display_field: 'title',
    fields: [field('title', 'string'), field('blocks', 'blocks', { components: ['quote'] })],
  },
];

describeEachEngine('a large entry of blocks', (engine) => {
  let service: ProbedService;
  let scene: Scene;
  let id = '';
  before(async () => {
    service = await startProbedService(engine);
    scene = await given(service.url, { locales: LOCALES });
    await addTypes(scene, types);
    id = (await patiently(() => save(scene, 0))).string('id');
  });
  after(async () => {
    closeConnections();
    await service?.end();
  });

  const deeds: Readonly<Record<string, (turn: number) => Promise<ApiResponse>>> = {
    'saved with a change in all locales': (turn) => save(scene, turn + 1),
    'saved with a change in one locale': (turn) =>
      scene.owner.patch(`${scene.base}/entries/a`, { fields: fieldsOf(1, { first: `Neu ${turn}` }) }),
    'planned to be published': () => scene.owner.post(`${scene.base}/publish-plan`, { ids: ['a'] }),
    published: () => scene.owner.post(`${scene.base}/entries/a/publish`),
    'read for editing': () => scene.owner.get(`${scene.base}/entries/a`),
    delivered: () => scene.delivery.get(`${scene.read}/entries/a?locale=de-AT`),
    'delivered in all locales': () => scene.delivery.get(`${scene.read}/entries?locale=*`),
    searched: () => scene.delivery.get(`${scene.read}/entries?q=w1&locale=fr-CA`),
    'read in its versions': () => scene.owner.get(`/entries/${id}/versions/1`),
  };
  for (const [deed, act] of Object.entries(deeds))
    it(`holds nobody up while it is ${deed}`, async (context) => {
      context.diagnostic(await stallOf(act));
    });

  it('holds nobody up while both sides of a merge changed its blocks', async (context) => {
    let first = 'vorher';
    const change = (environment: string, fields: object) =>
      patiently(() => scene.owner.patch(`${scene.space}/environments/${environment}/entries/a`, { fields }));
    await change('master', fieldsOf(1, { first }));
    const deed = async (turn: number) => {
      const name = `branch-${turn}`;
      await cloneOf(scene, name);
      await change('master', fieldsOf(1, { first, last: `changed ${turn}` }));
      first = `anders ${turn}`;
      await change(name, fieldsOf(1, { first, last: `changed ${turn - 1}` }));
      await service.probe.reset();
      return mergeInto(scene, { from: name });
    };
    context.diagnostic(await stallOf(deed));
  });

  /** Does it until the stall is short enough, and fails if it never is: only what happens at every attempt is due to it. */
  async function stallOf(act: (turn: number) => Promise<ApiResponse>): Promise<string> {
    let least = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < TRIES && least > STALL_UNITS_MAX; turn++) {
      const before = await service.probe.units();
      await service.probe.reset();
      await patiently(() => act(turn));
      const stallMs = await service.probe.stallMs();
      least = Math.min(least, stallMs / Math.max(before.cpuMs, (await service.probe.units()).cpuMs));
    }
    assert.ok(least <= STALL_UNITS_MAX, `stalled for ${least.toFixed(1)} units`);
    return `stalled for ${least.toFixed(1)} units`;
  }
});

/** Saves the whole entry. @param salt makes its texts others */
function save({ owner, base }: Scene, salt: number): Promise<ApiResponse> {
  return owner.put(`${base}/entries/a`, {
    content_type_id: 'page',
    fields: fieldsOf(salt, { first: `Ein Zitat ${salt}` }),
  });
}

/** @param texts that of the first block in German, and that of the last one in no locale */
function fieldsOf(salt: number, { first, last = 'changed -1' }: { first: string; last?: string }): object {
  const share = Math.floor(ENTRY_BYTES / BLOCKS / (LOCALES.length + 4));
  const blocks = Array.from({ length: BLOCKS }, (_, block) => ({
    id: `b${block}`,
    type: 'quote',
    fields: {
      plain: wordsOf(block + salt, share * 3),
      text: Object.fromEntries(LOCALES.map((code, at) => [code, wordsOf(block * 31 + at * 977 + salt, share - 12)])),
    },
  }));
  const [opening, closing] = [blocks[0], blocks.at(-1)];
  if (opening !== undefined) opening.fields.text.de = first;
  if (closing !== undefined) closing.fields.plain = last;
  return { title: `Page ${salt}`, blocks };
}

/** Text of so many bytes. */
function wordsOf(from: number, bytes: number): string {
  const words: string[] = [];
  for (let at = from, length = 0; length < bytes; at++) {
    const word = `w${((at * 7_919) % WORDS).toString(36)}`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ').slice(0, bytes);
}
