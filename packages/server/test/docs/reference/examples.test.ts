/**
 * The examples of `openapi.json` are requests that a demo accepts and the responses it gives: all of them are told
 * again here. Where this fails after a change, `node scripts/write-examples.ts` records them anew.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { operationId } from '../../../src/platform/http/openapi/operation.ts';
import { type Route, routesOf } from '../../routes/described-routes.ts';
import { recordExamples } from './recorded-examples.ts';
import { type DemoStage, startDemo } from './running-demo.ts';

const FILE = new URL('../../../src/platform/http/openapi/examples.json', import.meta.url);
/** Nobody can know them before: they are left out of the page until somebody types them. */
const UNFILLED = ['cursor', 'confirm_data_loss', 'events', 'change_set', 'as_of'];
/** They have no JSON or no end, take no token of the interface, or are the description itself. */
const WITHOUT_EXAMPLE = [
  'GET /spaces/{space_id}/environments/{environment}/delivery/live',
  'GET /calendar/{feed}',
  'GET /metrics',
  'GET /metrics/top',
  'GET /openapi.json',
  'GET /docs',
];

describe('the examples of the reference', () => {
  let demo: DemoStage;
  let routes: Route[];
  before(async () => {
    demo = await startDemo();
    routes = routesOf((await new Actor(demo.url, null).get('/openapi.json', 200)).json);
  });
  after(async () => {
    closeConnections();
    await demo.close();
  });

  it('are what a fresh demo accepts and responds', async () => {
    const recorded = JSON.parse(readFileSync(FILE, 'utf8'));
    assert.deepEqual(await recordExamples(demo), recorded, 'Run `node scripts/write-examples.ts`.');
  });

  it('are there for every route, with each parameter that can be filled in', () => {
    const recorded = JSON.parse(readFileSync(FILE, 'utf8'));
    for (const { method, path, operation } of routes) {
      const route = `${method} ${path}`;
      if (WITHOUT_EXAMPLE.includes(route)) continue;
      const example = recorded[operationId(method, path.replaceAll(/\{(\w+)\}/g, ':$1'))];
      assert.ok(example, `${route} needs an example in its row in test/routes/`);
      for (const { name } of parametersOf(operation)) {
        if (UNFILLED.includes(name)) assert.ok(!(name in example.parameters), `${route} ${name}`);
        else assert.ok(name in example.parameters, `${route} needs an example of ${name}`);
      }
    }
  });

  it('leave every optional parameter unsent, and say nothing of those that destroy or protect', () => {
    for (const { method, path, operation } of routes) {
      for (const { name, required, example, examples } of parametersOf(operation)) {
        if (required === true) continue;
        assert.equal(examples?.default?.['x-disabled'], true, `${method} ${path} ${name}`);
        assert.equal(example, undefined);
        if (UNFILLED.includes(name)) assert.ok(!('value' in examples.default), name);
      }
    }
  });

  it('show the ids of the demo', async () => {
    const { text } = await new Actor(demo.url, null).get('/openapi.json', 200);
    assert.ok(text.includes(`"example":"${demo.space}"`));
  });
});

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: Readonly<{ default: Readonly<Record<string, unknown>> }>;
}

/** The parameters in path and query. */
function parametersOf(operation: unknown): Parameter[] {
  const { parameters = [] } = operation as { parameters?: readonly (Parameter & { in?: string })[] };
  return parameters.filter((parameter) => parameter.in !== undefined);
}
