/** Reads the content types that the files of a folder export. */
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { messageOf } from '../program/command-frame.ts';
import { isContentType } from '../schema/content-type.ts';
import { type ModelType, modelOf } from '../schema/model.ts';
import type { ContentType } from '../schema/types.ts';
import { importTypeScript } from './import-typescript.ts';

const APART = /(^|[\\/])(migrations|node_modules)[\\/]/;
const TYPESCRIPT = /(?<!\.d|\.test)\.ts$/;

/** The files of the folder, without those of tests and migrations. @returns paths within the folder, none where there is no folder */
export async function filesOfTypes(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return found.filter((file) => isTypeScript(file) && !APART.test(file)).sort();
}

/** Whether a file is code of a project, and neither declares types alone nor tests. */
export function isTypeScript(file: string): boolean {
  return TYPESCRIPT.test(file);
}

/**
 * The model that a folder defines.
 * @throws Error where a file cannot be loaded, or a type is wrong
 */
export async function modelIn(folder: string): Promise<ModelType[]> {
  const files = await filesOfTypes(folder);
  if (files.length === 0)
    throw new Error(`There are no types in ${folder}/; \`lectern pull\` writes those of the service.`);
  const types: ContentType[] = [];
  for (const file of files) types.push(...Object.values(await exportsOf(join(folder, file))).filter(isContentType));
  return modelOf([...new Set(types)]);
}

/** What a file exports. @throws Error that names it */
export async function exportsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await importTypeScript(file);
  } catch (error) {
    throw new Error(`${placeIn(error, file)} cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
}

/** Where an error is: in the file, or in one beside it that it imports. */
export function placeIn(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = [...stack.matchAll(/(?:^|file:\/\/)(\S*\.ts):(\d+)/g)];
  const place = places.find(([, path = '']) => path.startsWith(dirname(resolve(file))));
  return place === undefined ? file : `${relative(process.cwd(), place[1] ?? '')}:${place[2]}`;
}
