/**
 * Explores the states that matching a pattern can reach. The engine turns a pattern into an automaton lazily, one state at a time,
 * as texts require. Invariant: a pattern whose states were counted here never reaches any others, so each character costs one step,
 * whatever the text.
 */
import type { RE2JS } from 're2js';

/** Limit for exploring all states: the instructions visited, for each state and class of characters. */
const VISITS_MAX = 30_000;
/** Limit for the cells of all transition tables: states times classes of characters. Each cell takes 8 bytes. */
const CELLS_MAX = 300_000;
/** Limit for the bounds of character ranges, over all instructions. */
const BOUNDS_MAX = 150_000;
/** `RE2Flags.UNANCHORED`: a match anywhere counts. */
const UNANCHORED = 0;
/** Limit for comparing classes: each class with each set of characters in the pattern. */
const COMPARISONS_MAX = 60_000;
/** Kinds of instructions that accept a character (`Inst.RUNE` to `Inst.RUNE_ANY_NOT_NL`). */
const ACCEPTING = { first: 8, last: 11 };
const LINE_FEED = 10;
const WORD_CHARACTER = /^\w$/;
const CODE_POINT_MAX = 0x10_ff_ff;

type Engine = ReturnType<RE2JS['re2']>;
type Automaton = Engine['dfa'];

/** One state of the automaton, with only the members used here. */
interface State {
  readonly nfaStates: readonly number[];
  readonly isMatch: boolean;
}

/** An instruction that accepts some characters. */
interface Acceptor {
  readonly op: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
}

/** A class of characters that the automaton does not distinguish, represented by its first one. */
interface CharacterClass {
  readonly index: number;
  readonly rune: number;
}

/**
 * Makes a compiled pattern match with its automaton alone, and explores the automaton.
 * @returns the size of the whole automaton in cells; null if it is too large
 */
export function exploreStates(pattern: RE2JS): number | null {
  const engine = pattern.re2();
  useAutomatonOnly(engine);
  const acceptors = acceptorsOf(engine.prog.inst);
  if (acceptors.reduce((sum, { runes }) => sum + runes.length, 0) > BOUNDS_MAX) return null;
  const { dfa } = engine;
  if (dfa.failed) return null;
  const classes = distinctClasses(dfa, distinct(acceptors));
  if (classes === null) return null;
  // Matching starts at the beginning of the text, so there is only one initial state.
  pattern.test('');
  const open = [...dfa.startStates.values()] as State[];
  const known = new Set<State>(open);
  let visits = 0;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    // The engine stops at the first match.
    if (state.isMatch) continue;
    for (const { index, rune } of classes) {
      visits += 1 + state.nfaStates.length;
      if (visits > VISITS_MAX || known.size * dfa.numClasses > CELLS_MAX) return null;
      const next = dfa.step(state, index, rune, UNANCHORED) as State | null;
      if (next === null) return null;
      if (known.has(next)) continue;
      known.add(next);
      open.push(next);
    }
  }
  return known.size * dfa.numClasses;
}

/** Turns off the engine's other matchers, whose cost depends on the text. */
function useAutomatonOnly(engine: Engine): void {
  Object.assign(engine, { onepass: null, prefilter: null, prefixComplete: false });
}

/** One class for each way in which the pattern treats characters; null if there are too many comparisons. */
function distinctClasses(dfa: Automaton, acceptors: readonly Acceptor[]): readonly CharacterClass[] | null {
  if (acceptors.length * dfa.numClasses > COMPARISONS_MAX) return null;
  const byTreatment = new Map<string, CharacterClass>();
  for (let index = 0; index < dfa.numClasses; index++) {
    const rune = index === 0 ? 0 : (dfa.classBounds[index - 1] as number);
    if (rune > CODE_POINT_MAX) break;
    const accepted = acceptors.map((acceptor) => (acceptor.matchRune(rune) ? '1' : '0')).join('');
    const isWord = WORD_CHARACTER.test(String.fromCodePoint(rune));
    byTreatment.set(`${accepted} ${isWord} ${rune === LINE_FEED}`, { index, rune });
  }
  return [...byTreatment.values()];
}

function acceptorsOf(instructions: readonly Acceptor[]): Acceptor[] {
  return instructions.filter(({ op }) => op >= ACCEPTING.first && op <= ACCEPTING.last);
}

/** One acceptor for each set of characters. */
function distinct(acceptors: readonly Acceptor[]): readonly Acceptor[] {
  const texts = new Map<Acceptor['runes'], string>();
  const bySet = new Map<string, Acceptor>();
  for (const acceptor of acceptors) {
    const { op, arg, runes } = acceptor;
    const text = texts.get(runes) ?? Array.from(runes).join();
    texts.set(runes, text);
    bySet.set(`${op} ${arg} ${text}`, acceptor);
  }
  return [...bySet.values()];
}
