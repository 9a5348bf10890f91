/** `lectern push`: makes the model of an environment what the folder says, in one write. */

import { confirmedNames, unconfirmedLine } from '../content-as-code/data-loss.ts';
import { keptModel, pushModel } from '../content-as-code/model-push.ts';
import { isEmpty, planLines } from '../content-as-code/plan-text.ts';
import { modelIn } from '../content-as-code/schema-folder.ts';
import { exitCodes } from '../program/command-frame.ts';
import { type Invocation, inPlace } from '../program/run-in-place.ts';

const options = {
  'dry-run': { type: 'boolean' },
  'confirm-data-loss': { type: 'string', multiple: true },
  'delete-missing': { type: 'boolean' },
} as const;

/** Runs the command. */
export const runPush = inPlace({
  form: 'push [options]',
  purpose: 'Makes the content types of the environment what the folder says, all in one write.',
  usage: `  --dry-run                 say what it would do, and do nothing
  --confirm-data-loss=<type>.<field>,…
                            hide the values of these fields; without it, nothing is written if there are any
  --delete-missing          delete the types that the folder does not have, if they have no entries`,
  options,
  words: [0, 0],
  run: write,
});

async function write({ open, given, print, printError }: Invocation<typeof options>): Promise<number> {
  const service = await open();
  const types = await modelIn(given.folder ?? '');
  const confirmDataLoss = confirmedNames(given['confirm-data-loss']);
  const how = { deleteMissing: given['delete-missing'] === true, confirmDataLoss };
  // What was planned is what is written, or nothing.
  const kept = await keptModel(service);
  const { plan } = await pushModel(service, kept, types, { ...how, dryRun: true });
  const { environment } = service.place;
  if (isEmpty(plan)) {
    print(`${environment} is up to date.`);
    return exitCodes.done;
  }
  print(planLines(plan).join('\n'));
  const unconfirmed = plan.data_loss.filter((name) => !confirmDataLoss.includes(name));
  if (unconfirmed.length > 0) printError(unconfirmedLine(unconfirmed));
  if (unconfirmed.length > 0 || plan.refused.length > 0) return exitCodes.failed;
  if (given['dry-run']) return exitCodes.done;
  await pushModel(service, kept, types, { ...how, dryRun: false });
  print(`${environment} is up to date.`);
  return exitCodes.done;
}
