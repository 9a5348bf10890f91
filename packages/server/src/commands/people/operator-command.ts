/**
 * What the commands for accounts, users and plans have in common: `lectern <noun> <action> <words> [--json]` works on the
 * database directly. Exit codes: 0 done, 1 refused (nothing was changed), 2 wrong usage.
 */
import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { exitCodes, readArguments, UsageError } from '../arguments.ts';
import { type OpenStore, withStore } from '../open-store.ts';
import type { Output } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { type ListAction, printList, readListRequest } from './operator-list.ts';

const LIST = 'list';

/** What an action did: a sentence for people, and facts for programs. */
export interface Done {
  readonly text: string;
  readonly facts: object;
}

/** One action, with the arguments after its name. */
export type Action = (store: OpenStore, ...words: string[]) => Promise<Done>;

export interface OperatorCommand {
  readonly noun: string;
  /** What the arguments after an action are called in the usage, such as `id`. */
  readonly words: readonly string[];
  /** The same for actions that take others. */
  readonly wordsOf?: Readonly<Record<string, readonly string[]>>;
  readonly usage: string;
  readonly actions: Readonly<Record<string, Action>>;
  /** What `list` lists, if there is that action. */
  readonly list?: ListAction;
}

/**
 * Runs a command.
 * @param argv the arguments after `lectern <noun>`
 * @returns the exit code
 */
export function runOperatorCommand(
  command: OperatorCommand,
  argv: readonly string[],
  { config, output }: { config: Config; output: Output },
): Promise<number> {
  return runWithUsage(argv, { usage: command.usage, output, refusals: [DomainError] }, async () => {
    const { list } = command;
    if (list !== undefined && argv[0] === LIST) {
      const request = readListRequest(list, argv.slice(1));
      await withStore(config, (store) => printList(list, request, { store, output }));
      return exitCodes.done;
    }
    const { action, words, isJson } = readCommand(command, argv);
    const done = await withStore(config, (store) => action(store, ...words));
    output.print(isJson ? JSON.stringify(done.facts, null, 2) : done.text);
    return exitCodes.done;
  });
}

function readCommand({ noun, words: usual, wordsOf = {}, actions, list }: OperatorCommand, argv: readonly string[]) {
  const named = argv.find((argument) => !argument.startsWith('-')) ?? '';
  const taken = Object.hasOwn(wordsOf, named) ? (wordsOf[named] ?? usual) : usual;
  const { words, switches } = readArguments(argv, { values: [], switches: ['json'], words: ['action', ...taken] });
  const [name = '', ...rest] = words;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  const names = [...(list === undefined ? [] : [LIST]), ...Object.keys(actions)];
  if (action === undefined)
    throw new UsageError(`"${name}" is not one of the ${noun} commands; use ${names.join(', ')}.`);
  return { action, words: rest, isJson: switches.has('json') };
}
