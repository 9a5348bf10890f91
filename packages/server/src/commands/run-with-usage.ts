/**
 * What all commands have in common: `--help` prints the usage, wrong usage ends with what to write instead, and refusals
 * end with their own sentence. Errors of other kinds are the program's, which tells and ends it (`run-command.ts`).
 */
import { exitCodes, UsageError } from './arguments.ts';
import type { Output } from './output.ts';

/** How a command is used, and where it writes. */
export interface CommandFrame {
  readonly usage: string;
  readonly output: Output;
  /** Errors whose message is all that needs to be printed. */
  readonly refusals?: readonly (abstract new (
    ...parameters: never[]
  ) => Error)[];
}

/**
 * Runs the work of a command.
 * @param argv the arguments after the name of the command
 * @returns the exit code: that of the work, 0 for `--help`, 1 for a refusal, 2 for wrong usage
 * @throws other errors of the work
 */
export async function runWithUsage(
  argv: readonly string[],
  { usage, output, refusals = [] }: CommandFrame,
  work: () => number | Promise<number>,
): Promise<number> {
  if (argv.includes('--help')) {
    output.print(usage);
    return exitCodes.done;
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) {
      output.printError(`${error.message}\n\n${usage}`);
      return exitCodes.wrongUse;
    }
    if (!(error instanceof Error) || !refusals.some((kind) => error instanceof kind)) throw error;
    output.printError(error.message);
    return exitCodes.failed;
  }
}
