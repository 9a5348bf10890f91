/**
 * What this device keeps of entries until the server has it: one record a value, so that a key writes what it changed and
 * nothing else. Invariant: a record belongs to the tab that wrote it; another tab takes it over once that one is gone,
 * which the locks of the browser tell.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { nameInPlace, placeNamed } from './entry-name.ts';
import type { EntryAddress, Unfinished } from './types.ts';
import type { ValuePath } from './value-path.ts';

const DATABASE = 'lectern-drafts';
const LOCK = 'lectern-drafts-tab:';

/** Whose drafts: they are never shown to another person or account on the same device. */
export interface Owner {
  readonly account: string;
  readonly user: string;
}

/** What is kept of one value. */
export interface KeptValue {
  readonly mine: unknown;
  /** What the server held when it was written. */
  readonly base: unknown;
  /** What was sent without an answer. */
  readonly sent: readonly unknown[];
  /** What was typed and is no value yet. */
  readonly unfinished?: Unfinished;
  readonly contentType: string;
  /** Whether the entry was not on the server yet. */
  readonly isNew: boolean;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

/** A record of a tab that is gone. */
export interface LeftoverValue extends KeptValue {
  readonly key: RecordKey;
  readonly address: EntryAddress;
  readonly path: ValuePath;
}

/** Account, user, space, environment, name of the entry in its place, tab, path of the value. */
type RecordKey = [string, string, string, string, string, string, ValuePath];

interface Schema extends DBSchema {
  values: { key: RecordKey; value: KeptValue };
}

export class Device {
  readonly #owner: Owner;
  readonly #name: string;
  readonly #tab = crypto.randomUUID();
  readonly #isOver = new AbortController();
  /** Nothing is written before the lock is held: else another tab would take this one for gone. */
  readonly #isPresent: Promise<void>;
  #database: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(owner: Owner, database = DATABASE) {
    this.#owner = owner;
    this.#name = database;
    this.#isPresent = new Promise((resolve, reject) => {
      const hold = () =>
        new Promise<void>((release) => {
          this.#isOver.signal.addEventListener('abort', () => release());
          resolve();
        });
      navigator.locks.request(LOCK + this.#tab, hold).catch(reject);
    });
  }

  /**
   * Keeps values of an entry; null removes what is kept. Throws if the device does not take them.
   * @returns for how long the page stood still for it, in milliseconds
   */
  async keep(address: EntryAddress, values: ReadonlyMap<ValuePath, KeptValue | null>): Promise<number> {
    const database = await this.#open();
    const from = performance.now();
    const { store, done, commit } = writing(database);
    const writes = [...values].map(([path, value]) => {
      const key = this.#keyOf(address, this.#tab, path);
      return value === null ? store.delete(key) : store.put(value, key);
    });
    // Without waiting for the answers: what has been handed over is kept though the tab ends now.
    commit();
    const heldUpMs = performance.now() - from;
    await Promise.all([...writes, done]);
    return heldUpMs;
  }

  /** What tabs that are gone left of an entry, the latest first. */
  left(address: EntryAddress): Promise<readonly LeftoverValue[]> {
    return this.#leftUnder([...this.#prefix(), address.space, address.environment, nameInPlace(address)]);
  }

  /** What this tab keeps of one value; where it keeps nothing, the latest that a tab which is gone left, as its own from now on. */
  async takeOver(address: EntryAddress, path: ValuePath): Promise<KeptValue | undefined> {
    const own = await (await this.#open()).get('values', this.#keyOf(address, this.#tab, path));
    if (own !== undefined) return own;
    const latest = (await this.left(address)).find((value) => value.path === path);
    return latest !== undefined && (await this.adopt(latest)) ? latest : undefined;
  }

  /** Makes a record this tab's own. False if another tab was quicker, or it has been removed. */
  async adopt({ key, address: _address, path: _path, ...value }: LeftoverValue): Promise<boolean> {
    const { store, done } = writing(await this.#open());
    const isThere = (await store.getKey(key)) !== undefined;
    if (isThere) {
      const [account, user, space, environment, entry, , path] = key;
      await store.put(value, [account, user, space, environment, entry, this.#tab, path]);
      await store.delete(key);
    }
    await done;
    return isThere;
  }

  /** Removes a record, as a rule of a tab that is gone. */
  async forget({ key }: LeftoverValue): Promise<void> {
    await (await this.#open()).delete('values', key);
  }

  /** What tabs that are gone left of all entries, the latest first. */
  leftBehind(): Promise<readonly LeftoverValue[]> {
    return this.#leftUnder(this.#prefix());
  }

  /** What this tab keeps, and what tabs that are gone left, of all entries, the latest first. */
  kept(): Promise<readonly LeftoverValue[]> {
    return this.#recordsUnder(this.#prefix(), (tab) => tab === this.#tab);
  }

  /** All that is kept of the person, in whichever account and tab, the latest first. */
  async ofPerson(): Promise<readonly LeftoverValue[]> {
    return this.#recordsUnder(
      [],
      () => true,
      ({ 1: user }) => user === this.#owner.user,
    );
  }

  /** Whether another tab is open that a record belongs to. */
  async isElsewhere({ key }: LeftoverValue): Promise<boolean> {
    return key[5] !== this.#tab && (await tabsPresent()).has(key[5]);
  }

  close(): void {
    this.#isOver.abort();
    void this.#database?.then((database) => database.close());
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    await this.#isPresent;
    this.#database ??= openDB<Schema>(this.#name, 1, {
      upgrade: (database) => void database.createObjectStore('values'),
      terminated: () => {
        this.#database = null;
      },
    });
    try {
      return await this.#database;
    } catch (error) {
      this.#database = null;
      throw error;
    }
  }

  /** What tabs that are gone left under keys that begin so, the latest first. */
  #leftUnder(prefix: readonly string[]): Promise<readonly LeftoverValue[]> {
    return this.#recordsUnder(prefix, () => false);
  }

  /** The same, and what other tabs keep, if they are asked for too. */
  async #recordsUnder(
    prefix: readonly string[],
    isWanted: (tab: string) => boolean,
    isTheirs: (key: RecordKey) => boolean = () => true,
  ): Promise<readonly LeftoverValue[]> {
    const database = await this.#open();
    const present = await tabsPresent();
    const store = database.transaction('values').store;
    const range = IDBKeyRange.bound(...boundsOf(prefix));
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    return values
      .map((value, index): LeftoverValue => {
        const key = keys[index] as RecordKey;
        const [, , space, environment, entry, , path] = key;
        return { ...value, key, address: { space, environment, ...placeNamed(entry) }, path };
      })
      .filter(({ key }) => isTheirs(key) && (!present.has(key[5]) || isWanted(key[5])))
      .sort((a, b) => b.at - a.at);
  }

  #keyOf(address: EntryAddress, tab: string, path: ValuePath): RecordKey {
    const { space, environment } = address;
    return [this.#owner.account, this.#owner.user, space, environment, nameInPlace(address), tab, path];
  }

  #prefix(): string[] {
    return [this.#owner.account, this.#owner.user];
  }
}

function writing(database: IDBPDatabase<Schema>) {
  const transaction = database.transaction('values', 'readwrite');
  return { store: transaction.store, done: transaction.done, commit: () => transaction.commit() };
}

/** Every key that begins so: an array is higher than any text. */
function boundsOf(prefix: readonly string[]): [unknown[], unknown[]] {
  return [[...prefix], [...prefix, []]];
}

async function tabsPresent(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK));
  return new Set(names.map((name) => name.slice(LOCK.length)));
}
