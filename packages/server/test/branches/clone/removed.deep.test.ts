/**
 * Fields and components that come, hold values and are deleted for good at any moment while a clone is made: nothing of them stays
 * in the clone. The clone and the removal take their steps one by one, in random turns with the requests.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addTypes, field, given, type Scene } from '../../../../testing/src/given.ts';
import { holdJob } from '../../../../testing/src/held-job.ts';
import { type OpenStage, onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { assemble, SECRET } from '../../../../testing/src/workbench.ts';
import { findClone } from '../../../src/branches/environments/clone-store.ts';
import { EnvironmentCloning } from '../../../src/branches/environments/environment-cloning.ts';
import { baseCopy } from '../../../src/branches/merging/base-copy.ts';
import { storedEntries } from '../../../src/content/entries/stored-content.ts';
import { contentKinds } from '../../../src/content/kinds/kinds.ts';
import { FieldRemoval } from '../../../src/model/content-types/field-removal.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { DomainError } from '../../../src/platform/errors/domain-error.ts';
import { systemClock } from '../../../src/platform/kit/clock.ts';
import { indexingCopy } from '../../../src/reading/search/indexing.ts';
import { importLines } from '../../bounds/stalls/target.ts';
import { storedTexts } from '../../content/blocks/stored-texts.ts';
import { Random } from '../../reading/consistency/random.ts';
import { askForClone, holdCloning, rowOf } from './clones.ts';

const ROUNDS = Number(process.env.CLONE_ROUNDS ?? 12);
/** More than the first step of a clone copies. */
const ENTRIES = 60;

const [keep, drop] = [field('keep', 'string'), field('drop', 'string')];
const quote = { api_id: 'quote', kind: 'component', name: 'Quote', fields: [keep] };
const box = { api_id: 'box', kind: 'component', name: 'Box', fields: [keep] };
const blocks = (components: readonly string[]) => field('blocks', 'blocks', { components });
const page = { api_id: 'page', name: 'Page', fields: [keep, blocks(['quote'])] };

onEachDatabase('clones beside removals', (stage) => {
  it('have nothing of what is deleted for good meanwhile', { timeout: 900_000 }, async (context) => {
    context.diagnostic(`SEED=${SEED}`);
    const random = new Random(SEED);
    await holdCloning(stage.database, context);
    await holdJob(stage.database, context, 'field-removal');
    for (let round = 0; round < ROUNDS; round++) await play(stage, random);
  });
});

/** Makes one clone, and lets two fields and a component come and go at random moments of it. */
async function play({ url, database }: OpenStage, random: Random): Promise<void> {
  const scene = await given(url);
  await fill(scene);
  await askForClone(scene, 'branch');
  const source = await rowOf(database.reader, scene.spaceId, 'master');
  const clone = await rowOf(database.reader, scene.spaceId, 'branch');
  const steps = stepsOver(database);
  const lives = livesIn(scene);
  const told: string[] = [];
  const isMade = async () => (await rowOf(database.reader, scene.spaceId, 'branch')).status === 'ready';
  const isNearlyMade = async () => (await findClone(database.reader, clone.number))?.stage === 'last';
  while (!(await isMade())) {
    const living = lives.filter((life) => life.length > 0);
    // What is deleted after the clone is ready stays in it.
    const isNext = living.length === 0 || !(await isNearlyMade());
    const [kind, step] = random.pick<readonly [string, () => Promise<unknown> | undefined]>([
      ...(isNext ? [['clone', steps.clone] as const, ['clone', steps.clone] as const] : []),
      ['remove', steps.remove],
      ['remove all', steps.removeAll],
      ...living.map((life) => ['request', () => life.shift()?.()] as const),
    ]);
    told.push(kind);
    await step();
  }
  await steps.removeAll();
  const story = `SEED=${SEED}: ${told.join(' ')}`;
  for (const { number } of [source, clone]) assert.deepEqual(await storedTexts(database, number, /secret/), [], story);
}

/** The jobs of the service, one step at a time. */
function stepsOver(database: Database) {
  const { journal } = assemble({ database, secret: SECRET, clock: systemClock });
  const kinds = [...contentKinds.map(({ copy }) => copy), baseCopy, indexingCopy];
  const cloning = new EnvironmentCloning({ database, journal, kinds });
  const removal = new FieldRemoval({ database, stored: storedEntries });
  const remove = () => oneStep(removal);
  const removeAll = async () => {
    while (await removal.hasWork()) await remove();
  };
  return { clone: () => oneStep(cloning), remove, removeAll };
}

/** A run that is stopped once it has begun ends after its first step. One that met the lock of another job is tried again later. */
async function oneStep(job: { run(signal: AbortSignal): Promise<void> }): Promise<void> {
  const stop = new AbortController();
  const ran = job.run(stop.signal);
  stop.abort();
  await ran.catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'unavailable') throw error;
  });
}

async function fill({ owner, base }: Scene): Promise<void> {
  await addTypes({ owner, base }, [quote, page]);
  const lines = Array.from({ length: ENTRIES }, (_, n) => ({
    entry: { content_type: 'page', key: `page-${n}`, status: 'published', fields: { keep: 'as it is' } },
  }));
  await importLines(owner, base, lines);
}

/** The requests of what comes and goes: a field, a field inside of a component, and a component. */
function livesIn({ owner, base }: Scene): (() => Promise<unknown>)[][] {
  let [components, hasField] = [['quote'], false];
  const change = (type: string, fields: object) =>
    owner.patch(`${base}/content-types/${type}?confirm_data_loss=true`, { fields }, 200);
  const changePage = () => change('page', [keep, blocks(components), ...(hasField ? [drop] : [])]);
  const takeComponents = (...names: string[]) => {
    components = names;
    return changePage();
  };
  const takeField = (has: boolean) => {
    hasField = has;
    return changePage();
  };
  const write = (n: number, fields: object) => owner.patch(`${base}/entries/page-${n}`, { fields }, 200);
  const publish = (n: number) => owner.post(`${base}/entries/page-${n}/publish`, {}, 200);
  return [
    [
      () => takeField(true),
      () => write(0, { drop: 'secret of a field' }),
      () => write(ENTRIES - 1, { drop: 'secret of a field' }),
      () => publish(ENTRIES - 1),
      () => takeField(false),
      () => owner.delete(`${base}/content-types/page/hidden-fields/drop`, 204),
    ],
    [
      () => change('quote', [keep, drop]),
      () => write(1, { blocks: [{ type: 'quote', fields: { drop: 'secret inside' } }] }),
      () => publish(1),
      () => write(ENTRIES - 2, { blocks: [{ type: 'quote', fields: { keep: 'kept', drop: 'secret inside' } }] }),
      () => change('quote', [keep]),
      () => owner.delete(`${base}/content-types/quote/hidden-fields/drop`, 204),
    ],
    [
      () => owner.post(`${base}/content-types`, box, 201),
      () => takeComponents('quote', 'box'),
      () => write(2, { blocks: [{ type: 'box', fields: { keep: 'secret of a component' } }] }),
      () => publish(2),
      () => write(ENTRIES - 3, { blocks: [{ type: 'box', fields: { keep: 'secret of a component' } }] }),
      () => takeComponents('quote'),
      () => owner.delete(`${base}/content-types/box`, 204),
    ],
  ];
}
