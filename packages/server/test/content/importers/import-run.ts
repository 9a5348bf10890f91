/** Runs `lectern import` of a file in this process, against a running service. */
import assert from 'node:assert/strict';
import type { Scene } from '../../../../testing/src/given.ts';
import { runImport } from '../../../src/commands/import/import-command.ts';
import type { ImportReport } from '../../../src/commands/import/report.ts';

/** The source and the path of the file. */
export type ImportedFile = readonly [source: 'contentful' | 'wordpress' | 'strapi', path: string];

/** @returns the exit code, and everything that the command said */
export async function importSaying(
  scene: Scene,
  file: ImportedFile,
  ...options: string[]
): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const print = (text: string) => void said.push(text);
  const environment = { LECTERN_URL: scene.url, LECTERN_TOKEN: String(scene.management.token) };
  const argv = [...file, '--space', scene.spaceId, ...options];
  const code = await runImport(argv, environment, { print, printError: print, progress: null });
  return { code, said: said.join('\n') };
}

/** @returns the exit code, and the report */
export async function importFile(
  scene: Scene,
  file: ImportedFile,
  ...options: string[]
): Promise<{ code: number; report: ImportReport }> {
  const { code, said } = await importSaying(scene, file, '--json', ...options);
  assert.match(said, /^\{/);
  return { code, report: JSON.parse(said) as ImportReport };
}

/** Content types, assets and entries that were created, updated, unchanged and refused. */
export function counted({ content_types, assets, entries }: ImportReport): readonly (readonly number[])[] {
  return [content_types, assets, entries].map(({ created, updated, unchanged, refused }) => [
    created,
    updated,
    unchanged,
    refused,
  ]);
}
