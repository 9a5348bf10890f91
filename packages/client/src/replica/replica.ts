/**
 * An exact copy of what the key can read: the whole state in pages, then what changes, as soon as it does. Invariant: what is shown
 * is a state that the service had, at `revision`; pages are applied to it together, once the last of them says that it is complete.
 */
import { clientOver, transportOf } from '../create-client.ts';
import { LecternError } from '../lectern-error.ts';
import { pause } from '../pause.ts';
import { parsed, type Transport } from '../transport.ts';
import type { Client, ClientOptions, PreviewClient } from '../types/client.ts';
import type { AnyModel, TypeName } from '../types/model.ts';
import { called } from './called.ts';
import { ChangePages } from './change-pages.ts';
import { CopyContents, type SavedContents, type SyncChange } from './copy-contents.ts';
import { CopyReads, type CopyToRead } from './copy-reads.ts';
import type { LiveEvent } from './events.ts';
import { follow } from './live.ts';
import { memory, type Store } from './stores.ts';

/** How often what has changed is saved, and how often is asked without having been told. */
const SAVE_EVERY_MS = 2_000;
const ASK_EVERY_MS = 30_000;
/** The form of what is saved: what was saved in another one is read anew. */
const FORM = 2;

export interface ReplicaOptions<T extends string = string> {
  /** Where it is kept between two runs, so that the next one only reads what has changed; in memory alone if not given. */
  store?: Store;
  /** The only content types whose entries are copied. */
  types?: readonly T[];
  /** Whether it is kept up to date once it is complete; true if not given. Without it, `close` is all that is left to do. */
  follow?: boolean;
  /** Called whenever the copy has changed. */
  onChange?: () => void;
  /** Called where it cannot be kept up to date for now, or be saved, and with what `onChange` throws, which is uncaught without it. */
  onError?: (error: unknown) => void;
}

/** What a copy does besides answering queries. */
interface Following {
  /** The state of the content that it shows. */
  readonly revision: number;
  /** Waits until it shows a revision, or a later one: what a write has answered, or a webhook named. */
  at(revision: number, options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Saves it, and ends following. */
  close(): Promise<void>;
}

/** A copy of what is published, which is kept up to date and asked as the site itself. */
export type Replica<M extends AnyModel> = Client<M> & Following;

/** A copy of drafts. */
export type PreviewReplica<M extends AnyModel> = PreviewClient<M> & Following;

interface Page {
  revision: number;
  complete: boolean;
  reset: boolean;
  next: string;
  changes: SyncChange[];
}

/** A copy as it is saved. */
interface Saved extends SavedContents {
  form: number;
  next: string;
  revision: number;
  /** Names of the only content types. */
  only: string;
}

/** Makes a copy of drafts, with a preview key; it is complete when the promise resolves. @throws LecternError */
export async function replica<M extends AnyModel>(
  client: ClientOptions & { preview: true },
  options?: ReplicaOptions<TypeName<M>>,
): Promise<PreviewReplica<M>>;
/** Makes a copy of what is published; it is complete when the promise resolves. @throws LecternError */
export async function replica<M extends AnyModel>(
  client: ClientOptions & { preview?: false },
  options?: ReplicaOptions<TypeName<M>>,
): Promise<Replica<M>>;
export async function replica(client: ClientOptions, options: ReplicaOptions = {}): Promise<object> {
  const copy = new Copy(client, options);
  await copy.start();
  const following: Following = {
    get revision() {
      return copy.revision;
    },
    at: (revision, options) => copy.at(revision, options),
    close: () => copy.close(),
  };
  const reads = new CopyReads(copy);
  return Object.defineProperties(
    clientOver(() => reads),
    Object.getOwnPropertyDescriptors(following),
  );
}

class Copy implements CopyToRead {
  revision = 0;
  contents = new CopyContents();
  readonly plane: 'delivery' | 'preview';
  readonly types: readonly string[] | undefined;
  readonly #transport: Transport;
  readonly #client: ClientOptions;
  readonly #options: ReplicaOptions;
  readonly #store: Store;
  readonly #end = new AbortController();
  #next: string | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #saving: Promise<unknown> = Promise.resolve();
  #isSaved = true;

  constructor(client: ClientOptions, options: ReplicaOptions) {
    this.plane = client.preview ? 'preview' : 'delivery';
    this.types = options.types;
    this.#client = client;
    this.#options = options;
    this.#store = options.store ?? memory();
    this.#transport = transportOf(client);
  }

  async start(): Promise<void> {
    const text = await this.#store.load();
    const saved = text === undefined ? undefined : parsed<Saved>(text);
    if (saved?.form === FORM && saved.only === this.#only) {
      this.contents = new CopyContents(saved);
      this.#next = saved.next;
      this.revision = saved.revision;
    }
    await this.#catchUp();
    if (this.#options.follow ?? true) void this.#follow();
  }

  async at(revision: number, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    signal?.throwIfAborted();
    if (this.revision < revision) await unlessAborted(this.#catchUp(revision, signal), signal);
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#work.catch(() => {});
    await this.#save();
  }

  get #only(): string {
    return this.types?.join() ?? '';
  }

  /** Stays up to date, by a stream and by asking now and then, and saves what has changed. */
  async #follow(): Promise<void> {
    const { signal } = this.#end;
    const look = () => void this.#catchUp().catch(this.#report);
    const take = ({ name, data }: LiveEvent) => {
      if (name !== 'goaway' && (name !== 'change' || data.revision > this.revision)) look();
    };
    const pages = new ChangePages(this.#client, signal);
    // The copy knows by itself from where it goes on.
    const wait = async () => {
      if (await pages.hasMore(this.#next ?? '', this.#only)) await this.#catchUp();
      return undefined;
    };
    follow(this.#client, { take, wait, signal }).catch(this.#report);
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
    let next = this.#next;
    let isReset = false;
    let changes: SyncChange[] = [];
    for (let page: Page & { tags: readonly string[] }; ; ) {
      page = await this.#page(next, revision, signal);
      // What came before a reset is of what the copy has to forget.
      if (page.reset) [isReset, changes] = [true, []];
      changes.push(...page.changes);
      next = page.next;
      if (!page.complete) continue;
      // Until here nobody has seen any of it.
      this.#next = next;
      this.contents.tags = page.tags;
      this.revision = Math.max(page.revision, revision);
      if (changes.length === 0 && !isReset) return;
      this.contents.apply(changes, isReset);
      this.#isSaved = false;
      called(() => this.#options.onChange?.(), this.#options.onError);
      return;
    }
  }

  async #page(
    next: string | undefined,
    revision: number,
    signal?: AbortSignal,
  ): Promise<Page & { tags: readonly string[] }> {
    const given = { since: next, types: this.#only || undefined, min_revision: revision || undefined };
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(given)) if (value) search.set(name, String(value));
    try {
      const { text, tags } = await this.#transport.read(`sync?${search}`, signal);
      return { ...parsed<Page>(text), tags };
    } catch (error) {
      // The copy is of another space or plane, or a content type has been made anew.
      const isOfAnother = next && error instanceof LecternError && error.status === 422;
      if (!isOfAnother) throw error;
      return { ...(await this.#page(undefined, revision, signal)), reset: true };
    }
  }

  /** Saves what has changed, after what is being saved already: a store is given one state at a time. */
  #save(): Promise<void> {
    const saving = this.#saving.then(() => this.#saveChanges());
    this.#saving = saving.catch(() => {});
    return saving;
  }

  async #saveChanges(): Promise<void> {
    if (this.#isSaved || this.#next === undefined) return;
    const { revision } = this;
    const saved: Saved = {
      form: FORM,
      next: this.#next,
      revision,
      only: this.#only,
      ...this.contents.saved(),
    };
    this.#isSaved = true;
    try {
      await this.#store.save(JSON.stringify(saved));
    } catch (error) {
      this.#isSaved = false;
      throw error;
    }
  }
}

/** What is waited for, unless the signal comes first: the queue goes on without who has left it. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
  });
  await Promise.race([work, aborted]).finally(() => done.abort());
}
