/**
 * Writes `packages/studio/src/api/schema.gen.ts`, the types of Studio's client, from the service's own `openapi.json`. Git does not keep
 * the file: `npm test` writes it before the types are checked, and building Studio needs none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { createService } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/platform/config/config.ts';
import { removeFolder, temporaryFolder } from '../packages/testing/src/temporary-folder.ts';

const TARGET = fileURLToPath(new URL('../packages/studio/src/api/schema.gen.ts', import.meta.url));

const folder = temporaryFolder('api-types');
const service = await createService(
  readConfig({ LECTERN_DATA_DIR: folder, LECTERN_LOG_LEVEL: 'silent', PORT: '0' }),
  {},
);
try {
  const description = (await service.app.inject('/openapi.json')).json();
  const types = astToString(await openapiTypescript(description));
  if (types !== present()) writeFileSync(TARGET, types);
} finally {
  await service.close();
  removeFolder(folder);
}

function present(): string | null {
  try {
    return readFileSync(TARGET, 'utf8');
  } catch {
    return null;
  }
}
