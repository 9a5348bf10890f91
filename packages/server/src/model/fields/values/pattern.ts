/**
 * Patterns of fields, in RE2 syntax: matched in linear time, so that no pattern and no text can stall the service.
 * The cost of a match is bounded by three limits: the pattern's length, its compiled size, and size × text.
 */
import { RE2JS } from 're2js';

export const PATTERN_CHARACTERS_MAX = 512;
/** Longest text that a pattern is matched against. */
const SUBJECT_CHARACTERS_MAX = 50_000;
/** Instructions of a compiled pattern. Counted repeats multiply them: `(a{100}){10}` has over a thousand. */
const PROGRAM_SIZE_MAX = 600;
/** Instructions × characters. The slowest known patterns take 20 ns for each, so 100 ms in all. */
const MATCH_STEPS_MAX = 5_000_000;
const COMPILED_KEPT_MAX = 500;

const compiled = new Map<string, RE2JS>();

/**
 * The problem of a pattern.
 * @returns a sentence that says what to do, or null if the pattern can be used
 */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > PATTERN_CHARACTERS_MAX) return `Shorten the pattern to ${PATTERN_CHARACTERS_MAX} characters.`;
  const program = compile(pattern);
  if (typeof program === 'string') {
    return `Write the pattern in RE2 syntax, which has no look-around and no back-references: ${program}.`;
  }
  if (program.programSize() <= PROGRAM_SIZE_MAX) return null;
  return 'Make the pattern smaller; counted repeats such as {100} inside one another multiply.';
}

/**
 * Matches a pattern against a text; a match anywhere counts.
 * @returns null if it matches, otherwise a sentence that says what to do
 */
export function patternMismatch(pattern: string, text: string): string | null {
  const program = compile(pattern);
  if (typeof program === 'string') return 'Correct the pattern of the field; it cannot be read.';
  const longest = Math.min(SUBJECT_CHARACTERS_MAX, Math.floor(MATCH_STEPS_MAX / program.programSize()));
  if (text.length > longest) return `Shorten the text to ${longest} characters, so that its pattern can be checked.`;
  return program.test(text) ? null : `Give text that matches the pattern ${pattern}.`;
}

/** The compiled pattern, or the error of RE2. The most recently used ones are cached. */
function compile(pattern: string): RE2JS | string {
  const known = compiled.get(pattern);
  if (known !== undefined) compiled.delete(pattern);
  const program = known ?? tryCompile(pattern);
  if (typeof program === 'string') return program;
  compiled.set(pattern, program);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= COMPILED_KEPT_MAX) break;
    compiled.delete(oldest);
  }
  return program;
}

function tryCompile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read';
  }
}
