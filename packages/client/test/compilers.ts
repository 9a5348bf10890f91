/** Both compilers that sites use, as programs: what they say of a folder, and how much they instantiate for it. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const ROOT = join(import.meta.dirname, '../../..');

/** The oldest that is supported, and the newest. */
export const compilers = {
  '5.9': join(ROOT, 'node_modules/typescript/bin/tsc'),
  '7': join(ROOT, 'node_modules/typescript7/bin/tsc'),
} as const;
export type Compiler = keyof typeof compilers;

export type Resolution = 'nodenext' | 'bundler';

/** Writes the settings of a folder that a site might have. */
export function writeSettings(folder: string, resolution: Resolution, more: object = {}, include = ['*.ts']): void {
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const settings = {
    compilerOptions: {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'esnext.asynciterable'],
      module,
      moduleResolution: resolution,
      types: [],
      strict: true,
      noEmit: true,
      ...more,
    },
    include,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
}

/** What the compiler says of a folder; nothing if all is well. */
export async function complaints(compiler: Compiler, folder: string, more: readonly string[] = []): Promise<string> {
  return run(process.execPath, [compilers[compiler], '--project', folder, ...more]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
