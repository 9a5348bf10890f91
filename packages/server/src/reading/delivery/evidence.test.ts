/** Evidence that follows the journal is what counting everything gives, whatever happens to entries and to the model. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { field, given, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import '../../../../testing/src/seed.ts';
import type { Model } from '../../model/content-types/model.ts';
import { Models } from '../../model/content-types/models.ts';
import { Environments } from '../../model/spaces/environments.ts';
import { Heads } from '../../model/spaces/heads.ts';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { QueryEngine } from '../query/engine.ts';
import { type Counted, Evidence } from './evidence.ts';

const MEMORY_BYTES = 16_777_216;
const keys = ['a', 'b', 'c', 'd', 'e'];
const key = fc.constantFrom(...keys);
const type = fc.constantFrom('page', 'note');
const values = fc.record({
  title: fc.constantFrom(null, 'x'),
  colour: fc.constantFrom(null, 'red', 'blue'),
  near: fc.subarray(keys, { maxLength: 2 }),
  parts: fc.array(fc.record({ type: fc.constant('part'), fields: fc.record({ near: key }, { requiredKeys: [] }) }), {
    maxLength: 2,
  }),
});
const settings = fc.record({
  isRequired: fc.boolean(),
  isListed: fc.boolean(),
  allowed: fc.constantFrom<readonly string[]>([], ['page'], ['note']),
});
interface Settings {
  readonly isRequired: boolean;
  readonly isListed: boolean;
  readonly allowed: readonly string[];
}

const publishing = fc.record({ does: fc.constant('publish' as const), key, type, values });
const step = fc.oneof(
  { weight: 4, arbitrary: publishing },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('unpublish' as const, 'delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('model' as const), settings }) },
);
const LAX: Settings = { isRequired: false, isListed: false, allowed: [] };
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function fieldsOf({ isRequired, isListed, allowed }: Settings) {
  const links = { type: 'entry', ...(allowed.length > 0 && { validations: { content_types: allowed } }) };
  const near = field('near', 'array', { items: links });
  const inside = field('near', 'entry', { ...(allowed.length > 0 && { validations: { content_types: allowed } }) });
  const colour = field('colour', 'string', { ...(isListed && { validations: { in: ['red'] } }) });
  const title = field('title', 'string', { required: isRequired });
  return { page: [title, colour, near, field('parts', 'blocks', { components: ['part'] })], part: [inside] };
}

function allOf(model: Model, counted: Counted) {
  return model.types.flatMap(({ apiId, number, fields }) =>
    fields.map((one) => ({ field: `${apiId}.${one.id}`, ...counted.of(number, one.number) })),
  );
}

onEachDatabase('evidence', (stage) => {
  /** Counts as the service does; without a clock there is no rest in between. */
  async function counter({ spaceId }: Scene) {
    const { database } = stage;
    const clock = () => 0;
    const heads = new Heads({ database, clock });
    const memory = new MemoryBudget(MEMORY_BYTES);
    const models = new Models({ database, heads, memory });
    const environment = (await new Environments({ database, heads }).resolve(spaceId, 'master')) ?? assert.fail();
    const evidence = (bytes = MEMORY_BYTES, time = clock) =>
      new Evidence({
        database,
        engine: new QueryEngine({ database, heads, memory, clock }),
        memory: new MemoryBudget(bytes),
        clock: time,
      });
    const place = async () => {
      const head = (await heads.confirmed(environment.number)) ?? assert.fail();
      return { environment, head, model: await models.confirmed(environment), staleSeconds: null };
    };
    return { evidence, place };
  }

  async function makeTypes({ owner, base }: Scene, settings: Settings) {
    const { page, part } = fieldsOf(settings);
    await owner.put(`${base}/content-types/note`, { name: 'Note', fields: [] }, 201);
    await owner.put(`${base}/content-types/part`, { name: 'Part', kind: 'component', fields: part }, 201);
    await owner.put(`${base}/content-types/page`, { name: 'Page', fields: page }, 201);
  }

  async function take({ owner, base }: Scene, taken: Step) {
    if (taken.does === 'model') {
      const { page, part } = fieldsOf(taken.settings);
      await owner.patch(`${base}/content-types/part`, { fields: part }, 200);
      await owner.patch(`${base}/content-types/page`, { fields: page }, 200);
      return;
    }
    const path = `${base}/entries/${taken.key}`;
    if (taken.does === 'publish') {
      const body = { content_type_id: taken.type, fields: taken.type === 'page' ? taken.values : {} };
      await owner.send('PUT', path, { body });
      await owner.send('POST', `${path}/publish`, { body: {} });
    } else {
      await owner.send('POST', `${path}/unpublish`, { body: {} });
      if (taken.does === 'delete') await owner.send('DELETE', path);
    }
  }

  it('is the same whether all is counted or only what moved', async () => {
    const scene = await given(stage.url);
    await makeTypes(scene, LAX);
    const { evidence, place } = await counter(scene);
    const following = evidence();
    const withoutMemory = evidence(0);
    let followed = 0;
    // What is published while anything goes does not fit later.
    const run = fc.tuple(
      fc.array(publishing, { minLength: 6, maxLength: 6 }),
      settings,
      fc.array(step, { minLength: 10, maxLength: 10 }),
    );
    await fc.assert(
      fc.asyncProperty(run, async ([before, strict, steps]) => {
        await take(scene, { does: 'model', settings: LAX });
        for (const one of before) await take(scene, one);
        for (const one of [{ does: 'model' as const, settings: strict }, ...steps]) {
          await take(scene, one);
          const at = await place();
          const whole = await evidence().of(at);
          const counted = await following.of(at);
          const right = allOf(at.model, whole);
          assert.deepEqual(allOf(at.model, counted), right);
          assert.deepEqual(allOf(at.model, await withoutMemory.of(at)), right);
          if (counted.looked < whole.looked) followed += 1;
        }
      }),
      { numRuns: 5 },
    );
    assert.ok(followed > 0);
  });

  it('is refused for a while where counting takes long', async () => {
    const scene = await given(stage.url);
    await makeTypes(scene, LAX);
    const { evidence, place } = await counter(scene);
    let now = 0;
    const slow = evidence(MEMORY_BYTES, () => {
      now += 2_000;
      return now;
    });
    const publish = (name: string) =>
      publishNew(scene.owner, scene.base, { key: name, content_type_id: 'note', fields: {} });
    await publish('a');
    assert.equal((await slow.of(await place())).looked, 1);
    await publish('b');
    await assert.rejects(slow.of(await place()), { code: 'unavailable' });
    now += 60_000;
    assert.equal((await slow.of(await place())).looked, 1);
  });
});
