/**
 * The overlays in memory: each is read once, however many requests wait for it, and holds until something that it rests on changes,
 * which the journal tells. Invariant: what it gives shows the environment at the head of the request or later.
 */
import type { Model } from '../../model/content-types/model.ts';
import { readHead } from '../../model/spaces/heads.ts';
import type { Database, EnvironmentState, Reader } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import { OverlaidWords } from './overlaid-words.ts';
import { Overlay, withTexts } from './overlay.ts';
import type { OverlaySource } from './overlay-source.ts';
import { type ChangedItem, selectChangedItems } from './store.ts';

/** Overlays in memory: those of earlier versions of a set are of no use any more. */
const KEPT_MAX = 50;
/** Journal items that are looked through before an overlay is read anew. */
const ITEMS_MAX = 1_000;

export interface OverlaysParts {
  readonly database: Pick<Database, 'readsSince'>;
  /** Shared with everything else that is kept in memory. */
  readonly memory: MemoryBudget;
}

/** What an overlay is needed for. */
export interface Wanted {
  readonly model: Model;
  /** Whether words are searched for in it. */
  readonly withWords: boolean;
}

export class Overlays {
  readonly #parts: OverlaysParts;
  /** From the oldest to the latest. */
  readonly #kept = new Map<string, Overlay>();
  readonly #loading = new Map<string, Promise<Overlay | undefined>>();

  constructor(parts: OverlaysParts) {
    this.#parts = parts;
  }

  /**
   * What a source shows.
   * @param head of the environment, as it was when the request came or later
   * @returns undefined if the model is no longer the one of the environment
   * @throws what reading the source throws
   */
  at(source: OverlaySource, head: Head, wanted: Wanted): MaybePromise<Overlay | undefined> {
    return inSteps(this.#at(source, head, wanted));
  }

  /** The same within a snapshot, of which nothing is kept. */
  async within(reader: Reader, source: OverlaySource, { model, withWords }: Wanted): Promise<Overlay | undefined> {
    const head = await readHead(reader, model.environment);
    if (head === undefined) throw notFound('environment');
    if (source.isOfThen !== true && head.model_revision > model.revision) return undefined;
    const words = withWords ? new OverlaidWords(model.spaceId, model.locales) : null;
    const texts = new Map<number, Readonly<Record<string, number>>>();
    const content = await source.read(
      reader,
      model,
      words === null ? undefined : ({ id }, textIn) => void texts.set(id, words.add(textIn)),
    );
    const rows = words === null ? content.rows : content.rows.map((row) => withTexts(row, texts.get(row.id) ?? {}));
    return new Overlay({ source, model, revision: head.revision, content: { ...content, rows }, words });
  }

  /** Whether an overlay holds for a later state of its environment too; one that does not is read anew from then on. */
  holdsAt(overlay: Overlay, state: EnvironmentState): MaybePromise<boolean> {
    return overlay.revision >= state.revision || this.#holdsLater(overlay, state);
  }

  *#at(source: OverlaySource, head: Head, wanted: Wanted): Steps<Overlay | undefined> {
    const name = `${head.number} ${head.epoch} ${source.state} ${source.name}`;
    const known = this.#kept.get(name);
    if (known !== undefined && isFit(known, wanted) && (yield* settled(this.holdsAt(known, head)))) {
      known.reservation?.touch();
      return known;
    }
    const flight = `${name} ${head.revision} ${wanted.model.revision} ${wanted.withWords}`;
    const loading =
      this.#loading.get(flight) ?? this.#load(source, head, wanted).finally(() => this.#loading.delete(flight));
    this.#loading.set(flight, loading);
    return yield* settled(loading);
  }

  async #load(source: OverlaySource, head: Head, wanted: Wanted): Promise<Overlay | undefined> {
    const reads = this.#parts.database.readsSince(head);
    const overlay = await reads.snapshot((reader) => this.within(reader, source, wanted));
    if (overlay !== undefined) this.#keep(`${head.number} ${head.epoch} ${source.state} ${overlay.name}`, overlay);
    return overlay;
  }

  #keep(name: string, overlay: Overlay): void {
    this.#drop(name);
    const isKept = overlay.reserve(this.#parts.memory, () => {
      if (this.#kept.get(name) === overlay) this.#kept.delete(name);
    });
    if (!isKept) return;
    this.#kept.set(name, overlay);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#drop(oldest);
  }

  #drop(name: string): void {
    this.#kept.get(name)?.release();
    this.#kept.delete(name);
  }

  async #holdsLater(overlay: Overlay, state: EnvironmentState): Promise<boolean> {
    const { reader } = this.#parts.database.readsSince(state);
    const after = { environment: state.number, revision: overlay.revision, limit: ITEMS_MAX };
    const items = await selectChangedItems(reader, after);
    const isKnown = items.length < ITEMS_MAX && items[0]?.revision === after.revision + 1;
    if (isKnown && !items.some((item) => concerns(item, overlay)))
      overlay.revision = Math.max(overlay.revision, items.at(-1)?.revision ?? 0);
    if (overlay.revision >= state.revision) return true;
    for (const [name, kept] of this.#kept) if (kept === overlay) this.#drop(name);
    return false;
  }
}

function isFit({ model, words }: Overlay, { model: wanted, withWords }: Wanted): boolean {
  return model.revision === wanted.revision && (!withWords || words !== null);
}

/** Whether a change may change what an overlay shows. That of an asset cannot: values name assets by their keys. */
function concerns({ kind, key }: ChangedItem, overlay: Overlay): boolean {
  return kind === 'entry' ? overlay.restsOn(key) : kind !== 'asset';
}
