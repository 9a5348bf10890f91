/** The types stay cheap: the compiler counts what it instantiates, which is the same on every machine. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { complaints, writeSettings } from './compilers.ts';
import { largeSite } from './large-model.ts';

const SOURCE = join(import.meta.dirname, '../src/index.ts');
const INSTANTIATIONS_MAX = 150_000;

it('takes at most 150,000 instantiations for 100 queries two levels deep over 200 content types', async () => {
  const folder = temporaryFolder('client-types');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(largeSite(SOURCE))) writeFileSync(join(folder, name), text);
  writeSettings(folder, 'nodenext', { allowImportingTsExtensions: true, skipLibCheck: true });
  const said = await complaints('7', folder, ['--extendedDiagnostics']);
  assert.doesNotMatch(said, /error TS/, said);
  const instantiations = Number(/^Instantiations: +(\d+)$/m.exec(said)?.[1]);
  assert.ok(instantiations > 0 && instantiations <= INSTANTIATIONS_MAX, `${instantiations} instantiations`);
});
