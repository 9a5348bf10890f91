/**
 * A program made from this tree with one migration more, as the next release would be: beside it, this one is the older
 * program. It is a copy in a scratch folder, and runs from there.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartCommand } from '../../../../testing/src/process.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import type { Migration } from '../../../src/platform/database/migrations/migration.ts';
import { readSources } from '../../tidy/source-file.ts';
import { tablesIn } from '../../tidy/tables.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const SERVER = 'packages/server';
/** The server imports its files by their paths. */
const CONTRACT = 'packages/contract';
/** The version of the program that is made. */
export const NEWER_VERSION = '9.9.0';

export interface NewerProgram {
  /** Its file `lectern.mjs`. */
  readonly file: string;
  /** Its `lectern start`. */
  readonly start: StartCommand;
}

/** Makes a program that has that migration too. */
export function makeNewerProgram(migration: Migration): NewerProgram {
  const folder = temporaryFolder('newer');
  const server = join(folder, SERVER);
  mkdirSync(server, { recursive: true });
  for (const part of ['bin', 'src', 'package.json'])
    cpSync(join(ROOT, SERVER, part), join(server, part), { recursive: true });
  cpSync(join(ROOT, CONTRACT), join(folder, CONTRACT), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  edit(join(server, 'package.json'), /"version": "[^"]+"/, `"version": "${NEWER_VERSION}"`);
  const migrations = join(server, 'src/platform/database/migrations');
  edit(join(migrations, 'all.ts'), /\];\s*$/, `, ${JSON.stringify(migration)}];\n`);
  const file = join(server, 'bin/lectern.mjs');
  return { file, start: [process.execPath, file, 'start'] };
}

/** The tables of this tree, as its rooms list them. */
export function tableNames(): string[] {
  return tablesIn(readSources());
}

/** Replaces the one place in a file that matches. */
function edit(path: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(path, 'utf8');
  const edited = text.replace(pattern, replacement);
  if (edited === text) throw new Error(`Nothing in ${path} matches ${pattern}; change newer-program.ts.`);
  writeFileSync(path, edited);
}
