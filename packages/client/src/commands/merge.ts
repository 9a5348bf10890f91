/** `lectern merge`: brings what changed in another environment into the present one. */
import { confirmedNames, fieldNameIn, unconfirmedLine } from '../content-as-code/data-loss.ts';
import { recordsOf } from '../content-as-code/migration-records.ts';
import { amount, exitCodes, WrongUse } from '../program/command-frame.ts';
import { type Invocation, inPlace } from '../program/run-in-place.ts';
import type { Service } from '../program/service.ts';

const LISTED_MAX = 50;
const SIDES = ['source', 'target'];

const options = {
  'dry-run': { type: 'boolean' },
  publish: { type: 'boolean' },
  'confirm-data-loss': { type: 'string', multiple: true },
  take: { type: 'string' },
  undo: { type: 'boolean' },
} as const;

/** Runs the command. */
export const runMerge = inPlace({
  form: 'merge <name> [options]',
  purpose:
    'Brings what changed in the environment of that name, model and content, into the present one: all or nothing.',
  usage: `  --dry-run                 say what it would do, and do nothing
  --publish                 publish what was published there; otherwise drafts alone change
  --confirm-data-loss=<type>.<field>,…
                            hide the values of these fields, as \`lectern push\` did there
  --take=source|target      which side stands where both changed the same value: source is <name>
  --undo                    take back the last merge of <name>, if nothing of it has changed since`,
  options,
  words: [1, 1],
  run: bring,
});

interface Change {
  readonly key: string;
  readonly action: string;
  readonly content_type?: string;
}

/** A merge in the list. */
interface Merged {
  readonly id: string;
  readonly from: string;
  readonly undone_at: string | null;
}

interface Conflict {
  readonly path: string;
  readonly rule: string;
}

/** A merge, or the plan of one. */
interface Result {
  readonly model: readonly Change[];
  readonly entries: readonly Change[];
  readonly assets: readonly Change[];
  readonly becomes_visible: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

async function bring({ open, given, positionals, print, printError }: Invocation<typeof options>): Promise<number> {
  const [from = ''] = positionals;
  const { take, publish } = given;
  if (take !== undefined && !SIDES.includes(take)) throw new WrongUse('--take is source or target.');
  const service = await open();
  if (given.undo) return await undo(service, from, print);
  await requireWholeMigrations(service, from);
  const path = `${service.pathOf()}/merges`;
  const body = { from, ...(publish ? { publish: 'as_source' } : {}) };
  const first = await service.send<Result>('POST', path, body);
  const confirmed = confirmedNames(given['confirm-data-loss']);
  const resolutions = first.conflicts.flatMap((conflict) => {
    const side = hides(conflict) && confirmed.includes(fieldNameIn(conflict.path)) ? 'source' : take;
    return side === undefined ? [] : [{ path: conflict.path, take: side }];
  });
  const decided = { ...body, resolutions };
  const plan = resolutions.length === 0 ? first : await service.send<Result>('POST', path, decided);
  print(linesOf(plan).join('\n'));
  if (plan.conflicts.length > 0 || plan.errors.length > 0) {
    const hidden = new Set(plan.conflicts.filter(hides).map(({ path }) => fieldNameIn(path)));
    if (hidden.size > 0) printError(unconfirmedLine([...hidden]));
    if (!plan.conflicts.every(hides)) printError('Both changed these values: decide them in Studio, or with --take.');
    return exitCodes.failed;
  }
  if (given['dry-run']) return exitCodes.done;
  // Also where nothing changes: it brings which migrations were run.
  await service.send('POST', path, { ...decided, dry_run: false });
  print(`${from} is merged into ${service.place.environment}.`);
  return exitCodes.done;
}

/** What a migration has changed in a part of the entries would come without word of it, and be changed again. */
async function requireWholeMigrations(service: Service, from: string): Promise<void> {
  for (const { name, state } of (await recordsOf(service, from)).values())
    if (state === 'writing' || state === 'undoing')
      throw new Error(
        `${name} is under way in ${from}; finish it first with \`lectern migrate ${state === 'writing' ? 'run' : 'undo'} --environment ${from}\`.`,
      );
}

/** Takes the last merge back; the newest is listed first. */
async function undo(service: Service, from: string, print: (line: string) => void): Promise<number> {
  for await (const merge of service.all<Merged>(`${service.pathOf()}/merges`)) {
    if (merge.from !== from || merge.undone_at !== null) continue;
    await service.send('POST', `${service.pathOf()}/merges/${merge.id}/undo`, {});
    print(`The merge of ${from} into ${service.place.environment} is taken back.`);
    return exitCodes.done;
  }
  throw new Error(`There is no merge of ${from} into ${service.place.environment} to take back.`);
}

/** Whether nothing of it is in dispute, but it would hide values. */
function hides({ rule }: Conflict): boolean {
  return rule === 'data_loss';
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
