/**
 * JSON of other systems, in which a number may have more digits than a double carries. Such a number is never rounded unseen: a field
 * for numbers leaves it out, with a note, and in JSON it becomes text, with a note.
 */
import { inexactNumberIn, isExactNumber } from '../../contract/src/exact-numbers.ts';
import { excerpt } from './excerpt.ts';
import type { Notes } from './notes.ts';

/** Maximum characters of numbers quoted in a note. */
const CHARACTERS_SHOWN = 80;

/** A number that no double carries, as it was written. It becomes text where it is written again. */
class InexactNumber {
  readonly written: string;

  constructor(written: string) {
    this.written = written;
  }

  toJSON(): string {
    return this.written;
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;

/** Parses JSON. @throws SyntaxError */
export function parseJson(text: string): unknown {
  if (inexactNumberIn(text) === undefined) return JSON.parse(text);
  const revive: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && !isExactNumber(source) ? new InexactNumber(source) : value;
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}

/** Notes which numbers of a JSON value become text. */
export function noteInexactNumbers(value: unknown, { about, notes }: { about: string; notes: Notes }): void {
  const written = [...inexactNumbersIn(value)];
  if (written.length === 0) return;
  const shown = excerpt(written.join(', '), CHARACTERS_SHOWN);
  notes.add('changed', about, `Numbers with too many digits to be kept exactly became text: ${shown}.`);
}

function* inexactNumbersIn(value: unknown): Generator<string> {
  if (value instanceof InexactNumber) yield value.written;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* inexactNumbersIn(inner);
}
