/**
 * An exact copy of what the key can read: the whole state in pages, then what changes, as soon as it does. Invariant: what is shown
 * is a state that the service had, at `revision`; pages are applied to it together, once the last of them says that it is complete.
 */
import { LecternError } from '../lectern-error.ts';
import { pause } from '../pause.ts';
import { placeOf } from '../place.ts';
import { parsed, Transport } from '../transport.ts';
import type { ClientOptions } from '../types/client.ts';
import type { Entry, NoLinks, Reading } from '../types/entries.ts';
import type { AnyModel, TypeName } from '../types/model.ts';
import type { Asset } from '../types/values.ts';
import { type Change, live } from './live.ts';
import { memory, type Store } from './stores.ts';

/** How often what has changed is saved, and how often is asked without having been told: the service may have no stream to give. */
const SAVE_EVERY_MS = 2_000;
const ASK_EVERY_MS = 30_000;

/** Values in maps by locale, as they were written: fallback is left to who reads. */
interface Raw<M extends AnyModel> extends Reading {
  draft: false;
  select: null;
  locales: M['locale'];
  sparse: false;
  local: false;
}

type RawEntry<M extends AnyModel, T extends TypeName<M>> = T extends unknown
  ? Omit<Entry<M, T, NoLinks, Raw<M>>, 'links'>
  : never;
type RawAsset<M extends AnyModel> = Asset<{ [L in M['locale']]?: string }>;

export interface ReplicaOptions {
  /** Where it is kept between two runs, so that the next one only reads what has changed; in memory alone if not given. */
  store?: Store;
  /** The only content types whose entries are copied. */
  types?: readonly string[];
  /** Called whenever the copy has changed. */
  onChange?: () => void;
  /** Called where it cannot be kept up to date for now, or be saved. */
  onError?: (error: unknown) => void;
}

/** A copy that is kept up to date. */
export interface Replica<M extends AnyModel> {
  /** The state of the content that it shows. */
  readonly revision: number;
  /** The entries of a content type, in no order. */
  entries<T extends TypeName<M>>(type: T): RawEntry<M, T>[];
  /** An entry by id; undefined if there is none. */
  entry(id: string): RawEntry<M, TypeName<M>> | undefined;
  assets(): RawAsset<M>[];
  asset(id: string): RawAsset<M> | undefined;
  /** Waits until it shows a revision, or a later one: what a write has answered, or a webhook named. */
  at(revision: number, options?: { signal?: AbortSignal }): Promise<void>;
  /** Saves it, and ends following. */
  close(): Promise<void>;
}

interface Page {
  revision: number;
  complete: boolean;
  reset: boolean;
  next: string;
  changes: { op: 'put' | 'remove' | 'model'; kind: string; id: string; value?: Resource }[];
}

interface Resource {
  id: string;
  content_type?: string;
}

/** A copy as it is saved. */
interface Saved {
  next: string;
  revision: number;
  types: string;
  resources: [id: string, value: Resource][];
}

/** Makes a copy; it is complete when the promise resolves. @throws LecternError */
export async function replica<M extends AnyModel>(
  client: ClientOptions,
  options: ReplicaOptions = {},
): Promise<Replica<M>> {
  const copy = new Copy(client, options);
  await copy.start();
  return copy as unknown as Replica<M>;
}

class Copy {
  revision = 0;
  readonly #transport: Transport;
  readonly #client: ClientOptions;
  readonly #options: ReplicaOptions;
  readonly #store: Store;
  readonly #types: string;
  readonly #end = new AbortController();
  #resources = new Map<string, Resource>();
  #next: string | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #isSaved = true;

  constructor(client: ClientOptions, options: ReplicaOptions) {
    this.#client = client;
    this.#options = options;
    this.#store = options.store ?? memory();
    this.#types = options.types?.join() ?? '';
    this.#transport = new Transport(placeOf(client), client);
  }

  async start(): Promise<void> {
    const text = await this.#store.load();
    const saved = text === undefined ? undefined : parsed<Saved>(text);
    if (saved?.types === this.#types) {
      this.#resources = new Map(saved.resources);
      this.#next = saved.next;
      this.revision = saved.revision;
    }
    await this.#catchUp();
    void this.#follow();
  }

  entries(type: string): Resource[] {
    return [...this.#resources.values()].filter((one) => one.content_type === type);
  }

  entry(id: string): Resource | undefined {
    const found = this.#resources.get(id);
    return found?.content_type === undefined ? undefined : found;
  }

  assets(): Resource[] {
    return [...this.#resources.values()].filter((one) => one.content_type === undefined);
  }

  asset(id: string): Resource | undefined {
    const found = this.#resources.get(id);
    return found?.content_type === undefined ? found : undefined;
  }

  async at(revision: number, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    if (this.revision < revision) await this.#catchUp(revision, signal);
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#work.catch(() => {});
    await this.#save();
  }

  /** Stays up to date, by a stream and by asking now and then, and saves what has changed. */
  async #follow(): Promise<void> {
    const { signal } = this.#end;
    const look = (change?: Change) => {
      if (!change || change.revision > this.revision || change.all) this.#catchUp().catch(this.#report);
    };
    const end = live(this.#client, look, { onReady: () => look(), onError: this.#report });
    signal.addEventListener('abort', end);
    let askedAt = Date.now();
    for (await pause(SAVE_EVERY_MS, signal); !signal.aborted; await pause(SAVE_EVERY_MS, signal)) {
      await this.#save().catch(this.#report);
      if (Date.now() - askedAt < ASK_EVERY_MS) continue;
      askedAt = Date.now();
      look();
    }
  }

  readonly #report = (error: unknown): void => {
    if (!this.#end.signal.aborted) this.#options.onError?.(error);
  };

  /** Reads pages to the present, one reader after the other. @param revision that they have to show at least */
  #catchUp(revision = 0, signal?: AbortSignal): Promise<void> {
    const work = this.#work.then(() => this.#readPages(revision, signal));
    this.#work = work.catch(() => {});
    return work;
  }

  async #readPages(revision: number, signal?: AbortSignal): Promise<void> {
    const resources = new Map(this.#resources);
    let next = this.#next;
    let changes = 0;
    for (let page: Page; ; ) {
      page = await this.#page(next, revision, signal);
      if (page.reset) resources.clear();
      for (const { op, id, value } of page.changes) {
        if (op === 'remove') resources.delete(id);
        else if (op === 'put' && value) resources.set(id, value);
      }
      changes += page.changes.length;
      next = page.next;
      if (!page.complete) continue;
      // Until here nobody has seen any of it.
      this.#resources = resources;
      this.#next = next;
      this.revision = Math.max(page.revision, revision);
      if (changes === 0) return;
      this.#isSaved = false;
      this.#options.onChange?.();
      return;
    }
  }

  async #page(next: string | undefined, revision: number, signal?: AbortSignal): Promise<Page> {
    const given = { since: next, types: this.#types || undefined, min_revision: revision || undefined };
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(given)) if (value) search.set(name, String(value));
    try {
      const { text } = await this.#transport.read(`sync?${search}`, signal);
      return parsed<Page>(text);
    } catch (error) {
      // The copy is of another space or plane, or a content type has been made anew.
      const isOfAnother = next && error instanceof LecternError && error.status === 422;
      if (!isOfAnother) throw error;
      return { ...(await this.#page(undefined, revision, signal)), reset: true };
    }
  }

  async #save(): Promise<void> {
    if (this.#isSaved || this.#next === undefined) return;
    const saved: Saved = {
      next: this.#next,
      revision: this.revision,
      types: this.#types,
      resources: [...this.#resources],
    };
    this.#isSaved = true;
    await this.#store.save(JSON.stringify(saved));
  }
}
