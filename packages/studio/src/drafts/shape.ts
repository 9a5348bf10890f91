/** What the drafts know of values with components in them. How they are merged comes with the form of an entry, as lists have no use for it. */
import type { BlocksConflict, ThreeSides } from '../../../contract/src/blocks-merge.ts';
import type { BlockClash } from '../../../contract/src/rich-text-merge.ts';
import type { ValuePath } from './value-path.ts';

/** A conflict, as drafts keep it. */
export interface Undecided {
  readonly base: unknown;
  readonly theirs: unknown;
}

/** Two sides of a value, merged. */
export interface MergedStructure {
  /** With mine at the places that are to be decided. */
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
  decide(conflict: Undecided, mine: unknown, decision: Decision): DecidedInside;
  /** What a path of the server is called in a clash inside of the value at `outer`: the most exact name first; none outside of it. */
  namesInside(outer: ValuePath, path: string): readonly string[];
  /** Whether the block or component that a place was in stands in the value no more. */
  isPlaceGone(value: unknown, names: readonly string[]): boolean;
}

/** By the id of a field of the entry; null for one whose values are taken whole. */
export type Shapes = (field: string) => Shape | null;

export const NO_SHAPES: Shapes = () => null;
