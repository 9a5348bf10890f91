/** `lectern pull`: writes the content types of an environment as files. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptModel } from '../content-as-code/model-push.ts';
import { filesOfTypes } from '../content-as-code/schema-folder.ts';
import { typeFiles } from '../content-as-code/type-files.ts';
import { amount, exitCodes } from '../program/command-frame.ts';
import { type Invocation, inPlace } from '../program/run-in-place.ts';

const options = { prune: { type: 'boolean' } } as const;

/** Runs the command. */
export const runPull = inPlace({
  form: 'pull [options]',
  purpose: 'Writes the content types of an environment as files in TypeScript, one for each.',
  usage: '  --prune                   delete the files that are of no type of the environment',
  options,
  words: [0, 0],
  run: write,
});

async function write({ open, given, print }: Invocation<typeof options>): Promise<number> {
  const service = await open();
  const { folder = '', prune } = given;
  const files = typeFiles((await keptModel(service)).content_types);
  await mkdir(folder, { recursive: true });
  let changed = 0;
  for (const { name, text } of files) if (await put(join(folder, name), text)) changed++;
  print(
    `${folder}/ has ${amount(files.length, 'type')}; ${changed === 0 ? 'nothing changed' : `wrote ${amount(changed, 'file')}`}.`,
  );
  const names = new Set(files.map(({ name }) => name));
  const others = (await filesOfTypes(folder)).filter((file) => !names.has(file));
  for (const file of others) {
    if (prune) await rm(join(folder, file));
    print(`${join(folder, file)} ${prune ? 'is deleted' : 'is of no type of the environment; --prune deletes it'}.`);
  }
  return exitCodes.done;
}

/** @returns whether the file was another one */
async function put(file: string, text: string): Promise<boolean> {
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before?.replaceAll('\r\n', '\n') === text) return false;
  await writeFile(file, text);
  return true;
}
