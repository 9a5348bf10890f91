/**
 * Patterns of fields, in RE2 syntax, matched in linear time with a small constant, so that no pattern and no text can stall the
 * service. Invariant: a pattern is only matched if all its states were explored; one with too many is rejected.
 */
import { RE2JS } from 're2js';
import { exploreStates } from './pattern-states.ts';

export const PATTERN_CHARACTERS_MAX = 512;
/** Maximum length of a text to match. */
const SUBJECT_CHARACTERS_MAX = 50_000;
/** Maximum instructions of a compiled pattern. Counted repeats multiply them: `(a{100}){10}` has over a thousand. */
const PROGRAM_SIZE_MAX = 600;
/** Maximum Unicode classes such as `\p{L}`, each of which compiles to hundreds of ranges. */
const UNICODE_CLASSES_MAX = 10;
const UNICODE_CLASS = /\\p/gi;
/** Maximum size of the cache of compiled patterns, in the cells of `exploreStates`; about 16 MB. */
const CELLS_KEPT_MAX = 2_000_000;
/** Overhead of a compiled pattern besides its cells. */
const CELLS_BESIDES = 2_000;
const PROBLEMS_KEPT_MAX = 1_000;

const TOO_COSTLY =
  'Make the pattern simpler, it takes too long to match: begin it with ^, shorten counted repeats, or use fewer alternatives.';

/** A pattern that can be matched. */
interface Usable {
  readonly program: RE2JS;
  readonly cells: number;
}

/** Least recently used first. */
const usable = new Map<string, Usable>();
let cellsKept = 0;
/** Problems of recently rejected patterns. */
const problems = new Map<string, string>();

/**
 * Checks whether a pattern can be used.
 * @returns null if it can, otherwise a sentence that says how to fix it
 */
export function patternProblem(pattern: string): string | null {
  const found = find(pattern);
  return typeof found === 'string' ? found : null;
}

/**
 * Matches a pattern against a text; a match anywhere counts.
 * @returns null if it matches, otherwise a sentence that says what to do
 */
export function patternMismatch(pattern: string, text: string): string | null {
  const found = find(pattern);
  if (typeof found === 'string') return `Correct the pattern of the field first. ${found}`;
  if (text.length > SUBJECT_CHARACTERS_MAX)
    return `Shorten the text to ${SUBJECT_CHARACTERS_MAX} characters, so that its pattern can be checked.`;
  return found.program.test(text) ? null : `Give text that matches the pattern ${pattern}.`;
}

/** Returns the pattern ready to match, or its problem. */
function find(pattern: string): Usable | string {
  const problem = problems.get(pattern);
  if (problem !== undefined) return problem;
  const known = usable.get(pattern);
  if (known !== undefined) {
    usable.delete(pattern);
    usable.set(pattern, known);
    return known;
  }
  const found = prepare(pattern);
  if (typeof found === 'string') keepProblem(pattern, found);
  else keepUsable(pattern, found);
  return found;
}

function prepare(pattern: string): Usable | string {
  if (pattern.length > PATTERN_CHARACTERS_MAX) return `Shorten the pattern to ${PATTERN_CHARACTERS_MAX} characters.`;
  if ((pattern.match(UNICODE_CLASS)?.length ?? 0) > UNICODE_CLASSES_MAX)
    return `Use at most ${UNICODE_CLASSES_MAX} Unicode classes such as \\p{L} in the pattern.`;
  const program = tryCompile(pattern);
  if (typeof program === 'string') {
    return `Write the pattern in RE2 syntax, which has no look-around and no back-references: ${program}.`;
  }
  if (program.programSize() > PROGRAM_SIZE_MAX)
    return 'Make the pattern smaller; nested counted repeats such as {100} multiply.';
  const cells = exploreStates(program);
  return cells === null ? TOO_COSTLY : { program, cells: cells + CELLS_BESIDES };
}

function keepUsable(pattern: string, found: Usable): void {
  usable.set(pattern, found);
  cellsKept += found.cells;
  for (const [oldest, { cells }] of usable) {
    if (cellsKept <= CELLS_KEPT_MAX) break;
    usable.delete(oldest);
    cellsKept -= cells;
  }
}

function keepProblem(pattern: string, problem: string): void {
  problems.set(pattern, problem);
  for (const oldest of problems.keys()) {
    if (problems.size <= PROBLEMS_KEPT_MAX) break;
    problems.delete(oldest);
  }
}

function tryCompile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read';
  }
}
