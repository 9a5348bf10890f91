/**
 * Streams of changes. One timer looks after all of them: whether their keys may still read, whether their time is over, and whether
 * they need a sign of life. Invariant: nobody listens to what their key does not open at most `LOOK_EVERY_MS` later.
 */
import type { ServerResponse } from 'node:http';
import type { Authentication } from '../../identity/auth/authentication.ts';
import { seesEnvironment } from '../../model/spaces/space.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { ReadingPlace } from '../delivery/one-state.ts';
import type { Address } from '../delivery/places.ts';
import type { Delivery } from '../delivery/read.ts';
import type { ReadingKey } from '../delivery/reading-key.ts';
import type { ReadPlane } from '../delivery/view.ts';
import { type EndReason, Listener } from './listener.ts';
import type { LiveChanges } from './live-changes.ts';
import { LiveGroup, type LiveGroupParts } from './live-group.ts';
import type { LongConnections } from './long-connections.ts';
import { isLost } from './sync.ts';
import { isBehind, readSyncCursor, type SyncCursor } from './sync-cursor.ts';
import { readLiveQuery, requirePresent } from './sync-query.ts';

/** How often keys, ends and signs of life are looked after. */
const LOOK_EVERY_MS = 400;
const RETRY_AFTER_S = 1;

export interface LiveParts extends LiveGroupParts {
  readonly delivery: Pick<Delivery, 'place'>;
  readonly authentication: Pick<Authentication, 'reading' | 'confirmReading'>;
  readonly connections: LongConnections;
}

/** A request to listen. */
export interface LiveRequest {
  readonly key: ReadingKey;
  readonly token: string;
  readonly address: Address;
  /** The id of the last event that the client has had: it sends that when it comes again. */
  readonly lastEventId: string | undefined;
}

export class Live {
  readonly #parts: LiveParts;
  readonly #groups = new Map<string, LiveGroup>();
  readonly #byToken = new Map<string, Set<Listener>>();
  readonly #groupOf = new Map<Listener, LiveGroup>();
  readonly #renaming = new Set<LiveGroup>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  /**
   * Opens a stream, and tells of all that the client has missed.
   * @param begin sends the head of the response
   * @throws `not_found`, `environment_not_ready`, `validation_failed`, `unavailable`
   */
  async listen(request: LiveRequest, response: ServerResponse, begin: (place: ReadingPlace) => void): Promise<void> {
    const { key, address } = request;
    const { delivery, connections, heads } = this.#parts;
    this.#requireOpen();
    requirePresent(key, address.search);
    let place = await delivery.place(key, address);
    const since = cursorOf(request, place);
    if (response.destroyed) return;
    const leave = connections.take(key);
    response.once('close', leave);
    if (since !== undefined && isLost(since, place)) {
      // Another node may have seen more already.
      await heads.confirmed(place.environment.number);
      place = await delivery.place(key, address);
    }
    const group = this.#group(key.kind, place);
    group.joining += 1;
    try {
      const missed = since === undefined || isLost(since, place) ? undefined : await missedBy(since, group);
      this.#requireOpen();
      if (response.destroyed) return;
      // From here to where the listener is added, nothing is waited for: what the group is told next, it is told too.
      const isReset = since !== undefined && missed === undefined;
      const first = isReset ? group.stateText('reset') : missed?.isEmpty === false ? group.changeText(missed) : '';
      begin(place);
      response.write(first + group.stateText('ready'));
      this.#add(new Listener({ response, ...request }), group, response);
    } finally {
      group.joining -= 1;
      this.#leaveIfEmpty(group);
    }
  }

  /** Ends all streams, as the process is about to end. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#groupOf.keys()) listener.end('shutdown');
  }

  #requireOpen(): void {
    if (!this.#isClosed) return;
    const message = 'This process is about to end; try again.';
    throw new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_S });
  }

  #group(plane: ReadPlane, place: ReadingPlace): LiveGroup {
    const name = nameOf(plane, place.environment.number, place.model.code);
    const known = this.#groups.get(name);
    if (known?.isAt(place) === true) return known;
    const group = new LiveGroup(this.#parts, plane, place, () => void this.#renamed(group));
    this.#groups.set(name, group);
    return group;
  }

  #leaveIfEmpty(group: LiveGroup): void {
    if (group.listeners.size > 0 || group.joining > 0) return;
    group.close();
    const name = nameOf(group.plane, group.environment.number, group.code);
    if (this.#groups.get(name) === group) this.#groups.delete(name);
  }

  #add(listener: Listener, group: LiveGroup, response: ServerResponse): void {
    const { token } = listener;
    const ofToken = this.#byToken.get(token) ?? new Set();
    this.#byToken.set(token, ofToken.add(listener));
    this.#put(listener, group);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS);
    response.once('close', () => {
      ofToken.delete(listener);
      if (ofToken.size === 0) this.#byToken.delete(token);
      const last = this.#groupOf.get(listener);
      this.#groupOf.delete(listener);
      last?.listeners.delete(listener);
      if (last !== undefined) this.#leaveIfEmpty(last);
      if (this.#groupOf.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  #put(listener: Listener, group: LiveGroup): void {
    group.listeners.add(listener);
    this.#groupOf.set(listener, group);
  }

  /** The environment of a group may be another one for each who listens: where their names lead is looked up anew. */
  async #renamed(group: LiveGroup): Promise<void> {
    if (this.#renaming.has(group)) return;
    this.#renaming.add(group);
    const pace = new Pace();
    for (const listener of [...group.listeners]) {
      const place = await this.#parts.delivery.place(listener.key, listener.address).catch(() => undefined);
      if (this.#groupOf.get(listener) !== group) continue;
      if (place === undefined) listener.end('environment');
      else if (group.isAt(place)) group.environment = place.environment;
      else this.#move(listener, group, place);
      await pace.restIfDue();
    }
    this.#renaming.delete(group);
    // Names may have changed again meanwhile.
    if (group.listeners.size > 0) await group.look();
  }

  #move(listener: Listener, from: LiveGroup, place: ReadingPlace): void {
    const to = this.#group(from.plane, place);
    from.listeners.delete(listener);
    this.#put(listener, to);
    listener.write(Buffer.from(to.stateText('reset')));
    this.#leaveIfEmpty(from);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const pace = new Pace();
    try {
      const now = performance.now();
      for (const listener of [...this.#groupOf.keys()]) {
        listener.attend(now);
        await pace.restIfDue();
      }
      await this.#checkKeys(pace);
    } finally {
      this.#isLooking = false;
    }
  }

  /** Ends the streams of keys that may not read any more. While the database is away, nobody knows. */
  async #checkKeys(pace: Pace): Promise<void> {
    const { authentication } = this.#parts;
    const tokens = [...this.#byToken.keys()];
    const isConfirmed = await authentication.confirmReading(tokens).then(
      () => true,
      () => false,
    );
    if (!isConfirmed) return;
    for (const token of tokens) {
      const key = await authentication.reading(token, 'either').catch(refusalIn);
      for (const listener of [...(this.#byToken.get(token) ?? [])]) {
        const reason = key && this.#endOf(listener, key);
        if (reason !== undefined) listener.end(reason);
      }
      await pace.restIfDue();
    }
  }

  /** Why a listener may not go on with its key; undefined if it may. */
  #endOf(listener: Listener, key: ReadingKey | Error): EndReason | undefined {
    if (key instanceof Error) return 'key';
    listener.key = key;
    const group = this.#groupOf.get(listener);
    return group === undefined || seesEnvironment(key.environments, group.environment) ? undefined : 'environment';
  }
}

function nameOf(plane: ReadPlane, environment: number, code: string): string {
  return `${plane} ${environment} ${code}`;
}

/** Where the client stands: a browser that comes again says so in a header, and still has the first address. */
function cursorOf({ key, address, lastEventId }: LiveRequest, { model }: ReadingPlace): SyncCursor | undefined {
  const given = readLiveQuery(address.search, model, key);
  if (lastEventId === undefined || lastEventId === '') return given;
  const cursor = readSyncCursor(lastEventId, key);
  if (cursor !== undefined) return cursor;
  const message = 'Give Last-Event-ID as it was sent, with a key of the same space and plane, or leave it out.';
  throw invalid('header.last-event-id', 'cursor', message);
}

/** What changed since a cursor; undefined if it is of what came undone. */
async function missedBy(since: SyncCursor, group: LiveGroup): Promise<LiveChanges | undefined> {
  if (isBehind(since, group.place)) await group.catchUp();
  if (isBehind(since, group.place)) return undefined;
  return group.changesSince(since);
}

/** The error, unless it says that nobody could tell. A fault ends the stream too: opening the next one reports it. */
function refusalIn(error: unknown): Error | undefined {
  return error instanceof DomainError && error.code === 'unavailable' ? undefined : (error as Error);
}
