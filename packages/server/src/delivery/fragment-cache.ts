/**
 * Keeps fragments within the memory budget of the process. They are reserved and given up in blocks, since one
 * reservation each would cost more than the fragment. Nothing here can be stale: whoever asks says what it must show.
 */
import type { MemoryBudget, Reservation } from '../kit/memory-budget.ts';
import type { FoundEntry } from '../query/query.ts';
import { type Fragment, stillShows } from './fragment.ts';
import type { View } from './view.ts';

/** Size at which a block is full. */
const BLOCK_BYTES = 256 * 1024;
/** What a fragment takes beside its text: objects, map entries, the header of its buffer. */
const FRAGMENT_OVERHEAD_BYTES = 450;
const LINK_BYTES = 60;
/** A block that is used counts as used again after as many uses of any: which goes first need not be exact. */
const USES_A_ROUND = 1_000;

type Kept = { readonly fragment: Fragment; readonly block: Block };
/** The fragments of one view by the row id of their entries. */
type KeptOfView = Map<number, Kept>;

interface Block {
  readonly reservation: Reservation;
  readonly members: { readonly view: string; readonly id: number }[];
  /** The round of uses in which it was used last. */
  round: number;
}

export class FragmentCache {
  readonly #memory: MemoryBudget;
  readonly #views = new Map<string, KeptOfView>();
  #filling: Block | undefined;
  #uses = 0;
  /** The view asked for last, and what is kept of it: a page is asked for entry by entry. */
  #view: View | undefined;
  #ofView: KeptOfView | undefined;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  /** The fragment of what was found, where it is kept. */
  get(view: View, found: FoundEntry): Fragment | undefined {
    if (view !== this.#view) this.#open(view);
    const kept = this.#ofView?.get(found.id);
    if (kept === undefined || !stillShows(kept.fragment, found)) return undefined;
    this.#use(kept.block);
    return kept.fragment;
  }

  /** Keeps a fragment, if there is room. */
  put(view: View, fragment: Fragment): void {
    const { id } = fragment.entry;
    const block = this.#roomFor(sizeOf(fragment));
    if (block === undefined) return;
    block.members.push({ view: view.key, id });
    let ofView = this.#views.get(view.key);
    if (ofView === undefined) {
      ofView = new Map();
      this.#views.set(view.key, ofView);
      this.#view = undefined;
    }
    ofView.set(id, { fragment, block });
  }

  #open(view: View): void {
    this.#view = view;
    this.#ofView = this.#views.get(view.key);
  }

  #use(block: Block): void {
    const round = Math.floor(this.#uses++ / USES_A_ROUND);
    if (block.round === round) return;
    block.round = round;
    block.reservation.touch();
  }

  #roomFor(bytes: number): Block | undefined {
    const block = this.#filling;
    if (
      block !== undefined &&
      block.reservation.bytes < BLOCK_BYTES &&
      block.reservation.resize(block.reservation.bytes + bytes)
    ) {
      return block;
    }
    this.#filling = this.#openBlock(bytes);
    return this.#filling;
  }

  #openBlock(bytes: number): Block | undefined {
    const members: Block['members'] = [];
    const reservation = this.#memory.reserve(bytes, () => this.#giveUp(block));
    if (reservation === null) return undefined;
    const block: Block = { reservation, members, round: -1 };
    return block;
  }

  #giveUp(block: Block | undefined): void {
    if (block === undefined) return;
    if (this.#filling === block) this.#filling = undefined;
    for (const { view, id } of block.members) {
      const ofView = this.#views.get(view);
      if (ofView?.get(id)?.block !== block) continue;
      ofView.delete(id);
      if (ofView.size === 0) {
        this.#views.delete(view);
        this.#view = undefined;
      }
    }
  }
}

function sizeOf({ text, entryLinks, assetLinks }: Fragment): number {
  return text.length + FRAGMENT_OVERHEAD_BYTES + LINK_BYTES * (entryLinks.length + assetLinks.length);
}
