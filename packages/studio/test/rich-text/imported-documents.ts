/** Rich text as other systems' real exports hold it, read back from the API after the import. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runImport } from '../../../server/src/commands/import/import-command.ts';
import type { Scene } from '../../../testing/src/given.ts';
import type { Json } from './writing-desk.ts';

const FOLDER = join(import.meta.dirname, '../../../../../shared/data');
const PAGE_LENGTH = 100;

/** Every document of the exports that lie beside the checkout; none where there are no exports. */
export async function importedDocuments(scene: Scene): Promise<Json[]> {
  const exports = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^contentful-.*\.json$/.test(name)) : [];
  for (const name of exports) await importFile(scene, join(FOLDER, name));
  const found: Json[] = [];
  for (let skip = 0; ; skip += PAGE_LENGTH) {
    const page = await scene.owner.get(`${scene.base}/entries?limit=${PAGE_LENGTH}&skip=${skip}`, 200);
    collect(page.list('items'), found);
    if (page.list('items').length < PAGE_LENGTH) return found;
  }
}

async function importFile({ url, spaceId, management }: Scene, path: string): Promise<void> {
  const quiet = { print: () => undefined, printError: () => undefined, progress: null };
  const environment = { LECTERN_URL: url, LECTERN_TOKEN: String(management.token) };
  const code = await runImport(['contentful', path, '--space', spaceId, '--json'], environment, quiet as never);
  if (code !== 0) throw new Error(`The import of ${path} ended with ${code}.`);
}

function collect(value: unknown, found: Json[]): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && value.type === 'doc') found.push(value as unknown as Json);
  else for (const inner of Object.values(value)) collect(inner, found);
}
