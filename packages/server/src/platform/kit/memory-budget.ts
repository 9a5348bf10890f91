/**
 * One budget of bytes for everything that a process keeps in memory to answer faster. Who keeps something reserves
 * its size first; for it goes what was not used since room was last looked for, then what came first; what takes
 * seconds to make goes after what takes microseconds. Saying that a thing was used is one write: it is said for each
 * part of a response. Invariant: what is reserved never exceeds the budget.
 */

/** How often a thing that takes long to make is passed over although it was not used. */
const SPARED_MAX = 8;

/** The memory of one thing that is kept. */
export class Reservation {
  readonly #budget: MemoryBudget;
  /** Gives the thing up; called when room is made for others, after the bytes were taken back. */
  readonly evict: () => void;
  bytes = 0;
  pins = 0;
  /** How often in a row it is passed over although it was not used. */
  readonly sparedMax: number;
  spared = 0;
  /** Whether it was used since room was last looked for here. */
  isUsed = false;

  constructor(budget: MemoryBudget, { evict, isDear }: { readonly evict: () => void; readonly isDear: boolean }) {
    this.#budget = budget;
    this.evict = evict;
    this.sparedMax = isDear ? SPARED_MAX : 0;
  }

  /** Says that the thing was used, so that others are given up before it. */
  touch(): void {
    this.isUsed = true;
  }

  /**
   * Changes the size.
   * @returns false, with the size left as it was, where the thing has no room even if others go
   */
  resize(bytes: number): boolean {
    return this.#budget.resize(this, bytes);
  }

  /** Keeps the thing from being given up until as many `unpin` were called. */
  pin(): void {
    this.pins += 1;
  }

  unpin(): void {
    this.pins -= 1;
  }

  /** Gives the bytes back. */
  release(): void {
    this.#budget.release(this);
  }
}

export class MemoryBudget {
  readonly bytesMax: number;
  /** In the order in which they came, or were passed over because they had been used. */
  readonly #reservations = new Set<Reservation>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  /** Bytes that are reserved. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Makes room for a new thing.
   * @param evict drops the thing when others need the room
   * @param isDear whether it takes long to make, so that others that are in use as well go before it
   * @returns null where there is no room
   */
  reserve(bytes: number, evict: () => void, isDear = false): Reservation | null {
    const reservation = new Reservation(this, { evict, isDear });
    this.#reservations.add(reservation);
    if (this.resize(reservation, bytes)) return reservation;
    this.#reservations.delete(reservation);
    return null;
  }

  /** Whether there is room for so many bytes without giving anything up. */
  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.bytesMax;
  }

  resize(reservation: Reservation, bytes: number): boolean {
    if (!this.#reservations.has(reservation)) return false;
    const growth = bytes - reservation.bytes;
    if (growth > 0 && !this.#makeRoom(growth, reservation)) return false;
    reservation.bytes = bytes;
    this.#bytes += growth;
    return true;
  }

  release(reservation: Reservation): void {
    if (!this.#reservations.delete(reservation)) return;
    this.#bytes -= reservation.bytes;
    reservation.bytes = 0;
  }

  /** Looks first whether giving up others is of any use, so that nothing is lost for what has no room anyway. */
  #makeRoom(bytes: number, forOne: Reservation): boolean {
    let missing = this.#bytes + bytes - this.bytesMax;
    if (missing <= 0) return true;
    const going: Reservation[] = [];
    for (const reservation of this.#reservations) {
      if (missing <= 0) break;
      if (reservation.pins > 0 || reservation === forOne) continue;
      if (reservation.isUsed || reservation.spared < reservation.sparedMax) {
        this.#passOver(reservation);
        continue;
      }
      going.push(reservation);
      missing -= reservation.bytes;
    }
    if (missing > 0) return false;
    for (const reservation of going) {
      this.release(reservation);
      reservation.evict();
    }
    return true;
  }

  /** Puts it behind all others, where the search for room comes to it again. */
  #passOver(reservation: Reservation): void {
    reservation.spared = reservation.isUsed ? 0 : reservation.spared + 1;
    reservation.isUsed = false;
    this.#reservations.delete(reservation);
    this.#reservations.add(reservation);
  }
}
