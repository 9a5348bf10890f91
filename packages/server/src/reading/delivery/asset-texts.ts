/**
 * Keeps the JSON of assets as views show it, within the memory budget of the process. Invariant: all that is kept of a
 * view shows the assets as they were after one change of them, whose revision each lookup names.
 */
import type { MemoryBudget, Reservation } from '../../platform/kit/memory-budget.ts';
import { ownBytes } from '../../platform/kit/own-bytes.ts';
import type { Piece } from './response-text.ts';

/** What a text takes beside its bytes, and a view beside its texts. */
const OVERHEAD_BYTES = 300;

/** The assets of one state of one environment, as one view shows them. */
export interface AssetState {
  /** Everything that decides how an asset is shown. */
  readonly view: string;
  /** Revision of the last change of any asset. */
  readonly revision: number;
}

interface Kept {
  readonly revision: number;
  readonly reservation: Reservation;
  /** By key; null where there is no such asset. */
  readonly texts: Map<string, Piece | null>;
}

/** The JSON of an asset as a piece of a response. */
export function assetText(text: string): Piece {
  const bytes = ownBytes(Buffer.from(text));
  return { bytes, start: 0, end: bytes.length };
}

export class AssetTexts {
  readonly #memory: MemoryBudget;
  readonly #views = new Map<string, Kept>();

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  /** The text of an asset, null where there is none with that key; undefined where that is not kept. */
  get({ view, revision }: AssetState, key: string): Piece | null | undefined {
    const kept = this.#views.get(view);
    if (kept?.revision !== revision) return undefined;
    kept.reservation.touch();
    return kept.texts.get(key);
  }

  /** Keeps a text if there is room; null where there is no such asset. */
  put(state: AssetState, key: string, text: Piece | null): void {
    const kept = this.#of(state);
    if (kept === undefined || kept.texts.has(key)) return;
    const { reservation } = kept;
    if (reservation.resize(reservation.bytes + (text?.end ?? 0) + OVERHEAD_BYTES)) kept.texts.set(key, text);
  }

  /** Undefined where there is no room, or a later state is kept already. */
  #of({ view, revision }: AssetState): Kept | undefined {
    const known = this.#views.get(view);
    if (known !== undefined && known.revision >= revision) {
      known.reservation.touch();
      return known.revision === revision ? known : undefined;
    }
    known?.reservation.release();
    this.#views.delete(view);
    const reservation = this.#memory.reserve(OVERHEAD_BYTES, () => this.#views.delete(view));
    if (reservation === null) return undefined;
    const kept: Kept = { revision, reservation, texts: new Map() };
    this.#views.set(view, kept);
    return kept;
  }
}
