/**
 * Counts the flaws of published entries, and remembers which ones each entry has, so that an entry that moves is counted anew alone.
 * Invariant: a tally that is kept knows of each entry whether it is published, and the counts are the sums of what it knows.
 */
import type { Model } from '../../model/content-types/model.ts';
import { numberOfRow } from '../../platform/database/row-id.ts';
import type { MemoryBudget, Reservation } from '../../platform/kit/memory-budget.ts';
import { PAGE_ROWS, rowIntegers } from '../query/row-numbers.ts';

/** The objects of a tally. */
const TALLY_BYTES = 2_500;
/** A set of flaws besides its characters: two strings and a place in a map. */
const SET_BYTES = 150;
const BYTES_PER_NUMBER = 4;
const NOT_PUBLISHED = 0;
const SEPARATOR = ',';

export class EvidenceTally {
  /** The model that says what a flaw is. */
  readonly modelRevision: number;
  /** The revision that is counted. */
  revision = 0;
  readonly #reservation: Reservation | null;
  readonly #counts = new Map<string, number>();
  /** Sets of flaws, which most entries share with others: the names of each in one text. Published entries without any have the one at 1. */
  #sets = ['', ''];
  #numberOf = new Map([['', 1]]);
  #setsBytes = 0;
  /** The number of the set of each entry, by the number of its row. */
  #setOf = rowIntegers(NOT_PUBLISHED);
  #isKept: boolean;

  constructor({ revision }: Pick<Model, 'revision'>, memory: MemoryBudget) {
    this.modelRevision = revision;
    this.#reservation = memory.reserve(TALLY_BYTES, () => this.forget(), true);
    this.#isKept = this.#reservation !== null;
  }

  /** Whether it knows the flaws of each entry. If not, each may be counted once, and only the counts remain. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** The counts as they are now, by the name of the flaw. */
  get counts(): ReadonlyMap<string, number> {
    return new Map(this.#counts);
  }

  isPublished(id: number): boolean {
    return this.#setOf.get(numberOfRow(id)) !== NOT_PUBLISHED;
  }

  /** Makes room for what is to be counted, up to a row, before it takes any; forgets what it knows where there is none. */
  reserveUpTo(id: number): void {
    const rows = Math.ceil((numberOfRow(id) + 1) / PAGE_ROWS) * PAGE_ROWS;
    this.#resize(Math.max(this.#setOf.bytes, rows * BYTES_PER_NUMBER));
  }

  /** Counts an entry, in place of what it had. @param flaws null if it is not published */
  set(id: number, flaws: ReadonlySet<string> | null): void {
    if (this.#isKept) {
      const row = numberOfRow(id);
      this.#add(this.#flawsIn(this.#setOf.get(row)), -1);
      if (flaws !== null || this.isPublished(id))
        this.#setOf.set(row, flaws === null ? NOT_PUBLISHED : this.#numberFor(flaws));
    }
    this.#add(flaws ?? [], 1);
  }

  /** Keeps it in memory while it is worked on. */
  pin(): void {
    this.#reservation?.pin();
  }

  /** Marks it as used, and lets others have its memory again. */
  unpin(): void {
    this.#resize(this.#setOf.bytes);
    this.#reservation?.touch();
    this.#reservation?.unpin();
  }

  /** Gives up everything but the counts. */
  forget(): void {
    this.#isKept = false;
    this.#reservation?.release();
    this.#setOf = rowIntegers(NOT_PUBLISHED);
    this.#sets = [];
    this.#numberOf = new Map();
  }

  #resize(bytesOfRows: number): void {
    if (this.#isKept && this.#reservation?.resize(TALLY_BYTES + this.#setsBytes + bytesOfRows) !== true) this.forget();
  }

  #flawsIn(number: number): string[] {
    const names = this.#sets[number] ?? '';
    return names === '' ? [] : names.split(SEPARATOR);
  }

  #numberFor(flaws: ReadonlySet<string>): number {
    const names = [...flaws].sort().join(SEPARATOR);
    const known = this.#numberOf.get(names);
    if (known !== undefined) return known;
    const number = this.#sets.push(names) - 1;
    this.#numberOf.set(names, number);
    this.#setsBytes += SET_BYTES + names.length;
    return number;
  }

  #add(flaws: Iterable<string>, by: number): void {
    for (const name of flaws) this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }
}
