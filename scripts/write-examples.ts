/** Records the examples of the API reference on a demo of its own. A test fails where they are out of date. */
import { writeFileSync } from 'node:fs';
import { recordExamples } from '../packages/server/test/docs/reference/recorded-examples.ts';
import { startDemo } from '../packages/server/test/docs/reference/running-demo.ts';
import { closeConnections } from '../packages/testing/src/client.ts';

const FILE = new URL('../packages/server/src/platform/http/openapi/examples.json', import.meta.url);

const demo = await startDemo();
try {
  writeFileSync(FILE, `${JSON.stringify(await recordExamples(demo), null, 2)}\n`);
} finally {
  closeConnections();
  await demo.close();
}
