/**
 * Where a command writes: results to stdout, progress and errors to stderr. Commands take it as an argument, so that
 * nothing else in them uses the streams.
 */

export interface Output {
  /** One or more lines of results. */
  readonly print: (text: string) => void;
  /** One line about an error. */
  readonly printError: (text: string) => void;
  /** Overwrites the progress line; null if there is no terminal. */
  readonly progress: ((text: string) => void) | null;
}

/** The output of the running program. */
export function programOutput(): Output {
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    printError: (text) => void process.stderr.write(`${text}\n`),
    progress: process.stderr.isTTY ? (text) => void process.stderr.write(`\r\x1b[K${text}`) : null,
  };
}
