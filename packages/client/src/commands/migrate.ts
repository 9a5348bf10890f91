/** `lectern migrate`: changes of content that are kept as code. */
import { migrationIn, newMigration } from '../content-as-code/migration-files.ts';
import {
  isEdited,
  isSettled,
  type ListedMigration,
  listMigrations,
  pendingOf,
} from '../content-as-code/migration-list.ts';
import { type ListedRecord, recordOf, recordsOf } from '../content-as-code/migration-records.ts';
import { runMigration, tryMigration } from '../content-as-code/migration-run.ts';
import { undoMigration } from '../content-as-code/migration-undo.ts';
import { amount, exitCodes, WrongUse } from '../program/command-frame.ts';
import { type Invocation, inPlace } from '../program/run-in-place.ts';

const NAME_WORDS_MAX = 20;
const FORM = 'migrate new <words> | run | status | undo [<name>]';

const options = { 'dry-run': { type: 'boolean' }, 'exit-code': { type: 'boolean' } } as const;
type Given = Invocation<typeof options>;

/** Runs the command. */
export const runMigrate = inPlace({
  form: `${FORM} [options]`,
  purpose: `Changes content by functions that are kept as code, in <folder>/migrations:

  new <words>               write a file for another one, named by what it does
  run                       run those that were not run in the environment, in the order of their names
  status                    say which were run
  undo [<name>]             take one back, by default the one that was run last`,
  usage: `  --dry-run                 of run: check what the next one would do, and do nothing
  --exit-code               of status: exit with 1 if there is one that was not run, or was stopped on its way`,
  options,
  words: [1, 1 + NAME_WORDS_MAX],
  run: act,
});

interface Action {
  /** How many words it takes behind its own. */
  readonly words: readonly [least: number, most: number];
  readonly run: (invocation: Given) => Promise<number>;
}

const actions: Readonly<Record<string, Action>> = {
  new: { words: [1, NAME_WORDS_MAX], run: create },
  run: { words: [0, 0], run },
  status: { words: [0, 0], run: status },
  undo: { words: [0, 1], run: undo },
};

function act(invocation: Given): Promise<number> {
  const [name = '', ...words] = invocation.positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  const [least, most] = action?.words ?? [0, -1];
  if (action === undefined || words.length < least || words.length > most)
    throw new WrongUse(`Use it as \`lectern ${FORM}\`.`);
  return action.run(invocation);
}

async function create({ given, positionals, print }: Given): Promise<number> {
  print(`${await newMigration(given.folder ?? '', positionals.slice(1).join(' '))} is written.`);
  return exitCodes.done;
}

async function run({ open, given, print, printError }: Given): Promise<number> {
  const service = await open();
  const { folder = '' } = given;
  const all = await listMigrations(service, folder);
  for (const migration of all)
    if (isEdited(migration) && migration.record?.state === 'done')
      printError(`${migration.name} was edited after it was run, and is not run again; write a new one instead.`);
  const pending = pendingOf(all);
  // Those that cannot be loaded are told before any is run.
  const migrations: Parameters<typeof runMigration>[1][] = [];
  for (const file of pending) migrations.push({ ...file, migration: await migrationIn(file) });
  const [first] = migrations;
  if (given['dry-run'] && first !== undefined) {
    const { entries, problems } = await tryMigration(service, first, (news) => print(`${first.name}: ${news}`));
    if (problems.length > 0) return refused(first.name, problems, printError);
    print(`${first.name}: ${amount(entries, 'entry', 'entries')} would change.`);
    const left = pending.length - 1;
    if (left > 0) print(`${left} more to run: what they change depends on this one.`);
    return exitCodes.done;
  }
  for (const migration of migrations) {
    const { name } = migration;
    const { entries, problems, kept } = await runMigration(service, migration, (news) => print(`${name}: ${news}`));
    if (problems.length > 0) return refused(name, problems, printError);
    print(`${name}: ${amount(entries, 'entry', 'entries')} changed.`);
    for (const path of kept) print(`  ${path} was changed by somebody meanwhile, and stays.`);
  }
  const files = all.filter(({ file }) => file !== null).length;
  const { environment } = service.place;
  print(
    files === 0
      ? `There are no migrations in ${folder}/migrations.`
      : `${environment} is up to date: ${amount(files, 'migration')}.`,
  );
  return exitCodes.done;
}

function refused(name: string, problems: readonly string[], printError: (line: string) => void): number {
  printError(`${name} cannot be run, and nothing is changed:\n${problems.join('\n')}`);
  return exitCodes.failed;
}

async function status({ open, given, print }: Given): Promise<number> {
  const all = await listMigrations(await open(), given.folder ?? '');
  for (const migration of all) print(`${migration.name}  ${stateText(migration)}`);
  if (all.length === 0) print(`There are no migrations in ${given.folder}/migrations.`);
  return given['exit-code'] && !all.every(isSettled) ? exitCodes.failed : exitCodes.done;
}

function stateText(migration: ListedMigration): string {
  const { record, file } = migration;
  if (record === null) return 'not run';
  const edited = isEdited(migration) ? '; its file was edited since' : '';
  return `${recordText(record)}${file === null ? '; its file is gone' : edited}`;
}

function recordText({ state, updated_at, merge }: ListedRecord): string {
  if (state === 'done') return `run on ${updated_at}${merge === null ? '' : ', in another environment'}`;
  if (state === 'undone') return `taken back on ${updated_at}`;
  return {
    preparing: 'not run: it is being prepared, or was stopped before anything was changed',
    writing: 'being run, or stopped on its way; `lectern migrate run` goes on',
    undoing: 'being taken back, or stopped on its way; `lectern migrate undo` goes on',
  }[state];
}

async function undo({ open, positionals, print }: Given): Promise<number> {
  const service = await open();
  const [, wanted] = positionals;
  const name = wanted ?? (await lastMade(await recordsOf(service)));
  const record = name === undefined ? null : await recordOf(service, name);
  const { environment } = service.place;
  if (record === null || !MADE.includes(record.state))
    throw new Error(
      wanted === undefined
        ? `No migration was run in ${environment}.`
        : `${wanted} was not run in ${environment}; \`lectern migrate status\` lists those that were.`,
    );
  const { kept, lost } = await undoMigration(service, record);
  print(`${record.name} is taken back; \`lectern migrate run\` would run it again.`);
  for (const path of kept) print(`  ${path} was changed since, and stays.`);
  if (lost > 0)
    print(`  ${amount(lost, 'release')} of it ${lost === 1 ? 'was' : 'were'} deleted; what that changed stays.`);
  return exitCodes.done;
}

/** States in which it may have changed something. */
const MADE: readonly string[] = ['writing', 'done', 'undoing'];

/** The one that was run last, which others may stand on. */
function lastMade(records: ReadonlyMap<string, ListedRecord>): string | undefined {
  const made = [...records.values()].filter(({ state }) => MADE.includes(state));
  return made.sort((one, other) => Date.parse(one.updated_at) - Date.parse(other.updated_at)).at(-1)?.name;
}
