/**
 * Keeps fragments within the memory budget of the process, in blocks of bytes that are reserved and given up whole:
 * an object or a reservation for each would cost more than the fragment. Where the budget is used up, one in some that
 * are missed is kept: a client that reads through more than there is room for would otherwise push out each fragment just
 * before it is read again, and with it what everybody reads. Invariant: nothing here can be stale, since each lookup names
 * the version that it must show, and every write of an entry raises its version.
 */
import type { MemoryBudget, Reservation } from '../../platform/kit/memory-budget.ts';
import type { RenderedFragment } from './fragment.ts';
import { alone, type Fragment, FragmentBlock, RECORD_ALIGNMENT, recordSize } from './stored-fragment.ts';
import type { View } from './view.ts';
import { NOWHERE, VIEW_BYTES, ViewIndex } from './view-index.ts';

const BLOCK_BYTES = 256 * 1024;
/** What a block takes beside its bytes. */
const BLOCK_OVERHEAD_BYTES = 1_000;
/** Larger fragments have a block each. */
const SHARING_BYTES_MAX = BLOCK_BYTES / 8;
/** A place says which step of which block a record begins at, counted from 1 over all blocks. */
const STEPS_A_BLOCK = BLOCK_BYTES / RECORD_ALIGNMENT;
/** As many as a place of 32 bits can number. */
const BLOCKS_MAX = 2 ** 32 / STEPS_A_BLOCK - 1;
/** Size of the blocks of fragments that are not kept: they live as long as their readers. */
const PASSING_BYTES = 64 * 1024;
/** Where others would have to go, one of so many is kept. */
const MISSES_PER_KEPT = 8;

interface Kept {
  readonly block: FragmentBlock;
  readonly number: number;
  readonly reservation: Reservation;
  /** Where the next record goes. */
  end: number;
}

export class FragmentCache {
  readonly #memory: MemoryBudget;
  readonly #indexes = new Map<string, ViewIndex>();
  readonly #indexOf = new Map<number, ViewIndex>();
  readonly #blocks: (Kept | undefined)[] = [];
  readonly #freeNumbers: number[] = [];
  #filling: Kept | undefined;
  #passing = { block: new FragmentBlock(0), end: 0 };
  #views = 0;
  /** Fragments that came when there was no room left. */
  #misses = 0;
  /** The view of the last lookup: a page is looked up entry by entry. */
  #last: { readonly view: View; readonly index: ViewIndex | undefined } | undefined;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  /**
   * The fragment of a version of an entry, where it is kept.
   * @param id row id of the entry
   */
  get(view: View, id: number, version: number): Fragment | undefined {
    const index = this.#find(view);
    const place = index?.get(id) ?? NOWHERE;
    if (index === undefined || place === NOWHERE) return undefined;
    index.reservation.touch();
    const number = Math.floor((place - 1) / STEPS_A_BLOCK);
    const at = ((place - 1) % STEPS_A_BLOCK) * RECORD_ALIGNMENT;
    const kept = this.#blocks[number];
    if (kept?.block.versionAt(at) !== version) return undefined;
    kept.reservation.touch();
    return kept.block.fragmentAt(at);
  }

  /** Keeps a fragment if there is room or its turn has come. */
  put(view: View, rendered: RenderedFragment): Fragment {
    if (view.isPassing === true) return this.#pass(rendered);
    if (!this.#memory.hasRoomFor(BLOCK_BYTES) && this.#misses++ % MISSES_PER_KEPT !== 0) return this.#pass(rendered);
    const index = this.#make(view);
    if (index?.hasRoomFor(rendered.entry.id) !== true) return alone(rendered);
    const size = recordSize(rendered);
    const place = this.#place(size, index);
    return place === undefined ? this.#pass(rendered) : keep(rendered, size, { index, place });
  }

  #place(size: number, index: ViewIndex): Place | undefined {
    index.reservation.pin();
    const kept = this.#blockFor(size);
    index.reservation.unpin();
    if (kept === undefined) return undefined;
    const at = kept.end;
    kept.end += size;
    return { block: kept.block, number: kept.number, at };
  }

  /** A fragment that is not kept; several share a block, since making one costs as much as rendering. */
  #pass(rendered: RenderedFragment): Fragment {
    const size = recordSize(rendered);
    if (size > PASSING_BYTES / 2) return alone(rendered);
    if (this.#passing.end + size > this.#passing.block.bytes.length)
      this.#passing = { block: new FragmentBlock(PASSING_BYTES), end: 0 };
    const { block, end: at } = this.#passing;
    block.write({ at, size }, 0, rendered);
    this.#passing.end += size;
    return block.fragmentAt(at);
  }

  #find(view: View): ViewIndex | undefined {
    if (this.#last?.view !== view) this.#last = { view, index: this.#indexes.get(view.key) };
    return this.#last.index;
  }

  #make(view: View): ViewIndex | undefined {
    const known = this.#find(view);
    if (known !== undefined) return known;
    const reservation = this.#memory.reserve(VIEW_BYTES, () => this.#dropView(view.key), true);
    if (reservation === null) return undefined;
    const index = new ViewIndex(++this.#views, reservation);
    this.#indexes.set(view.key, index);
    this.#indexOf.set(index.number, index);
    this.#last = undefined;
    return index;
  }

  /** Its records lie on until their blocks go; nothing leads to them any more. */
  #dropView(key: string): void {
    const index = this.#indexes.get(key);
    if (index === undefined) return;
    this.#indexes.delete(key);
    this.#indexOf.delete(index.number);
    this.#last = undefined;
  }

  #blockFor(size: number): Kept | undefined {
    if (size > SHARING_BYTES_MAX) return this.#newBlock(size);
    const filling = this.#filling;
    if (filling !== undefined && filling.end + size <= BLOCK_BYTES) return filling;
    this.#filling = this.#newBlock(BLOCK_BYTES);
    return this.#filling;
  }

  #newBlock(size: number): Kept | undefined {
    if (this.#blocks.length >= BLOCKS_MAX && this.#freeNumbers.length === 0) return undefined;
    const reservation = this.#memory.reserve(size + BLOCK_OVERHEAD_BYTES, () => this.#giveUp(kept));
    if (reservation === null) return undefined;
    const number = this.#freeNumbers.pop() ?? this.#blocks.length;
    const kept: Kept = { block: new FragmentBlock(size), number, reservation, end: 0 };
    this.#blocks[number] = kept;
    return kept;
  }

  #giveUp(kept: Kept): void {
    if (this.#filling === kept) this.#filling = undefined;
    this.#blocks[kept.number] = undefined;
    this.#freeNumbers.push(kept.number);
    this.#forget(kept);
  }

  /** Has nothing lead to a block any more. */
  #forget({ block, number, end }: Kept): void {
    for (let at = 0; at < end; at += block.sizeAt(at)) {
      const index = this.#indexOf.get(block.viewAt(at));
      const id = block.idAt(at);
      if (index?.get(id) === placeNumber({ number, at })) index.set(id, NOWHERE);
    }
  }
}

/** Where a record lies. */
interface Place {
  readonly block: FragmentBlock;
  /** Number of the block. */
  readonly number: number;
  readonly at: number;
}

/** What an index leads with to a place. */
function placeNumber({ number, at }: Pick<Place, 'number' | 'at'>): number {
  return number * STEPS_A_BLOCK + at / RECORD_ALIGNMENT + 1;
}

function keep(
  rendered: RenderedFragment,
  size: number,
  { index, place }: { readonly index: ViewIndex; readonly place: Place },
): Fragment {
  const { block, at } = place;
  block.write({ at, size }, index.number, rendered);
  index.set(rendered.entry.id, placeNumber(place));
  return block.fragmentAt(at);
}
