/**
 * The open entries of one person in one tab. They outlive their screens; other tabs of the person hear of each save; and
 * whatever means that the person is leaving saves at once.
 */
import { ApiProblem } from '../api/problem.ts';
import { session } from '../api/session.ts';
import type { Entry } from '../api/types.ts';
import { Device, type LeftoverValue, type Owner } from './device.ts';
import { KeptEdits } from './edits.ts';
import { entryName } from './entry-name.ts';
import { byEntry, latestOf, sortLeft } from './leftover-values.ts';
import { newKey } from './new-key.ts';
import { OpenDraft } from './open-draft.ts';
import { entryRequests, readEntry } from './requests.ts';
import type { Draft, Drafts, EntryAddress, LeftoverEntry, Remaining } from './types.ts';
import { valuesOf } from './value-path.ts';

const CHANNEL = 'lectern-drafts';
/** An entry that was read this recently is not read again to be shown. */
const FRESH_MS = 2_000;
/** Entries on the screen are looked at this often, so that the person hears of what others wrote into them. */
const LOOK_EVERY_MS = 60_000;
/** A screen has this long between opening a draft and showing it. */
const UNUSED_AFTER_MS = 60_000;
/** So many entries that were left behind are told of at once. */
const LEFT_MOST = 24;

interface Held {
  readonly draft: OpenDraft;
  /** When it was opened, or read again, in milliseconds since 1970. */
  openedAt: number;
}

/** What tabs of one browser tell each other. */
type Message =
  | SavedElsewhere
  /** The person is leaving: save, or give up what is not saved. */
  | { readonly kind: 'leaving'; readonly user: string; readonly how: 'save' | 'discard' };

interface SavedElsewhere {
  readonly kind: 'saved';
  readonly account: string;
  readonly address: EntryAddress;
  readonly entry: Entry;
}

/** The drafts of the person who is logged in, in this tab. Close them before opening those of another. */
export function openDrafts(owner: Owner): Drafts {
  return new OpenDrafts(owner);
}

class OpenDrafts implements Drafts {
  readonly #owner: Owner;
  readonly edits: KeptEdits;
  readonly #device: Device;
  readonly #held = new Map<string, Held>();
  readonly #opening = new Map<string, Promise<OpenDraft>>();
  readonly #listeners = new Set<() => void>();
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #isOver = new AbortController();
  #unsaved: readonly OpenDraft[] = [];

  constructor(owner: Owner) {
    this.#owner = owner;
    this.#device = new Device(owner);
    this.edits = new KeptEdits(owner);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data);
    this.#listenToThePage();
  }

  async open(address: EntryAddress): Promise<Draft> {
    this.#letGo();
    const name = entryName(address);
    const held = this.#held.get(name);
    if (held !== undefined) {
      this.#openAnew(held);
      return held.draft;
    }
    const opening = this.#opening.get(name) ?? this.#read(address).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  opened(address: EntryAddress): Draft | undefined {
    return this.#held.get(entryName(address))?.draft;
  }

  create({ contentType, ...place }: Parameters<Drafts['create']>[0]): Draft {
    return this.#hold({ address: { ...place, key: newKey() }, contentType, entry: null });
  }

  unsaved(): readonly Draft[] {
    return this.#unsaved;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async leftBehind(): Promise<readonly LeftoverEntry[]> {
    const entries = byEntry(await this.#device.leftBehind()).slice(0, LEFT_MOST);
    const left = await Promise.all(entries.map((values) => this.#leftOf(values)));
    return left.filter((entry) => entry !== null);
  }

  async flush(): Promise<void> {
    await Promise.all(this.#unsaved.map((draft) => draft.flush()));
  }

  async remaining(): Promise<readonly Remaining[]> {
    this.#tell({ kind: 'leaving', user: this.#owner.user, how: 'save' });
    // What the server has is forgotten on the way.
    await this.leftBehind().catch(() => []);
    const { remainingOn } = await import('./remaining.ts');
    return remainingOn({
      device: this.#device,
      edits: this.edits,
      drafts: this.#unsaved,
      openedOf: (at) => this.opened(at),
    });
  }

  async forgetAll(): Promise<void> {
    this.#tell({ kind: 'leaving', user: this.#owner.user, how: 'discard' });
    for (const draft of this.#unsaved) draft.discard();
    for (const value of await this.#device.ofPerson()) await this.#device.forget(value);
    await this.edits.forgetAll();
  }

  close(): void {
    this.#isOver.abort();
    this.edits.close();
    this.#channel.close();
    const closed = [...this.#held.values()].map(({ draft }) => draft.close());
    this.#held.clear();
    // Not before it has all of it: what is closed takes nothing more.
    void Promise.all(closed).then(() => this.#device.close());
  }

  /** What is shown meanwhile is what it held; where reading fails, its next save says why. */
  #openAnew(held: Held): void {
    const { draft, openedAt } = held;
    // Where it is on the screen already, what others change is news there.
    const isAnew = !draft.isShown;
    if (isAnew) draft.lookedAt();
    held.openedAt = Date.now();
    if (held.openedAt - openedAt <= FRESH_MS) return;
    draft.refresh().then(
      () => isAnew && draft.lookedAt(),
      () => {},
    );
  }

  /** Null where the server has all of it: the tab had gone before the answer came. */
  async #leftOf(values: readonly [LeftoverValue, ...LeftoverValue[]]): Promise<LeftoverEntry | null> {
    const [{ address, contentType, at }] = values;
    // Nothing is told of why: whoever opens it learns that.
    const entry = await readEntry(address).catch(() => null);
    const acknowledged = valuesOf(entry?.fields ?? {});
    const { arrived } = sortLeft(entry === null ? [] : values, (path) => acknowledged.get(path));
    await Promise.allSettled(arrived.map((value) => this.#device.forget(value)));
    const left = values.filter((value) => !arrived.includes(value));
    if (left.length === 0) return null;
    return { address, contentType, at, entry, values: latestOf(left) };
  }

  async #read(address: EntryAddress): Promise<OpenDraft> {
    const [entry, left] = await Promise.all([entryOrRefusal(address), this.#leftHere(address)]);
    if (!(entry instanceof ApiProblem)) {
      const draft = this.#hold({ address, contentType: entry.content_type, entry });
      if (left instanceof Error) draft.isNotKept(left);
      else await draft.continueWith(left);
      return draft;
    }
    if (left instanceof Error) throw entry;
    const [latest] = left;
    if (latest === undefined) throw entry;
    return this.#bringBack(address, { contentType: latest.contentType, left, refusal: entry });
  }

  /** What earlier tabs left of it, or why the device does not tell: that keeps nobody from writing. */
  async #leftHere(address: EntryAddress): Promise<readonly LeftoverValue[] | Error> {
    try {
      return await this.#device.left(address);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** An entry that the server has not yet, or no more. */
  async #bringBack(
    address: EntryAddress,
    { contentType, left, refusal }: { contentType: string; left: readonly LeftoverValue[]; refusal: ApiProblem },
  ): Promise<OpenDraft> {
    const draft = this.#hold({ address, contentType, entry: null });
    if (!left.every(({ isNew }) => isNew)) draft.isGone(refusal.message);
    await draft.continueWith(left.map((value) => ({ ...value, base: undefined })));
    return draft;
  }

  #hold({ address, ...of }: { address: EntryAddress; contentType: string; entry: Entry | null }): OpenDraft {
    const draft = new OpenDraft({
      ...of,
      address,
      device: this.#device,
      requests: entryRequests,
      isOurs: () => this.#isLoggedIn(),
      onChange: () => this.#setUnsaved(),
      onSaved: (entry) => this.#tell({ kind: 'saved', account: this.#owner.account, address, entry }),
    });
    this.#held.set(entryName(address), { draft, openedAt: Date.now() });
    return draft;
  }

  /** Drafts that nobody shows and that hold nothing. */
  #letGo(): void {
    for (const [name, { draft, openedAt }] of this.#held) {
      if (draft.isUnsaved || draft.isShown || Date.now() - openedAt < UNUSED_AFTER_MS) continue;
      void draft.close();
      this.#held.delete(name);
    }
  }

  #hear(message: Message): void {
    if (message.kind === 'saved') {
      const { account, address, entry } = message;
      if (account === this.#owner.account) this.#held.get(entryName(address))?.draft.hear(entry);
    } else if (message.user === this.#owner.user)
      for (const draft of this.#unsaved) message.how === 'save' ? draft.saveNow() : draft.discard();
  }

  #tell(message: Message): void {
    this.#channel.postMessage(message);
  }

  #setUnsaved(): void {
    const unsaved = [...this.#held.values()].map(({ draft }) => draft).filter(({ isUnsaved }) => isUnsaved);
    if (unsaved.length === this.#unsaved.length && unsaved.every((draft, index) => draft === this.#unsaved[index]))
      return;
    this.#unsaved = unsaved;
    for (const listener of this.#listeners) listener();
  }

  #isLoggedIn(): boolean {
    const { state } = session;
    if (state.status !== 'logged-in') return false;
    return state.user.id === this.#owner.user && state.account.id === this.#owner.account;
  }

  #listenToThePage(): void {
    const { signal } = this.#isOver;
    const saveNow = () => {
      for (const draft of this.#unsaved) draft.saveNow();
    };
    // After the handlers of the field that is left, which may change its value.
    document.addEventListener('focusout', () => setTimeout(saveNow), { signal });
    document.addEventListener('visibilitychange', () => (document.hidden ? saveNow() : this.#lookAgain()), { signal });
    const looking = setInterval(() => document.hidden || this.#lookAgain(), LOOK_EVERY_MS);
    signal.addEventListener('abort', () => clearInterval(looking));
    window.addEventListener('pagehide', saveNow, { signal });
    window.addEventListener('beforeunload', (event) => this.#wouldLose() && event.preventDefault(), { signal });
    window.addEventListener('online', () => this.#resume('network'), { signal });
    signal.addEventListener(
      'abort',
      session.subscribe(() => this.#isLoggedIn() && this.#resume('session')),
    );
  }

  /** Reads again what is on the screen. Where that fails, the next save says why. */
  #lookAgain(): void {
    for (const held of this.#held.values()) {
      if (!held.draft.isShown || held.draft.entry === null || Date.now() - held.openedAt < FRESH_MS) continue;
      held.openedAt = Date.now();
      held.draft.refresh().catch(() => {});
    }
  }

  /** Whether something is in the memory of this tab alone. */
  #wouldLose(): boolean {
    return this.#unsaved.some(({ deviceFailure }) => deviceFailure !== null);
  }

  #resume(reason: 'network' | 'session'): void {
    for (const draft of this.#unsaved) draft.resume(reason);
  }
}

/** Throws what is no plain "there is none". */
async function entryOrRefusal(address: EntryAddress): Promise<Entry | ApiProblem> {
  try {
    return await readEntry(address);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return error;
    throw error;
  }
}
