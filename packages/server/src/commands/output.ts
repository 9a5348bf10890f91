/**
 * Where a command writes: what it found to stdout, how it gets on and what went wrong to stderr. Commands take it as an
 * argument, so that nothing else in them touches the streams.
 */

export interface Output {
  /** One or more lines of what was asked for. */
  readonly print: (text: string) => void;
  /** One line about what went wrong. */
  readonly printError: (text: string) => void;
  /** Overwrites the line of progress; null where nobody is looking. */
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
