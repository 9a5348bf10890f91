/**
 * Where the fragments of one view are, by the row ids of their entries: an environment numbers its entries from one
 * up, so that pages of places serve better than a map. Invariant: it holds no more pages than its reservation says.
 */
import { numberOfRow } from '../../platform/database/row-id.ts';
import type { Reservation } from '../../platform/kit/memory-budget.ts';

const PLACES_A_PAGE = 4_096;
const PAGE_BYTES = PLACES_A_PAGE * Uint32Array.BYTES_PER_ELEMENT + 100;

/** No place. */
export const NOWHERE = 0;
/** What an index takes that holds nothing yet. */
export const VIEW_BYTES = 1_000;

export class ViewIndex {
  /** What records name the view with. */
  readonly number: number;
  readonly reservation: Reservation;
  readonly #pages: (Uint32Array | undefined)[] = [];
  #bytes = VIEW_BYTES;

  constructor(number: number, reservation: Reservation) {
    this.number = number;
    this.reservation = reservation;
  }

  /** The place of an entry's fragment; `NOWHERE` where there is none. */
  get(id: number): number {
    const number = numberOfRow(id);
    return this.#pages[Math.floor(number / PLACES_A_PAGE)]?.[number % PLACES_A_PAGE] ?? NOWHERE;
  }

  /** Puts a place. `hasRoomFor` must have said yes for the entry. */
  set(id: number, place: number): void {
    const number = numberOfRow(id);
    const page = this.#pages[Math.floor(number / PLACES_A_PAGE)];
    if (page !== undefined) page[number % PLACES_A_PAGE] = place;
  }

  /** Makes room for the place of an entry. @returns false where there is none */
  hasRoomFor(id: number): boolean {
    const page = Math.floor(numberOfRow(id) / PLACES_A_PAGE);
    if (this.#pages[page] !== undefined) return true;
    if (!this.reservation.resize(this.#bytes + PAGE_BYTES)) return false;
    this.#bytes += PAGE_BYTES;
    while (this.#pages.length <= page) this.#pages.push(undefined);
    this.#pages[page] = new Uint32Array(PLACES_A_PAGE);
    return true;
  }
}
