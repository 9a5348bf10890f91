/** Those who stay: they listen anew whenever a stream ends. What they were told is compared with the journal. */
import assert from 'node:assert/strict';
import type { Actor } from '../../../../testing/src/client.ts';
import { until } from '../../../../testing/src/until.ts';
import { parseResourceId } from '../../../src/model/spaces/resource-id.ts';
import { readSyncCursor, type SyncCursor } from '../../../src/reading/sync/sync-cursor.ts';
import type { Ask } from '../../operations/starting/stored-rows.ts';
import type { Follower } from './follower.ts';
import { Listening, type LiveEvent } from './listening.ts';

export type Plane = 'delivery' | 'preview';

interface JournalChange {
  readonly name: string;
  /** Whether delivery shows it. */
  readonly isPublished: boolean;
}

/** What the journals of the environments of a space have, by environment and lifetime. */
export class Journals {
  /** By environment and lifetime, then by revision. */
  readonly #changes = new Map<string, ReadonlyMap<number, readonly JournalChange[]>>();
  /** The revisions up to which they were read. */
  readonly #heads = new Map<string, number>();

  /** Reads all that there is, before a database is given up or at the end. */
  async read(ask: Ask, spaceId: string): Promise<void> {
    const environments = `SELECT number, epoch, revision AS head FROM environments WHERE space_id = '${spaceId}'`;
    for (const { number, epoch, head } of await ask(environments)) {
      const life = lifeOf({ environment: Number(number), epoch: String(epoch) });
      this.#heads.set(life, Number(head));
      const items = await ask(
        `SELECT revision, kind, key, published FROM journal_items
          WHERE environment = ${number} AND kind IN ('entry', 'asset', 'content_type', 'locale')`,
      );
      const named = items.map(({ revision, kind, key, published }) => ({
        revision: Number(revision),
        name: kind === 'entry' || kind === 'asset' ? `${kind} ${key}` : 'model',
        isPublished: Number(published) === 1,
      }));
      this.#changes.set(
        life,
        Map.groupBy(named, ({ revision }) => revision),
      );
    }
  }

  /** Whether they were read up to a place: a job may write once more before a space is deleted with its journal. */
  reach(place: SyncCursor): boolean {
    return (this.#heads.get(lifeOf(place)) ?? 0) >= place.revision;
  }

  /** What a plane has to tell between two places of one lifetime. */
  between(from: SyncCursor, to: SyncCursor, plane: Plane): string[] {
    const changes = this.#changes.get(lifeOf(from)) ?? assert.fail(`No journal of ${lifeOf(from)} was kept.`);
    const told = new Set<string>();
    for (let revision = from.revision + 1; revision <= to.revision; revision++)
      for (const { name, isPublished } of changes.get(revision) ?? [])
        if (plane === 'preview' || isPublished) told.add(name);
    return [...told].sort();
  }
}

function lifeOf({ environment, epoch }: Pick<SyncCursor, 'environment' | 'epoch'>): string {
  return `${environment} ${epoch}`;
}

/** Who listens to what. */
interface StayingParts {
  /** Path of the delivery plane. */
  readonly read: string;
  readonly plane: Plane;
  readonly spaceId: string;
  /** The actor at a node that is there now. */
  readonly by: () => Promise<Actor>;
}

export class Staying {
  readonly read: string;
  readonly plane: Plane;
  readonly #spaceId: string;
  readonly #by: () => Promise<Actor>;
  readonly #earlier: LiveEvent[] = [];
  #stream: Listening | undefined;
  #isClosed = false;
  reconnects = -1;

  constructor({ read, plane, spaceId, by }: StayingParts) {
    this.read = read;
    this.plane = plane;
    this.#spaceId = spaceId;
    this.#by = by;
  }

  /** How many events came. */
  get events(): number {
    return this.#events().length;
  }

  async start(): Promise<void> {
    await this.#connect();
    void this.#stay();
  }

  /** Ends the stream, as lost connections do. */
  breakOff(): void {
    this.#stream?.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#stream?.close();
  }

  /** Waits until it was told of everything that the journals have up to a page of changes. */
  async untilToldOf(journals: Journals, { since = '', revision }: Pick<Follower, 'since' | 'revision'>): Promise<void> {
    const present = { ...this.#cursor(since), revision };
    const untold = () => {
      const id = this.#stream?.lastId;
      const at = id === undefined ? undefined : this.#cursor(id);
      if (at === undefined || lifeOf(at) !== lifeOf(present)) return [`${this.read} in another life: ${id}`];
      return journals.between(at, present, this.plane).map((name) => `${name} between ${at.revision} and ${revision}`);
    };
    await until(untold, (names) => names.length === 0);
  }

  /**
   * Fails unless each event names exactly what changed between it and the one before.
   * @returns what it was told last of each entry and asset since all may have changed: whether it is shown
   */
  check(journals: Journals, message: string): ReadonlyMap<string, boolean> {
    const shown = new Map<string, boolean>();
    let before: SyncCursor | undefined;
    for (const { name, id, data } of this.#events()) {
      if (id === undefined) continue;
      const at = this.#cursor(id);
      const isElsewhere = before === undefined || lifeOf(before) !== lifeOf(at) || before.code !== at.code;
      if (name === 'reset') {
        shown.clear();
        assert.ok(isElsewhere, `${message}: a reset without a reason at ${at.revision}`);
      } else if (before !== undefined) {
        assert.ok(!isElsewhere, `${message}: no reset before ${name} at ${at.revision}`);
        const expected = journals.between(before, at, this.plane);
        const known = new Set(expected);
        const named = namesIn(data).filter((one) => journals.reach(at) || known.has(one));
        assert.deepEqual(named, expected, `${message}: ${name} from ${before.revision} to ${at.revision}`);
      }
      for (const [resource, , op] of data.entries ?? []) shown.set(resource, op === 'put');
      for (const [resource, op] of data.assets ?? []) shown.set(resource, op === 'put');
      before = at;
    }
    return shown;
  }

  #events(): LiveEvent[] {
    return [...this.#earlier, ...(this.#stream?.events ?? [])];
  }

  #cursor(id: string): SyncCursor {
    return readSyncCursor(id, { kind: this.plane, spaceId: this.#spaceId }) ?? assert.fail(`No cursor: ${id}`);
  }

  async #connect(): Promise<void> {
    const lastId = this.#stream?.lastId;
    this.#earlier.push(...(this.#stream?.events ?? []));
    const opened = await until<Listening | boolean | undefined>(async () => {
      if (this.#isClosed) return true;
      return Listening.open(await this.#by(), this.read, { lastId }).catch(() => undefined);
    });
    if (!(opened instanceof Listening)) return;
    this.#stream = opened;
    this.reconnects += 1;
    if (this.#isClosed) opened.close();
  }

  async #stay(): Promise<void> {
    while (!this.#isClosed) {
      await this.#stream?.closed;
      if (!this.#isClosed) await this.#connect();
    }
  }
}

/** What an event names, as the journal does. */
function namesIn({ entries = [], assets = [], model = false }: LiveEvent['data']): string[] {
  const named = [...entries, ...assets].map(([id]) => {
    const resource = parseResourceId(id);
    return `${resource?.kind} ${resource?.key}`;
  });
  return [...named, ...(model ? ['model'] : [])].sort();
}
