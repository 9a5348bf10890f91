/** `lectern merge`: brings what changed in another environment into the present one. */
import { amount, exitCodes, WrongUse } from '../program/command-frame.ts';
import { type Invocation, inPlace } from '../program/run-in-place.ts';

const LISTED_MAX = 50;
const SIDES = ['source', 'target'];

const options = {
  'dry-run': { type: 'boolean' },
  publish: { type: 'boolean' },
  take: { type: 'string' },
} as const;

/** Runs the command. */
export const runMerge = inPlace({
  form: 'merge <name> [options]',
  purpose:
    'Brings what changed in the environment of that name, model and content, into the present one: all or nothing.',
  usage: `  --dry-run                 say what it would do, and do nothing
  --publish                 publish what was published there; otherwise drafts alone change
  --take=source|target      which side stands where both changed the same value: source is <name>`,
  options,
  words: [1, 1],
  run: bring,
});

interface Change {
  readonly key: string;
  readonly action: string;
  readonly content_type?: string;
}

/** A merge, or the plan of one. */
interface Result {
  readonly model: readonly Change[];
  readonly entries: readonly Change[];
  readonly assets: readonly Change[];
  readonly becomes_visible: readonly string[];
  readonly conflicts: readonly { readonly path: string }[];
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

async function bring({ service, given, positionals, print, printError }: Invocation<typeof options>): Promise<number> {
  const [from = ''] = positionals;
  const { take, publish } = given;
  if (take !== undefined && !SIDES.includes(take)) throw new WrongUse('--take is source or target.');
  const path = `${service.pathOf()}/merges`;
  const body = { from, ...(publish ? { publish: 'as_source' } : {}) };
  const first = await service.send<Result>('POST', path, body);
  const resolutions = take === undefined ? [] : first.conflicts.map((conflict) => ({ path: conflict.path, take }));
  const decided = { ...body, resolutions };
  const plan = resolutions.length === 0 ? first : await service.send<Result>('POST', path, decided);
  print(linesOf(plan).join('\n'));
  if (plan.conflicts.length > 0 || plan.errors.length > 0) {
    if (plan.conflicts.length > 0) printError('Both changed these values: decide them in Studio, or with --take.');
    return exitCodes.failed;
  }
  const isNothing = [plan.model, plan.entries, plan.assets].every((changes) => changes.length === 0);
  if (given['dry-run'] || isNothing) return exitCodes.done;
  await service.send('POST', path, { ...decided, dry_run: false });
  print(`${from} is merged into ${service.place.environment}.`);
  return exitCodes.done;
}

function linesOf({ model, entries, assets, becomes_visible, conflicts, errors }: Result): string[] {
  const all = [
    ...model.map((change) => `${change.action} content_types.${change.key}`),
    ...entries.map((change) => `${change.action} entries.${change.key} (${change.content_type})`),
    ...assets.map((change) => `${change.action} assets.${change.key}`),
  ];
  const sums = [
    amount(model.length, 'type'),
    amount(entries.length, 'entry', 'entries'),
    amount(assets.length, 'asset'),
  ];
  const seen = `readers will see a change in ${amount(becomes_visible.length, 'place')}`;
  return [
    ...listed(all),
    all.length === 0 ? 'Nothing changes.' : `To change: ${sums.join(', ')}; ${seen}.`,
    ...listed(conflicts.map(({ path }) => `! conflict: ${path}`)),
    ...listed(errors.map(({ path, message }) => `! ${path}: ${message}`)),
  ];
}

function listed(lines: readonly string[]): string[] {
  if (lines.length <= LISTED_MAX) return [...lines];
  return [...lines.slice(0, LISTED_MAX), `… and ${lines.length - LISTED_MAX} more`];
}
