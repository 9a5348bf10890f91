/** `lectern diff`: what `lectern push` would change. */
import { keptModel, pushModel } from '../content-as-code/model-push.ts';
import { isEmpty, planLines } from '../content-as-code/plan-text.ts';
import { modelIn } from '../content-as-code/schema-folder.ts';
import { exitCodes } from '../program/command-frame.ts';
import { type Invocation, inPlace } from '../program/run-in-place.ts';

const options = {
  'exit-code': { type: 'boolean' },
  json: { type: 'boolean' },
  'delete-missing': { type: 'boolean' },
} as const;

/** Runs the command. */
export const runDiff = inPlace({
  form: 'diff [options]',
  purpose: 'Says what `lectern push` would change in the environment.',
  usage: `  --exit-code               exit with 1 if there is anything
  --json                    the plan as JSON
  --delete-missing          as \`lectern push --delete-missing\` would`,
  options,
  words: [0, 0],
  run: show,
});

async function show({ open, given, print }: Invocation<typeof options>): Promise<number> {
  const service = await open();
  const types = await modelIn(given.folder ?? '');
  const kept = await keptModel(service);
  const how = { dryRun: true, deleteMissing: given['delete-missing'] === true };
  const { plan } = await pushModel(service, kept, types, how);
  const lines = isEmpty(plan) ? [`${given.folder}/ and ${service.place.environment} are the same.`] : planLines(plan);
  print(given.json ? JSON.stringify(plan, null, 2) : lines.join('\n'));
  return given['exit-code'] && !isEmpty(plan) ? exitCodes.failed : exitCodes.done;
}
