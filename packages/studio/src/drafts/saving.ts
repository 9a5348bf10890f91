/**
 * Sends what is not acknowledged: one request at a time, and one more as soon as it is answered if there is something new.
 * Invariant: only `#work` sends, and it runs once at a time; whatever happens elsewhere just makes something due.
 */

import { sameJson } from '../../../contract/src/same-json.ts';
import { SessionEnded } from '../api/problem.ts';
import type { Entry } from '../api/types.ts';
import { backoffMs } from './backoff.ts';
import type { Layers, Touched } from './layers.ts';
import { Pace } from './pace.ts';
import type { Refusals } from './refusals.ts';
import type { EntryRequests } from './requests.ts';
import type { DraftState, EntryAddress, KeptReason, Need } from './types.ts';
import type { Changes } from './value-path.ts';
import { isRefusal, type Verdict, verdictOn } from './verdict.ts';

/** Two people who save in turns meet this often in a row at most before one of them waits a moment. */
const CONFLICTS_AT_ONCE_MAX = 3;

export interface SavingParts {
  readonly address: EntryAddress;
  readonly contentType: string;
  readonly layers: Layers;
  readonly refusals: Refusals;
  readonly requests: EntryRequests;
  /** Whether the person who is logged in is the one whose changes these are. */
  readonly isOurs: () => boolean;
  /** Called with the paths that a step may have changed, after each step. */
  readonly onStep: (touched: Touched) => void;
  /** Called with each acknowledgement of this tab's own saves. */
  readonly onSaved: (entry: Entry) => void;
}

interface Wait {
  readonly reason: KeptReason;
  readonly nextTryAt: number | null;
  /** Whether the server named the time: then nothing else ends it. */
  readonly isAsked: boolean;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

export class Saving {
  readonly #parts: SavingParts;
  readonly #pace = new Pace(() => this.now());
  readonly #resting: (() => void)[] = [];
  #isDue = false;
  #isWorking = false;
  #isClosed = false;
  /** Whether the server has a version that is not merged yet. */
  #isBehind = false;
  #wait: Wait | null = null;
  #need: Need | null = null;
  #failures = 0;

  constructor(parts: SavingParts) {
    this.#parts = parts;
  }

  /** The first of these that holds is what the person has to know. */
  get state(): DraftState {
    const { layers, refusals } = this.#parts;
    if (this.#need !== null) return { status: 'needs-you', need: this.#need };
    const isDirty = layers.isDirtyAtAll;
    if (this.#wait !== null && isDirty) {
      const { reason, nextTryAt } = this.#wait;
      return { status: 'kept', reason, nextTryAt };
    }
    if (refusals.all.length > 0) return { status: 'needs-you', need: { kind: 'refused-values' } };
    if (layers.hasConflicts) return { status: 'needs-you', need: { kind: 'conflict' } };
    if (isDirty) return { status: 'saving' };
    return layers.unfinishedCount > 0 ? { status: 'needs-you', need: { kind: 'unfinished' } } : { status: 'saved' };
  }

  /** A value was changed. */
  changed(): void {
    this.#pace.changed();
    if (this.#resting.length > 0) this.now();
  }

  /** Sends what there is, unless something has to happen first. */
  now(): void {
    const isRefused = this.#need?.kind === 'refused' || this.#need?.kind === 'refused-values';
    if (isRefused && this.#pace.isWaiting) this.#need = null;
    this.#isDue = true;
    this.#pace.stop();
    void this.#work();
  }

  /** What kept it from being sent may be over: tries at once. */
  retry(): void {
    this.#endWait();
    this.#need = null;
    this.#parts.refusals.clear();
    this.now();
  }

  /** The network, or the session, is back. */
  resume(reason: 'network' | 'session'): void {
    if (this.#wait === null || this.#wait.isAsked || (this.#wait.reason === 'session') !== (reason === 'session'))
      return;
    this.#endWait();
    this.now();
  }

  /** Resolves when nothing is left to send, or nothing of it can be sent. */
  flush(): Promise<void> {
    const rest = new Promise<void>((resolve) => this.#resting.push(resolve));
    this.retry();
    return rest;
  }

  /** The entry is not on the server: says so, and sends nothing until that is decided. */
  stopFor(need: Need): void {
    this.#need = need;
  }

  /** A newer state of the entry was merged. */
  merged(entry: Entry): void {
    this.#isBehind = false;
    if (this.#need?.kind !== 'archived' || entry.status === 'archived') return;
    this.#need = null;
    this.now();
  }

  close(): void {
    this.#isClosed = true;
    this.#pace.stop();
    this.#endWait();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while ((this.#isDue || this.#resting.length > 0) && this.#canGoOn()) {
      this.#isDue = false;
      await this.#step();
    }
    this.#isDue = false;
    this.#isWorking = false;
    for (const rest of this.#resting.splice(0)) rest();
  }

  #canGoOn(): boolean {
    if (this.#isClosed || this.#need !== null || this.#wait !== null) return false;
    return this.#isBehind || this.#unsent().size > 0;
  }

  #unsent(): Changes {
    return this.#parts.layers.unsent(this.#parts.refusals.isHeld);
  }

  async #step(): Promise<void> {
    const changes = this.#isBehind ? null : this.#unsent();
    try {
      // A request would carry the token of whoever is logged in now.
      if (!this.#parts.isOurs()) throw new SessionEnded();
      if (changes === null) await this.#catchUp();
      else await this.#send(changes);
    } catch (error) {
      this.#failures += 1;
      const touched = this.#parts.layers.takeBack(isRefusal(error));
      this.#follow(verdictOn(error), changes ?? new Map());
      this.#parts.onStep(touched);
    }
  }

  async #send(changes: Changes): Promise<void> {
    const { address, contentType, layers, refusals, requests, onStep, onSaved } = this.#parts;
    const { entry } = layers;
    onStep(layers.send(changes));
    const answer =
      entry === null
        ? await requests.create(address, contentType, changes)
        : await requests.save(address, entry.version, changes);
    this.#failures = 0;
    refusals.accepted();
    // Another state was merged meanwhile: what it does not hold goes again.
    if (layers.entry !== entry) this.#isDue = true;
    onStep(layers.acknowledge(answer, entry));
    onSaved(answer);
  }

  async #catchUp(): Promise<void> {
    const { address, layers, onStep } = this.#parts;
    const known = layers.entry;
    const entry = await this.#readUnlessNew(address);
    this.#isBehind = false;
    this.#isDue = true;
    // Unless a newer one came by another way meanwhile, it stands, even if a restored backup made it lower.
    if (entry !== null && (layers.entry === known || !layers.isOlder(entry))) onStep(layers.merge(entry));
  }

  async #readUnlessNew(address: EntryAddress): Promise<Entry | null> {
    try {
      return await this.#parts.requests.read(address);
    } catch (error) {
      const verdict = verdictOn(error);
      if (this.#parts.layers.entry === null && verdict.kind === 'need' && verdict.need.kind === 'deleted') return null;
      throw error;
    }
  }

  #follow(verdict: Verdict, sent: Changes): void {
    const { refusals } = this.#parts;
    switch (verdict.kind) {
      case 'behind':
        this.#isBehind = true;
        if (this.#failures > CONFLICTS_AT_ONCE_MAX) this.#waitFor('unreachable', null);
        else this.#isDue = true;
        break;
      case 'values':
        this.#goOnWithout(sent, refusals.hold(verdict.violations, sent));
        break;
      case 'slug':
        this.#goOnWithout(sent, refusals.holdSlug(verdict.slug, verdict.message, sent));
        break;
      case 'wait':
        this.#waitFor(navigator.onLine ? 'unreachable' : 'offline', verdict.askedMs);
        break;
      case 'log-in':
        // Another tab may have logged in again while this answer was on its way.
        if (this.#parts.isOurs()) this.#waitFor('unreachable', null);
        else this.#wait = { reason: 'session', nextTryAt: null, isAsked: false, timer: undefined };
        break;
      case 'need':
        this.#need = verdict.need;
    }
  }

  /** Where nothing of what was sent is to blame, sending the same again would be refused again. */
  #goOnWithout(sent: Changes, isHeld: boolean): void {
    const { layers, refusals } = this.#parts;
    // What was changed while the refusal was on its way has not been refused.
    for (const [path, value] of sent) if (!sameJson(layers.value(path), value)) refusals.release(path);
    this.#failures = 0;
    if (isHeld) this.#isDue = true;
    else this.#need = { kind: 'refused-values' };
  }

  #waitFor(reason: KeptReason, askedMs: number | null): void {
    const ms = Math.max(askedMs ?? 0, backoffMs(this.#failures));
    const timer = setTimeout(() => {
      this.#wait = null;
      this.now();
    }, ms);
    this.#wait = { reason, nextTryAt: Date.now() + ms, isAsked: askedMs !== null, timer };
  }

  #endWait(): void {
    clearTimeout(this.#wait?.timer);
    this.#wait = null;
  }
}
