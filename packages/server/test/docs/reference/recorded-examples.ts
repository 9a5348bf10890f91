/** The examples of the API reference: the request in the row of each route, told against a fresh demo one after the other. */

import { Actor } from '../../../../testing/src/client.ts';
import { startDnsServer } from '../../../../testing/src/servers/dns-server.ts';
import { findDemoIds } from '../../../src/commands/demo/demo-ids.ts';
import { ServiceClient } from '../../../src/commands/service-client.ts';
import { PROGRAM_COMMIT } from '../../../src/platform/config/program-version.ts';
import type { RecordedExample } from '../../../src/platform/http/openapi/examples.ts';
import { routes } from '../../routes/table.ts';
import { Recorder, type Told } from './recorder.ts';
import { type DemoStage, EXAMPLE_PASSWORD } from './running-demo.ts';
import { StableValues } from './stable-values.ts';

const EXAMPLE_COMMIT = '3a4b5c6d7e8f';

/** Records the examples of all routes, by the names of their operations. */
export async function recordExamples(demo: DemoStage): Promise<Readonly<Record<string, RecordedExample>>> {
  const ids = await findDemoIds(new ServiceClient({ url: demo.url, token: demo.owner.token }), demo.space);
  const stable = new StableValues(ids, {
    [demo.url]: 'https://cms.example.com',
    [demo.receiverUrl]: 'https://search.example.com',
    [demo.email]: 'ada@example.com',
    [demo.password]: EXAMPLE_PASSWORD,
    [PROGRAM_COMMIT ?? EXAMPLE_COMMIT]: EXAMPLE_COMMIT,
  });
  const recorder = new Recorder(stable, { space_id: demo.space, environment: 'master', account_id: ids.account });
  const dns = await startDnsServer();
  const nobody = new Actor(demo.url, null);
  const reader = new Actor(demo.url, demo.tokens.delivery);
  const known = {
    told: recorder.told.bind(recorder),
    demo,
    recorder,
    ids,
    dns,
    owner: demo.owner,
    nobody,
    space: `/spaces/${demo.space}`,
    idOf: (kind: string, key: string) => `${kind}${ids.environmentCode}${key}`,
  };
  try {
    for (const { name, access, example } of routes) {
      const by = access === 'public' ? nobody : access === 'read' ? reader : demo.owner;
      const tell = (request: Told = {}) => recorder.tell(name, { by, ...request });
      await (typeof example === 'function' ? example({ ...known, tell }) : example && tell(example));
    }
  } finally {
    dns.stop();
  }
  return recorder.examples;
}
