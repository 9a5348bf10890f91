/**
 * What a copy holds: the model, entries and assets of one state of the content. Invariant: changes are applied together, in one go, so
 * that whoever reads sees a state that the service had.
 */
import { resourceId } from '../../../contract/src/keys.ts';
import type { Then } from '../evaluator/finding.ts';
import { CopyModel, type DeliveredModel } from './copy-model.ts';
import { keyOf } from './field-values.ts';

/** An entry or asset as `/sync` gives it. */
export interface Resource {
  readonly id: string;
  readonly content_type?: string;
  readonly updated_at?: string;
}

/** An entry, with the values of all locales. */
export interface CopyEntry extends Resource {
  readonly content_type: string;
  readonly slug: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly published_at: string | null;
  readonly status?: string;
  readonly meta: {
    readonly created_at: string;
    readonly first_published_at: string | null;
    readonly updated_at: string;
    readonly slugs: Readonly<Record<string, string>>;
    readonly fallbacks: readonly string[];
  };
}

/** An asset, with the texts of all locales. */
export interface CopyAsset extends Resource {
  readonly title: Texts;
  readonly description: Texts;
  readonly alt: Texts;
  readonly mime_type: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

type Texts = Readonly<Record<string, string>>;

/** A change of one resource, or of the model, as `/sync` tells it. */
export interface SyncChange {
  readonly op: 'put' | 'remove' | 'model';
  readonly id: string;
  readonly value?: Resource | DeliveredModel;
}

/** A resource, and in which turns of the copy it came and moved: lists by time go on by that. */
export interface Kept<T extends Resource = Resource> {
  readonly value: T;
  readonly came: number;
  readonly published: number;
  readonly updated: number;
}

/** Contents as they are saved. */
export interface SavedContents {
  readonly turn: number;
  readonly model: DeliveredModel;
  readonly tags: readonly string[];
  readonly resources: readonly Kept[];
}

export class CopyContents {
  /** Goes up by one with each time that something has changed. */
  turn = 0;
  model: CopyModel;
  /** The cache tags of all that is read here: of the space, and of the environment by each of its names. */
  tags: readonly string[] = [];
  readonly #entries = new Map<string, Map<string, Kept<CopyEntry>>>();
  readonly #types = new Map<string, string>();
  readonly #assets = new Map<string, Kept<CopyAsset>>();

  constructor(saved?: SavedContents) {
    this.model = new CopyModel(saved?.model ?? { content_types: [], locales: [] });
    if (saved === undefined) return;
    this.turn = saved.turn;
    this.tags = saved.tags;
    for (const kept of saved.resources) this.#put(kept);
  }

  /** The code in the ids of the environment; '' where there is nothing yet. */
  get code(): string {
    const [type] = this.model.delivered.content_types;
    const [asset] = this.#assets.keys();
    return (type?.id ?? asset ?? '').split('_')[1] ?? '';
  }

  /** The entries of a content type; null for all. */
  *entries(type: string | null): Generator<Kept<CopyEntry>> {
    const some = type === null ? this.#entries.values() : [this.#entries.get(type) ?? []];
    for (const held of some) for (const kept of held.values()) yield kept as Kept<CopyEntry>;
  }

  entry(key: string): Kept<CopyEntry> | undefined {
    const id = resourceId('entry', this.code, key);
    return this.#entries.get(this.#types.get(id) ?? '')?.get(id);
  }

  assets(): Iterable<Kept<CopyAsset>> {
    return this.#assets.values();
  }

  asset(key: string): Kept<CopyAsset> | undefined {
    return this.#assets.get(resourceId('asset', this.code, key));
  }

  /** Applies changes. @param isReset whether there is nothing but what comes with them */
  apply(changes: readonly SyncChange[], isReset: boolean): void {
    this.turn += 1;
    const lost = new Map<string, Kept>();
    if (isReset) for (const kept of [...this.entries(null), ...this.#assets.values()]) lost.set(kept.value.id, kept);
    for (const id of lost.keys()) this.#remove(id);
    for (const { op, id, value } of changes) {
      const known = this.#find(id) ?? lost.get(id);
      if (op === 'model') this.model = new CopyModel(value as DeliveredModel);
      else this.#remove(id);
      if (op === 'put') this.#put(this.#kept(value as Resource, known));
    }
  }

  saved(): SavedContents {
    const { turn, tags } = this;
    return { turn, tags, model: this.model.delivered, resources: [...this.entries(null), ...this.#assets.values()] };
  }

  /** A resource that was deleted and made again is another one. */
  #kept(value: Resource, known: Kept | undefined): Kept {
    const { turn } = this;
    const is = timesOf(value);
    const was = known && timesOf(known.value);
    if (known === undefined || was?.created !== is.created)
      return { value, came: turn, published: turn, updated: turn };
    const published = was?.published === is.published ? known.published : turn;
    return { value, came: known.came, published, updated: was?.updated === is.updated ? known.updated : turn };
  }

  #find(id: string): Kept | undefined {
    return this.#assets.get(id) ?? this.#entries.get(this.#types.get(id) ?? '')?.get(id);
  }

  #put(kept: Kept): void {
    const { id, content_type: type } = kept.value;
    if (type === undefined) {
      this.#assets.set(id, kept as Kept<CopyAsset>);
      return;
    }
    this.#types.set(id, type);
    const held = this.#entries.get(type) ?? new Map<string, Kept<CopyEntry>>();
    this.#entries.set(type, held.set(id, kept as Kept<CopyEntry>));
  }

  #remove(id: string): void {
    this.#assets.delete(id);
    this.#entries.get(this.#types.get(id) ?? '')?.delete(id);
    this.#types.delete(id);
  }
}

/** What is known of the turn in which a list began. */
export function thenOf(turn: number): Then<Kept> {
  return {
    wasThere: ({ came }) => came <= turn,
    hasMoved: (kept, by) => (by === 'published_at' ? kept.published : kept.updated) > turn,
  };
}

/** The key of a resource. */
export function keyOfKept({ value }: Kept): string {
  return keyOf(value.id);
}

function timesOf(value: Resource): { created: unknown; published: unknown; updated: unknown } {
  const { meta, published_at: published, created_at, updated_at } = value as Partial<CopyEntry & CopyAsset>;
  return { created: meta?.created_at ?? created_at, published, updated: meta?.updated_at ?? updated_at };
}
