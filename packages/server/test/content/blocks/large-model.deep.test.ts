/**
 * A component in all types of the largest model, with thousands of entries: each change of it ends, and the figures tell how long
 * it takes and how long others wait meanwhile, in its environment and elsewhere.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { addTypes, createEntry, field, given, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { until } from '../../../../testing/src/until.ts';
import { TYPES_MAX } from '../../../src/model/content-types/model-size.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { type Bystander, startBystander } from '../../bounds/stalls/bystander.ts';
import { importLines } from '../../bounds/stalls/target.ts';

const ENTRIES = Number(process.env.LARGE_MODEL_ENTRIES ?? 2_000);
/** Besides the component, and a type without it. */
const HOLDERS = TYPES_MAX - 2;
/** A removal is one row, however many types it is about. */
const REMOVAL_BYTES_MAX = 100_000;
const REMOVED_WITHIN_MS = 500_000;

const title = field('title', 'string');
const [line, gone, link] = [field('line', 'string'), field('gone', 'string'), field('link', 'entry')];
const quote = { api_id: 'quote', kind: 'component', name: 'Quote', fields: [line, gone, link] };
const plain = { api_id: 'plain', name: 'Plain', fields: [title] };
const holders = Array.from({ length: HOLDERS }, (_, n) => ({
  api_id: `holder_${n}`,
  name: `Holder ${n}`,
  display_field: 'title',
  fields: [title, field('one', 'component', { component: 'quote' }), field('all', 'blocks', { components: ['quote'] })],
}));

describeEachEngine('a component in the largest model', (engine) => {
  let service: ServiceProcess;
  let scene: Scene;
  let database: Database;
  let bystander: Bystander;
  before(async () => {
    service = await startProcess({ engine });
    database = await openDatabase(engine.databaseConfig());
    scene = await given(service.url, { locales: ['de'] });
    await addTypes(scene, [quote, plain, ...holders]);
    await createEntry(scene.owner, scene.base, { content_type_id: 'plain', key: 'plain', fields: { title: 'Plain' } });
    await importLines(
      scene.owner,
      scene.base,
      Array.from({ length: ENTRIES }, (_, n) => entryLine(n)),
    );
    bystander = await startBystander(service.url);
  });
  after(async () => {
    closeConnections();
    await bystander?.end();
    await database?.close();
    await service?.end('SIGINT');
  });

  const change = (fields: object, query = '') =>
    scene.owner.patch(`${scene.base}/content-types/quote${query}`, { fields });
  const path = () => `${scene.base}/content-types/quote`;
  const deeds: Readonly<Record<string, { readonly act: () => Promise<ApiResponse>; readonly status: number }>> = {
    'gets another name': { act: () => scene.owner.patch(path(), { name: 'Zitat' }), status: 200 },
    'gets a field': { act: () => change([line, gone, link, field('more', 'string')]), status: 200 },
    'gets a localized field': {
      act: () => change([{ ...line, localized: true }, gone, link, field('more', 'string')]),
      status: 200,
    },
    'would lose a field with values': { act: () => change([line, link], '?confirm_data_loss=false'), status: 409 },
    'loses a field': { act: () => change([line, link], '?confirm_data_loss=true'), status: 200 },
    'is not deleted where it is used': { act: () => scene.owner.delete(path()), status: 409 },
  };
  for (const [deed, { act, status }] of Object.entries(deeds))
    it(`${deed}`, { timeout: 300_000 }, async (context) => {
      const { response, figures } = await besideOthers(act);
      context.diagnostic(figures);
      assert.equal(response.status, status, String(response));
    });

  it('has the values of a hidden field removed', { timeout: 600_000 }, async (context) => {
    const { figures } = await besideOthers(async () => {
      const response = await scene.owner.delete(`${path()}/hidden-fields/gone`, 204);
      const rows = await database.reader.selectFrom('field_removals').select('inside').execute();
      const bytes = rows.map(({ inside }) => inside.length);
      context.diagnostic(`rows of the removal and their bytes: ${bytes}`);
      assert.ok(rows.length <= 1 && bytes.every((one) => one <= REMOVAL_BYTES_MAX), String(bytes));
      await until(
        () => database.reader.selectFrom('field_removals').select('field').execute(),
        (left) => left.length === 0,
        REMOVED_WITHIN_MS,
      );
      return response;
    });
    context.diagnostic(figures);
  });

  /** Does it while others write. @returns how long it took, and how long they waited at most */
  async function besideOthers(act: () => Promise<ApiResponse>): Promise<{ response: ApiResponse; figures: string }> {
    let isOver = false;
    const waits: number[] = [];
    const refused: number[] = [];
    const write = async () => {
      for (let n = 0; !isOver; n++) {
        const startedAt = performance.now();
        const { status } = await scene.owner.patch(`${scene.base}/entries/plain`, { fields: { title: `Plain ${n}` } });
        waits.push(performance.now() - startedAt);
        if (status !== 200) refused.push(status);
      }
    };
    bystander.reset();
    const writing = write();
    await until(
      () => waits.length,
      (length) => length > 1,
    );
    waits.length = 0;
    const startedAt = performance.now();
    const response = await act();
    const tookMs = performance.now() - startedAt;
    isOver = true;
    await writing;
    const { longestMs, failures } = await bystander.report();
    const numbers = { tookMs, neighbourMs: Math.max(...waits), ...longestMs };
    const rounded = Object.entries(numbers).map(([name, ms]) => `${name} ${Math.round(ms)}`);
    return { response, figures: `${rounded.join(', ')}; refused: ${[...refused, ...failures].join() || 'none'}` };
  }
});

function entryLine(n: number): object {
  const said = (word: string) => ({ fields: { line: `${word} ${n}`, gone: `gone ${word} ${n}`, link: 'plain' } });
  return {
    entry: {
      content_type: `holder_${n % HOLDERS}`,
      key: `entry-${n}`,
      status: n % 2 === 0 ? 'published' : 'draft',
      fields: {
        title: `Entry ${n}`,
        one: said('one'),
        all: [
          { type: 'quote', ...said('two') },
          { type: 'quote', ...said('three') },
        ],
      },
    },
  };
}
