/**
 * The memory that V8 takes for the heap of a busy service. V8 lets the heap grow to several times of what lives in it, and
 * keeps every page of a peak for later, whether it is needed again or not; only an idle process gives them back. So the
 * growth is bounded, and pages that were of no use for a while are given back under load too.
 */
import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** How far the heap grows beyond what lives in it before it is collected. */
const GROWTH = '--heap-growing-percent=50';
/** Has a collection save memory; without moving objects, since moving them would hold the loop for 0.1 s. */
const SAVING = ['--optimize-for-size', '--no-compact'];
const NOT_SAVING = ['--no-optimize-for-size', '--compact'];
/** One that has begun already does not save; the next one does. */
const COLLECTIONS = 2;
const LOOK_MS = 250;
/** For how long pages have to be of no use, and how much they have to be. */
const UNUSED_FOR_MS = 10_000;
const UNUSED_BYTES_MIN = 16 * 1_048_576;

/** Begins to look after the heap of this process, until it ends. */
export function tendHeap(): void {
  setFlagsFromString(GROWTH);
  const watch = new PeakWatch(performance.now());
  setInterval(() => {
    const unused = watch.look(getHeapStatistics().total_heap_size, performance.now());
    if (unused < UNUSED_BYTES_MIN) return;
    watch.forget();
    void giveBackPages();
  }, LOOK_MS).unref();
}

/** How much less of the heap has been in use for a while than at its peak. */
export class PeakWatch {
  #peak = 0;
  /** The most in the time that runs, and in the one before. */
  #now = 0;
  #before = Number.POSITIVE_INFINITY;
  #began: number;

  constructor(nowMs: number) {
    this.#began = nowMs;
  }

  /**
   * Takes note of what is in use.
   * @returns bytes of the peak that nothing used for `UNUSED_FOR_MS`
   */
  look(bytes: number, nowMs: number): number {
    if (nowMs - this.#began >= UNUSED_FOR_MS) {
      this.#before = this.#now;
      this.#now = 0;
      this.#began = nowMs;
    }
    this.#now = Math.max(this.#now, bytes);
    this.#peak = Math.max(this.#peak, bytes);
    return Math.max(0, this.#peak - Math.max(this.#now, this.#before));
  }

  /** Says that the unused pages went. */
  forget(): void {
    this.#peak = 0;
    this.#before = Number.POSITIVE_INFINITY;
  }
}

/** Has the next collection give unused pages back to the system; resolves after it. */
export function giveBackPages(): Promise<void> {
  for (const flag of SAVING) setFlagsFromString(flag);
  return new Promise((resolve) => {
    let left = COLLECTIONS;
    const observer = new PerformanceObserver((list) => {
      left -= list.getEntries().filter(isMajor).length;
      if (left > 0) return;
      observer.disconnect();
      for (const flag of NOT_SAVING) setFlagsFromString(flag);
      resolve();
    });
    observer.observe({ entryTypes: ['gc'] });
  });
}

function isMajor(entry: PerformanceEntry): boolean {
  const { detail } = entry as PerformanceEntry & { readonly detail?: NodeGCPerformanceDetail };
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
