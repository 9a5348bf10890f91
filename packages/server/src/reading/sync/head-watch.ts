/**
 * Tells those who follow environments when one has moved: writes of this process at once, those of others as soon as they are seen.
 * However many follow, the database is asked once in a while with one statement, and not at all while nobody follows.
 */
import type { Heads } from '../../model/spaces/heads.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MovedEnvironment } from '../../platform/journal/environment-heads.ts';

/** How often this process looks for writes of others. */
const LOOK_EVERY_MS = 150;

export interface HeadWatchParts {
  readonly database: Pick<Database, 'changeMark'>;
  readonly heads: Pick<Heads, 'of' | 'confirmAll'>;
  /** Registers a follower of the writes of this process. */
  readonly follow: (follower: (moved: Pick<MovedEnvironment, 'number'>) => void) => void;
}

/** An environment that is followed. */
interface Watched {
  readonly followers: Set<() => void>;
  /** Everything of its head that followers want to hear of, as it was seen last; undefined before that, which is told too. */
  seen: string | undefined;
}

export class HeadWatch {
  readonly #parts: HeadWatchParts;
  readonly #watched = new Map<number, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #mark: number | undefined;
  #isLooking = false;

  constructor(parts: HeadWatchParts) {
    this.#parts = parts;
    parts.follow(({ number }) => this.#tell(number));
  }

  /**
   * Calls back whenever the environment may have moved.
   * @returns ends that
   */
  watch(environment: number, onMoved: () => void): () => void {
    const watched = this.#watched.get(environment) ?? { followers: new Set(), seen: undefined };
    watched.followers.add(onMoved);
    this.#watched.set(environment, watched);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS);
    return () => {
      watched.followers.delete(onMoved);
      if (watched.followers.size > 0 || this.#watched.get(environment) !== watched) return;
      this.#watched.delete(environment);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #tell(environment: number): void {
    for (const onMoved of [...(this.#watched.get(environment)?.followers ?? [])]) onMoved();
  }

  /** Looks for writes of other processes. While the database is away, there are none to hear of. */
  async #look(): Promise<void> {
    const mark = this.#parts.database.changeMark();
    if (this.#isLooking || (mark !== undefined && mark === this.#mark)) return;
    this.#isLooking = true;
    try {
      if (mark === undefined) await this.#parts.heads.confirmAll([...this.#watched.keys()]);
      for (const [environment, watched] of this.#watched) {
        const head = await this.#parts.heads.of(environment);
        const seen = head === undefined ? 'gone' : [head.epoch, head.status, head.revision].join();
        const isMoved = watched.seen !== seen;
        watched.seen = seen;
        if (isMoved) this.#tell(environment);
      }
      this.#mark = mark;
    } catch {
      // The next look finds what this one has missed.
    } finally {
      this.#isLooking = false;
    }
  }
}
