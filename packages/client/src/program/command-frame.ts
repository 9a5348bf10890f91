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

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
