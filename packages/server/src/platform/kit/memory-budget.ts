/**
 * One budget of bytes for all caches of a process. A cache reserves the size of what it keeps; to make room, what was
 * not used since the last search for room is evicted first, then the oldest; what takes seconds to make goes after what
 * takes microseconds. Marking something as used is one write, because it happens for each part of a response.
 * Invariant: the reservations never exceed the budget.
 */

/** How often something expensive is passed over although it was not used. */
const SPARED_MAX = 8;

/** The memory of one cached thing. */
export class Reservation {
  readonly #budget: MemoryBudget;
  /** Drops the thing; called when others need the room, after its bytes were released. */
  readonly evict: () => void;
  bytes = 0;
  pins = 0;
  /** How often in a row it is passed over although it was not used. */
  readonly sparedMax: number;
  spared = 0;
  /** Whether it was used since the last search for room passed it. */
  isUsed = false;

  constructor(budget: MemoryBudget, { evict, isDear }: { readonly evict: () => void; readonly isDear: boolean }) {
    this.#budget = budget;
    this.evict = evict;
    this.sparedMax = isDear ? SPARED_MAX : 0;
  }

  /** Marks the thing as used, so that others are evicted before it. */
  touch(): void {
    this.isUsed = true;
  }

  /**
   * Changes the size.
   * @returns false, with the size unchanged, if there is not enough room even after evicting others
   */
  resize(bytes: number): boolean {
    return this.#budget.resize(this, bytes);
  }

  /** Protects the thing from eviction until `unpin` was called as often. */
  pin(): void {
    this.pins += 1;
  }

  unpin(): void {
    this.pins -= 1;
  }

  /** Releases the bytes. */
  release(): void {
    this.#budget.release(this);
  }
}

export class MemoryBudget {
  readonly bytesMax: number;
  /** In order of creation, or of being passed over because they had been used. */
  readonly #reservations = new Set<Reservation>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  /** Bytes reserved. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Makes room for a new thing.
   * @param evict drops the thing when others need the room
   * @param isDear whether it is expensive to make, so that cheaper things are evicted first even if they are in use
   * @returns null if there is no room
   */
  reserve(bytes: number, evict: () => void, isDear = false): Reservation | null {
    const reservation = new Reservation(this, { evict, isDear });
    this.#reservations.add(reservation);
    if (this.resize(reservation, bytes)) return reservation;
    this.#reservations.delete(reservation);
    return null;
  }

  /** Whether there is room for that many bytes without evicting anything. */
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

  /** First checks whether eviction can make enough room, so that nothing is evicted in vain. */
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

  /** Moves it to the end of the queue. */
  #passOver(reservation: Reservation): void {
    reservation.spared = reservation.isUsed ? 0 : reservation.spared + 1;
    reservation.isUsed = false;
    this.#reservations.delete(reservation);
    this.#reservations.add(reservation);
  }
}
