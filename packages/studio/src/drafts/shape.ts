/** What the drafts know of values with components in them. How they are merged comes with the form of an entry, as lists have no use for it. */
import type { TwoStates } from '../../../contract/src/blocks-changes.ts';
import type { BlocksConflict, ThreeSides } from '../../../contract/src/blocks-merge.ts';
import type { BlockClash } from '../../../contract/src/rich-text-merge.ts';
import type { InnerNews, Removal } from './inner-news.ts';
import type { ValuePath } from './value-path.ts';

/** A conflict, as drafts keep it. */
export interface Undecided {
  readonly base: unknown;
  readonly theirs: unknown;
}

/** A value that others changed, and what it would have been without what this tab had saved. */
export interface ReplacedStates extends TwoStates {
  readonly without: unknown;
}

/** Two sides of a value, merged. */
export interface MergedStructure {
  /** With mine at the places that are to be decided: without a block that mine removed and theirs changed. */
  readonly value: unknown;
  /** What `value` is written over; merged again with it, the same is to be decided. */
  readonly base: unknown;
  readonly clashes: readonly BlocksConflict[];
}

export interface DecidedInside {
  readonly value: unknown;
  /** What is left to decide; undefined where nothing is. */
  readonly rest: Undecided | undefined;
}

/** One place to decide, and how. */
export interface Decision {
  readonly clash: BlocksConflict;
  readonly choice: 'mine' | 'theirs';
  /** Of a rich text that stands there, where only one block is decided. */
  readonly block: BlockClash | undefined;
}

/** What is done with the values of one field. */
export interface Shape {
  /** @param sent values that this side sent without learning whether they arrived: what theirs has of them is no clash */
  merge(sides: ThreeSides, sent?: readonly unknown[]): MergedStructure;
  /** What is still to be decided in a value that was merged, one place after the other. */
  undecided(conflict: Undecided, mine: unknown): readonly BlocksConflict[];
  /** The blocks that mine removed and theirs changed, as far as nobody has decided. @param list path of the list that they were in */
  removals(outer: ValuePath, conflict: Undecided, mine: unknown, list: string): readonly Removal[];
  decide(conflict: Undecided, mine: unknown, decision: Decision): DecidedInside;
  /** What a path of the server is called in a clash inside of the value at `outer`: the most exact name first; none outside of it. */
  namesInside(outer: ValuePath, path: string): readonly string[];
  /** In which places others changed the value at `outer`. */
  news(outer: ValuePath, states: ReplacedStates): readonly InnerNews[];
  /** What was there before others changed it, but for one place, in which it is what is there now. */
  seenAt(outer: ValuePath, states: TwoStates, path: string): unknown;
  /** What would be there without what this tab had saved, after others have changed it. */
  withoutOwn(states: ReplacedStates): unknown;
  /** Whether the block or component that a place was in stands in the value no more. */
  isPlaceGone(value: unknown, names: readonly string[]): boolean;
}

/** By the id of a field of the entry; null for one whose values are taken whole. */
export type Shapes = (field: string) => Shape | null;

export const NO_SHAPES: Shapes = () => null;
