/**
 * Parses the arguments of a command. A command declares its options once; it gets either all of them, validated, or a
 * message that says what to write instead. Wrong usage ends a command with exit code 2.
 */
import { parseArgs } from 'node:util';

/** Exit codes of a command with a valid configuration. */
export const exitCodes = { done: 0, failed: 1, wrongUse: 2 } as const;

/** A command was used incorrectly; the message says what to write instead. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The arguments of a command: options with a value, switches without, and positional arguments. */
export interface ArgumentShape {
  readonly values: readonly string[];
  readonly switches: readonly string[];
  /** Names of the positional arguments, in order; all are required. */
  readonly words: readonly string[];
}

export interface Arguments {
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  readonly words: readonly string[];
}

/**
 * Parses the arguments.
 * @throws UsageError that names what is unknown, missing or too much
 */
export function readArguments(argv: readonly string[], shape: ArgumentShape): Arguments {
  const { values, positionals } = parse(argv, shape);
  const missing = shape.words[positionals.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing.`);
  const surplus = positionals[shape.words.length];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many; remove it.`);
  const given = Object.entries(values);
  return {
    values: new Map(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    switches: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
    words: positionals,
  };
}

/**
 * How many positional arguments there are.
 * @throws UsageError for an unknown option
 */
export function countWords(argv: readonly string[], shape: ArgumentShape): number {
  return parse(argv, shape).positionals.length;
}

/**
 * The value of a required option.
 * @throws UsageError that names it
 */
export function requiredValue(given: Arguments, name: string): string {
  const value = given.values.get(name);
  if (value === undefined || value === '') throw new UsageError(`Option --${name} is missing.`);
  return value;
}

/**
 * The value of an option with a fixed set of values.
 * @throws UsageError that lists them
 */
export function chosenValue<Choice extends string>(
  given: Arguments,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = given.values.get(name);
  if (value === undefined) return choices[0];
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new UsageError(`--${name} takes ${choices.join(' or ')}, not "${value}".`);
  return choice;
}

function parse(argv: readonly string[], shape: ArgumentShape) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: Object.fromEntries([
        ...shape.values.map((name) => [name, { type: 'string' as const }]),
        ...shape.switches.map((name) => [name, { type: 'boolean' as const }]),
      ]),
    });
  } catch (error) {
    throw new UsageError(`${firstSentence(error)}.`);
  }
}

/** parseArgs adds advice about `--` that fits no command here. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('. ')[0]?.replace(/\.$/, '') ?? message;
}
