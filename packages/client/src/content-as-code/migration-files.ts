/** The files of migrations: each exports one, and is named by its number and what it does. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMigration, type Migration } from '../schema/migration.ts';
import { exportsOf, isTypeScript } from './schema-folder.ts';

const FOLDER = 'migrations';
const NAME = /^\d{4}-[a-z0-9][a-z0-9-]{0,54}$/;
const NUMBER_DIGITS = 4;
const WORDS_LENGTH_MAX = 55;

/** A file. */
export interface MigrationFile {
  readonly name: string;
  readonly path: string;
  /** Of its text, however its lines end. */
  readonly checksum: string;
}

/** All files, in the order in which they are run. @throws Error that names a file which is called otherwise */
export async function migrationFiles(folder: string): Promise<MigrationFile[]> {
  const within = join(folder, FOLDER);
  const found = await readdir(within).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = found.filter(isTypeScript).sort();
  return await Promise.all(names.map((file) => fileNamed(within, file.slice(0, -'.ts'.length))));
}

async function fileNamed(within: string, name: string): Promise<MigrationFile> {
  const path = join(within, `${name}.ts`);
  if (!NAME.test(name)) throw new Error(`${path} is no name of a migration; call it as 0001-fill-leads.ts.`);
  const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  return { name, path, checksum: createHash('sha256').update(text).digest('hex') };
}

/** @throws Error that names the file */
export async function migrationIn({ path }: MigrationFile): Promise<Migration> {
  const { default: migration } = await exportsOf(path);
  if (isMigration(migration)) return migration;
  throw new Error(`${path} exports no migration; write \`export default defineMigration({ type, change })\`.`);
}

/** Writes a file for a new one. @returns its path */
export async function newMigration(folder: string, what: string): Promise<string> {
  const last = (await migrationFiles(folder)).at(-1)?.name.slice(0, NUMBER_DIGITS) ?? '0';
  const words = what
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, WORDS_LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, '');
  if (words === '') throw new Error(`"${what}" has no letters to name a file by.`);
  const number = String(Number(last) + 1).padStart(NUMBER_DIGITS, '0');
  const path = join(folder, FOLDER, `${number}-${words}.ts`);
  await mkdir(join(folder, FOLDER), { recursive: true });
  await writeFile(path, TEMPLATE, { flag: 'wx' });
  return path;
}

const TEMPLATE = `import { defineMigration } from '@lectern/client/schema';

// With \`defineMigration<Model>(…)\` and the Model that \`lectern types\` writes, values are checked.
export default defineMigration({
  type: 'article',
  change({ fields }) {
    // Return the fields that change: { title: … }, with null for what goes. Nothing leaves the entry as it is.
    throw new Error('Say what this migration changes.');
  },
});
`;
