/** What all commands of the program have in common: where they write lines, and what their exit codes mean. */

/** 0 done, 1 failed or not up to date, 2 wrong use. */
export const exitCodes = { done: 0, failed: 1, wrongUse: 2 } as const;

/** Variables of the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where a command writes lines, and what ends one that goes on. */
export interface CommandFrame {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * A command.
 * @param argv the arguments after its name
 * @returns the exit code
 */
export type Command = (argv: readonly string[], variables: Variables, frame: CommandFrame) => Promise<number>;

/** The lines of a program. */
export const programFrame: CommandFrame = {
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
};

/** Told to whoever uses a command wrongly. */
export class WrongUse extends Error {}

/** What Node says of arguments that it cannot read, without how they could be escaped. */
export function unreadArguments(error: unknown): WrongUse {
  return new WrongUse(`${messageOf(error).split('. ')[0]}.`);
}

/** Says why a command failed, or how to find out how it is used. @returns the exit code */
export function failed(name: string, error: unknown, { printError }: CommandFrame, message = messageOf(error)): number {
  if (!(error instanceof WrongUse)) {
    printError(message);
    return exitCodes.failed;
  }
  printError(`${message} \`lectern ${name} --help\` says more.`);
  return exitCodes.wrongUse;
}

/** The environment where none is named. */
export const ENVIRONMENT = 'master';
const LOCAL_SERVICE = 'http://127.0.0.1:4000';

/**
 * The address of the service, without a slash at its end.
 * @param given by an option
 * @throws WrongUse
 */
export function serviceUrl(given: string | undefined, variables: Variables): string {
  const url = given ?? (variables.LECTERN_URL || LOCAL_SERVICE);
  const address = httpAddress(url);
  if (address === null) throw new WrongUse(`"${url}" is not an http URL; set --url or LECTERN_URL.`);
  return address;
}

/** An http address without slashes at its end; null for any other text. */
export function httpAddress(text: string): string | null {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : null;
}

/** `1 entry` or `2 entries`. */
export function amount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
