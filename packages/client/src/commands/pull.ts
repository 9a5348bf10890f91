/** `lectern pull`: writes the content types of an environment as files. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodeOfTypes } from '../content-as-code/code-of-types.ts';
import type { KeptModel } from '../content-as-code/kept-model.ts';
import { keptModel, pushModel } from '../content-as-code/model-push.ts';
import { planLines } from '../content-as-code/plan-text.ts';
import { type TypeFile, typeFiles } from '../content-as-code/type-files.ts';
import { amount, exitCodes } from '../program/command-frame.ts';
import { type Invocation, inPlace } from '../program/run-in-place.ts';
import type { Service } from '../program/service.ts';
import { modelOf } from '../schema/model.ts';

const options = { prune: { type: 'boolean' } } as const;

/** Runs the command. */
export const runPull = inPlace({
  form: 'pull [options]',
  purpose:
    'Writes the content types of an environment as files in TypeScript, one for each that the folder does not have yet.',
  usage: '  --prune                   delete the files that have nothing but types which the environment does not have',
  options,
  words: [0, 0],
  run: write,
});

type Given = Invocation<typeof options>;

async function write({ open, given, print, printError }: Given): Promise<number> {
  const service = await open();
  const { folder = '', prune = false } = given;
  const kept = await keptModel(service);
  const code = await CodeOfTypes.in(folder);
  const files = typeFiles(kept.content_types, { places: code.places(), files: code.names });
  await mkdir(folder, { recursive: true });
  let changed = 0;
  for (const { name, text, isLeft } of files) if (!isLeft && (await put(join(folder, name), text))) changed++;
  print(
    `${folder}/ has ${amount(files.length, 'type')}; ${changed === 0 ? 'nothing changed' : `wrote ${amount(changed, 'file')}`}.`,
  );
  for (const { name, types, isAll } of code.others(new Set(files.map(({ apiId }) => apiId)))) {
    const file = join(folder, name);
    if (!isAll) print(`${file} also has what is no type of the environment: ${types.join(', ')}.`);
    else if (!prune) print(`${file} is of no type of the environment; --prune deletes it.`);
    else await rm(file).then(() => print(`${file} is deleted.`));
  }
  const left = files.filter(({ isLeft }) => isLeft);
  const differences = left.length === 0 ? [] : await differencesOf(left, { service, kept, code });
  if (differences.length === 0) return exitCodes.done;
  const names = [...new Set(left.map(({ name }) => join(folder, name)))].join(', ');
  printError(
    `${names} ${names.includes(',') ? 'are' : 'is'} not rewritten, as that would lose what else is in there. Change by hand what differs; \`lectern push\` would make of it in ${service.place.environment}:`,
  );
  printError(differences.join('\n'));
  return exitCodes.failed;
}

/** What a push of the code would change in types that are left as they are in it. */
async function differencesOf(
  left: readonly TypeFile[],
  { service, kept, code }: { readonly service: Service; readonly kept: KeptModel; readonly code: CodeOfTypes },
): Promise<string[]> {
  const { plan } = await pushModel(service, kept, modelOf(code.types), { dryRun: true });
  const names = new Set(left.map(({ apiId }) => apiId));
  const content_types = plan.content_types.filter(({ api_id }) => names.has(api_id));
  return planLines({ ...plan, content_types, not_named: [], refused: [] });
}

/** @returns whether the file was another one */
async function put(file: string, text: string): Promise<boolean> {
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before?.replaceAll('\r\n', '\n') === text) return false;
  await writeFile(file, text);
  return true;
}
