/**
 * `lectern <noun> list`: reads the database directly, whether the service runs or not, and prints items as it finds them,
 * so that a list of any length takes little memory.
 */
import { systemClock } from '../../platform/kit/clock.ts';
import { type Arguments, readArguments, UsageError } from '../arguments.ts';
import type { OpenStore } from '../open-store.ts';
import type { Output } from '../output.ts';

const LIMIT_MAX = 1_000_000_000;

/** The values of the options of a list; undefined for those that are not given. */
export type Filters = Readonly<Record<string, string | undefined>>;

export interface ListAction {
  /** Names of options, each with the values that it takes; null for any. */
  readonly filters: Readonly<Record<string, readonly string[] | null>>;
  /** The properties that are shown to people, in order. */
  readonly columns: readonly string[];
  readonly lines: (store: OpenStore, filters: Filters, now: number) => AsyncIterable<object>;
}

/** A parsed list request. */
export interface ListRequest {
  readonly filters: Filters;
  readonly limit: number;
  readonly isJson: boolean;
}

/**
 * Reads the arguments after `list`.
 * @throws UsageError that names what is unknown or not valid
 */
export function readListRequest({ filters }: ListAction, argv: readonly string[]): ListRequest {
  const names = Object.keys(filters);
  const given = readArguments(argv, { values: [...names, 'limit'], switches: ['json'], words: [] });
  for (const [name, choices] of Object.entries(filters)) {
    const value = given.values.get(name);
    if (value !== undefined && choices !== null && !choices.includes(value))
      throw new UsageError(`--${name} takes ${choices.join(' or ')}, not "${value}".`);
  }
  const values = Object.fromEntries(names.map((name) => [name, given.values.get(name)]));
  return { filters: values, limit: limitOf(given), isJson: given.switches.has('json') };
}

/** Prints a list: as a JSON array with one line per item, or as lines for people. */
export async function printList(
  { columns, lines }: ListAction,
  { filters, limit, isJson }: ListRequest,
  { store, output }: { readonly store: OpenStore; readonly output: Output },
): Promise<void> {
  let count = 0;
  if (isJson) output.print('[');
  let held: string | null = null;
  for await (const line of lines(store, filters, systemClock())) {
    if (count === limit) break;
    count += 1;
    if (!isJson) {
      output.print(columns.map((column) => shown(line, column)).join('  '));
      continue;
    }
    if (held !== null) output.print(`${held},`);
    held = `  ${JSON.stringify(line)}`;
  }
  if (held !== null) output.print(held);
  if (isJson) output.print(']');
  else if (count === 0) output.printError('There are none.');
}

function shown(line: object, column: string): string {
  const value = (line as Record<string, unknown>)[column];
  if (value === null || value === undefined || value === '') return '-';
  return String(value);
}

function limitOf({ values }: Arguments): number {
  const text = values.get('limit');
  if (text === undefined) return LIMIT_MAX;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new UsageError(`--limit takes a whole number from 1 on, not "${text}".`);
  return limit;
}
