/**
 * The revision at which each row of a table last moved in the orders that edits change. Invariant: a row has a revision here only
 * if it moved then; moves from before `StateTable.movesKnownFrom` are missing.
 */
import { MOVED } from '../../platform/journal/change.ts';
import type { OrderStep, QueryState } from './query.ts';
import { type RowNumbers, rowFloats } from './row-numbers.ts';

/** Attributes that edits or publishing change. */
const movingAttributes = ['updated_at', 'published_at'] as const;
export type MovingAttribute = (typeof movingAttributes)[number];
/** What can happen to an entry in a state: one of these attributes changes, or the entry arrives in the state. */
export type Move = MovingAttribute | 'arrival';

const bitsOf: Readonly<Record<QueryState, Readonly<Record<Move, number>>>> = {
  draft: { updated_at: MOVED.updated, published_at: MOVED.published, arrival: MOVED.created },
  published: { updated_at: MOVED.publishedSaved, published_at: MOVED.published, arrival: MOVED.arrived },
};

/** The attributes of an order that edits or publishing change. */
export function movingIn(order: readonly OrderStep[]): MovingAttribute[] {
  return movingAttributes.filter((name) => order.some(({ by }) => by.kind === 'system' && by.name === name));
}

/** The bits of `moved` in journal items that represent these moves in a state. */
export function movedBits(state: QueryState, moves: readonly Move[]): number {
  return moves.reduce((bits, move) => bits | bitsOf[state][move], 0);
}

export class RowMoves {
  readonly #bits: Readonly<Record<Move, number>>;
  readonly #revisions: Readonly<Record<Move, RowNumbers<Float64Array>>> = {
    updated_at: rowFloats(0),
    published_at: rowFloats(0),
    arrival: rowFloats(0),
  };
  readonly #latest: Record<Move, number> = { updated_at: 0, published_at: 0, arrival: 0 };

  constructor(state: QueryState) {
    this.#bits = bitsOf[state];
  }

  get bytes(): number {
    const { updated_at: updated, published_at: published, arrival } = this.#revisions;
    return updated.bytes + published.bytes + arrival.bytes;
  }

  /** @param moved bits of a journal item */
  note(row: number, revision: number, moved: number): void {
    for (const move of Object.keys(this.#bits) as Move[]) {
      if ((moved & this.#bits[move]) === 0 || revision <= this.#revisions[move].get(row)) continue;
      this.#revisions[move].set(row, revision);
      this.#latest[move] = Math.max(this.#latest[move], revision);
    }
  }

  /** Called when the row becomes free. */
  forget(row: number): void {
    for (const revisions of Object.values(this.#revisions)) if (revisions.get(row) !== 0) revisions.set(row, 0);
  }

  /** Whether any row made one of these moves after a revision. */
  hasSince(revision: number, moves: readonly Move[]): boolean {
    return moves.some((move) => this.#latest[move] > revision);
  }

  /** Whether a row made one of these moves after a revision. */
  isSince(row: number, revision: number, moves: readonly Move[]): boolean {
    for (const move of moves) if (this.#revisions[move].get(row) > revision) return true;
    return false;
  }
}
