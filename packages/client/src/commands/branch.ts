/** `lectern branch`: a copy of an environment under a name of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from '../program/command-frame.ts';
import { type Invocation, inPlace } from '../program/run-in-place.ts';
import { ifThere } from '../program/service.ts';

const ASK_EVERY_MS = 250;

const options = { delete: { type: 'boolean' } } as const;

/** Runs the command. */
export const runBranch = inPlace({
  form: 'branch <name> [options]',
  purpose: 'Clones the environment, with its content, under a new name, and waits until the clone is ready.',
  usage:
    '  --delete                  delete the environment of that name instead, with everything in it, if there is one',
  options,
  words: [1, 1],
  run: clone,
});

async function clone({ open, given, positionals, print }: Invocation<typeof options>): Promise<number> {
  const service = await open();
  const [name = ''] = positionals;
  const path = service.pathOf(name);
  if (given.delete) {
    const gone = await ifThere(service.send('DELETE', path));
    print(gone === null ? `There is no ${name}.` : `${name} is deleted.`);
    return exitCodes.done;
  }
  const { environment } = service.place;
  await service.send('POST', `${service.pathOf()}/clone`, { name });
  for (;;) {
    const { status } = await service.get<{ status: string }>(path);
    if (status === 'failed') throw new Error(`${name} could not be made from ${environment}; delete it.`);
    if (status === 'ready') break;
    await sleep(ASK_EVERY_MS);
  }
  print(`${name} is a copy of ${environment}. Work in it with LECTERN_ENVIRONMENT=${name}.`);
  return exitCodes.done;
}
