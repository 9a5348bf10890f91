/**
 * Those who listen to one environment on one plane under one name. They share what they are told: it is read from the journal once,
 * and written from one buffer, in slices between which other work runs. Invariant: whoever listens was told everything up to the
 * place of the group, once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Database } from '../../platform/database/database.ts';
import { shownRevision } from '../delivery/entity-tag.ts';
import type { ReadingPlace } from '../delivery/one-state.ts';
import type { ReadPlane } from '../delivery/view.ts';
import type { HeadWatch } from './head-watch.ts';
import { eventText, type Listener } from './listener.ts';
import { addChanges, LiveChanges } from './live-changes.ts';
import { behind, isBehind, type JournalPlace, writeSyncCursor } from './sync-cursor.ts';

/** An environment has at most one event in this time. */
const EVENTS_APART_MS = 100;
/** How many are written to before other work runs: a response only collects what it sends, and sends it all once the loop goes on. */
const WRITTEN_AT_ONCE = 50;

export interface LiveGroupParts {
  readonly database: Pick<Database, 'reader'>;
  readonly heads: Pick<Heads, 'of' | 'confirmed'>;
  readonly models: Pick<Models, 'current'>;
  readonly watch: Pick<HeadWatch, 'watch'>;
}

export class LiveGroup {
  readonly plane: ReadPlane;
  readonly code: string;
  readonly listeners = new Set<Listener>();
  /** How many are about to listen. */
  joining = 0;
  environment: Environment;
  readonly #parts: LiveGroupParts;
  readonly #unwatch: () => void;
  readonly #onRenamed: () => void;
  #model: Model;
  #place: JournalPlace;
  /** The revision of the last change that listeners were told of, or knew when they came. */
  #revision: number;
  #flight: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #isDirty = false;

  /** @param onRenamed called when the environment may have another name, or be another one, or be gone */
  constructor(
    parts: LiveGroupParts,
    plane: ReadPlane,
    { environment, model, head }: ReadingPlace,
    onRenamed: () => void,
  ) {
    this.#parts = parts;
    this.plane = plane;
    this.code = model.code;
    this.environment = environment;
    this.#model = model;
    this.#place = behind(head.revision);
    this.#revision = shownRevision(plane, head);
    this.#onRenamed = onRenamed;
    this.#unwatch = parts.watch.watch(environment.number, () => void this.look());
  }

  get place(): JournalPlace {
    return this.#place;
  }

  /** Whether a place is that of the group. */
  isAt({ environment, model }: ReadingPlace): boolean {
    const { number, epoch } = this.environment;
    return environment.number === number && environment.epoch === epoch && model.code === this.code;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#unwatch();
  }

  /** The event that tells a listener of what it missed. */
  changeText(changes: LiveChanges): string {
    if (changes.isTooMany) return this.stateText('reset');
    return eventText('change', changes.data(this.#model), this.#cursor());
  }

  /** The event that says where the group stands. */
  stateText(name: 'ready' | 'reset'): string {
    return eventText(name, { revision: this.#revision }, this.#cursor());
  }

  /** What changed behind a place up to that of the group, which may move on meanwhile: nothing is missed between the two. */
  async changesSince(from: JournalPlace): Promise<LiveChanges> {
    const changes = new LiveChanges();
    const { number: environment } = this.environment;
    for (let place = from; isBehind(this.#place, place); ) {
      const until = this.#place;
      const stretch = { environment, plane: this.plane, from: place, until: until.revision };
      await addChanges(this.#parts.database.reader, changes, stretch);
      place = until;
    }
    return changes;
  }

  /** Brings the group up to the present. */
  catchUp(): Promise<void> {
    this.#isDirty = false;
    this.#flight ??= this.#tell().finally(() => {
      this.#flight = undefined;
      if (this.#isDirty) this.#wake();
    });
    return this.#flight;
  }

  #cursor(): string {
    const { number, epoch, spaceId } = this.environment;
    const at = { environment: number, code: this.code, epoch, ...this.#place };
    return writeSyncCursor(
      { ...at, model: this.#model.revision, types: null, walk: null },
      { kind: this.plane, spaceId },
    );
  }

  /** Looks what moved. While the database is away, that is seen later. */
  async look(): Promise<void> {
    const { number, epoch, namesRevision } = this.environment;
    const head = await this.#parts.heads.of(number).catch(() => null);
    if (head === null) return;
    const isSame = head?.status === 'ready' && head.epoch === epoch && head.names_revision === namesRevision;
    if (!isSame) this.#onRenamed();
    else if (shownRevision(this.plane, head) > this.#revision) this.#wake();
  }

  /** Tells listeners soon: at once, unless they were told of something just now. */
  #wake(): void {
    this.#isDirty = true;
    if (this.#timer !== undefined || this.#flight !== undefined) return;
    const inMs = Math.max(0, this.#toldAt + EVENTS_APART_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.catchUp().catch(() => this.#wakeLater());
    }, inMs);
  }

  /** The database did not respond. */
  #wakeLater(): void {
    this.#toldAt = performance.now();
    this.#wake();
  }

  /** Reads what changed and tells all who listen. */
  async #tell(): Promise<void> {
    const { database, heads, models } = this.#parts;
    const { number } = this.environment;
    const head = await heads.confirmed(number);
    if (head === undefined || head.epoch !== this.environment.epoch) return;
    const model = await models.current(this.environment);
    const changes = new LiveChanges();
    const last = await addChanges(database.reader, changes, {
      environment: number,
      plane: this.plane,
      from: this.#place,
    });
    const present = behind(head.revision);
    this.#place = isBehind(last, present) && !changes.isTooMany ? behind(last.revision) : present;
    this.#model = model;
    this.#revision = Math.max(this.#revision, changes.revision, shownRevision(this.plane, head));
    if (changes.isEmpty) return;
    this.#toldAt = performance.now();
    await this.#write(Buffer.from(this.changeText(changes)), [...this.listeners]);
  }

  /** Writes to those who listened when something was read; whoever comes meanwhile knows of it. */
  async #write(bytes: Buffer, listeners: readonly Listener[]): Promise<void> {
    for (let at = 0; at < listeners.length; at += WRITTEN_AT_ONCE) {
      for (const listener of listeners.slice(at, at + WRITTEN_AT_ONCE)) listener.write(bytes);
      await nextTurn();
    }
  }
}
