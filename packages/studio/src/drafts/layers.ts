/**
 * The three layers of one open entry: what the server acknowledged, what is on its way, and what the person changed since.
 * The highest layer that has a value is shown. Invariant: what comes from the server is written to the lowest layer alone,
 * so that no answer, however late, can change a value that the person has changed.
 */
import type { Entry } from '../api/types.ts';
import { sameJson } from './same-json.ts';
import { isOneOf, mergeValue } from './three-way.ts';
import type { Conflict, Unfinished } from './types.ts';
import { type Changes, type ValuePath, valuesOf } from './value-path.ts';

/** Values that were sent without an answer. More than these are forgotten, and one of them that comes back is a conflict. */
const DOUBTS_MAX = 8;

/** The paths whose value, conflict, or way to the server is another than before. */
export type Touched = ReadonlySet<ValuePath>;

export class Layers {
  #entry: Entry | null;
  #acknowledged: Map<ValuePath, unknown>;
  readonly #inFlight = new Map<ValuePath, unknown>();
  readonly #mine = new Map<ValuePath, unknown>();
  /** What was sent and never answered, by path: if it comes back as the server's value, it is the person's own. */
  readonly #doubts = new Map<ValuePath, readonly unknown[]>();
  readonly #conflicts = new Map<ValuePath, Conflict>();
  /** What is typed and is no value yet, beside the layers: nothing of it is ever sent. */
  readonly #unfinished = new Map<ValuePath, Unfinished>();

  constructor(entry: Entry | null) {
    this.#entry = entry;
    this.#acknowledged = valuesOf(entry?.fields ?? {});
  }

  /** The entry as acknowledged; null while the server has none. */
  get entry(): Entry | null {
    return this.#entry;
  }

  get hasConflicts(): boolean {
    return this.#conflicts.size > 0;
  }

  get unfinishedCount(): number {
    return this.#unfinished.size;
  }

  /** The paths with something that is not acknowledged, or is no value yet. */
  unsavedPaths(): Touched {
    return new Set([...this.dirtyPaths(), ...this.#unfinished.keys()]);
  }

  get isDirtyAtAll(): boolean {
    return this.#inFlight.size + this.#mine.size > 0;
  }

  /** The paths with something that is not acknowledged. */
  dirtyPaths(): Touched {
    return new Set([...this.#inFlight.keys(), ...this.#mine.keys()]);
  }

  isDirty(path: ValuePath): boolean {
    return this.#mine.has(path) || this.#inFlight.has(path);
  }

  /** The value that is shown. */
  value(path: ValuePath): unknown {
    if (this.#mine.has(path)) return this.#mine.get(path);
    return this.#inFlight.has(path) ? this.#inFlight.get(path) : this.#acknowledged.get(path);
  }

  /** Whether this state of the entry was overtaken on its way. */
  isOlder(entry: Entry): boolean {
    return this.#entry !== null && entry.version < this.#entry.version;
  }

  acknowledgedValue(path: ValuePath): unknown {
    return this.#acknowledged.get(path);
  }

  doubts(path: ValuePath): readonly unknown[] {
    return this.#doubts.get(path) ?? [];
  }

  conflict(path: ValuePath): Conflict | undefined {
    return this.#conflicts.get(path);
  }

  unfinished(path: ValuePath): Unfinished | undefined {
    return this.#unfinished.get(path);
  }

  setUnfinished(path: ValuePath, unfinished: Unfinished | undefined): void {
    if (unfinished === undefined) this.#unfinished.delete(path);
    else this.#unfinished.set(path, unfinished);
  }

  /** The person changes a value; undefined removes it. What was typed in its place is over. */
  set(path: ValuePath, value: unknown): void {
    if (this.#isHidden(path)) this.#unfinished.delete(path);
    this.#mine.set(path, value);
    this.#dropAcknowledged(path);
  }

  /** Goes on with a change that an earlier tab kept, and with what that tab sent without an answer. */
  restore(path: ValuePath, { mine, sent }: { readonly mine: unknown; readonly sent: readonly unknown[] }): void {
    this.#mine.set(path, mine);
    if (sent.length > 0) this.#doubts.set(path, sent);
  }

  /** Goes on with what an earlier tab typed beside a value, or over one that may be another by now. */
  finishLater(path: ValuePath, unfinished: Unfinished, seen: readonly unknown[]): void {
    this.#unfinished.set(path, unfinished);
    const theirs = this.value(path);
    if (unfinished.hidesValue && !isOneOf(seen, theirs)) this.#conflicts.set(path, { theirs });
  }

  endConflict(path: ValuePath): void {
    this.#conflicts.delete(path);
  }

  /** What there is to send. */
  unsent(isHeld: (path: ValuePath) => boolean): Changes {
    return new Map([...this.#mine].filter(([path]) => !isHeld(path)));
  }

  /** Puts changes on their way. */
  send(changes: Changes): Touched {
    for (const [path, value] of changes) {
      this.#inFlight.set(path, value);
      this.#mine.delete(path);
      this.#doubts.set(path, [...this.doubts(path), value].slice(-DOUBTS_MAX));
    }
    return new Set(changes.keys());
  }

  /** What was on its way is the person's again. `isRefused`: the server answered, so it certainly has not done it. */
  takeBack(isRefused: boolean): Touched {
    const sent = new Map(this.#inFlight);
    this.#inFlight.clear();
    for (const [path, value] of sent) {
      if (!this.#mine.has(path)) this.#mine.set(path, value);
      if (isRefused) this.#forgetDoubt(path);
      this.#dropAcknowledged(path);
    }
    return new Set(sent.keys());
  }

  /** The server's answer to what was on its way. It holds nothing of others, as the version that was changed was known. */
  acknowledge(entry: Entry): Touched {
    // The state that overtook it has settled what was on its way.
    if (this.isOlder(entry)) return new Set();
    const sent = new Map(this.#inFlight);
    const touched = new Set(sent.keys());
    this.#replaceAcknowledged(entry, touched);
    this.#inFlight.clear();
    for (const path of sent.keys()) this.#dropAcknowledged(path);
    return touched;
  }

  /** Another state of the entry, from whoever it is. Where both sides changed a value, mine is shown and theirs is told. */
  merge(entry: Entry): Touched {
    if (entry.version === this.#entry?.version) return new Set();
    // What is on its way names an older version: it was done before this one, or it is going to be refused.
    this.takeBack(false);
    const touched = new Set(this.dirtyPaths());
    const theirs = valuesOf(entry.fields);
    for (const path of touched) this.#noteConflict(path, theirs.get(path));
    for (const path of this.#unfinished.keys()) this.#noteHidden(path, theirs.get(path));
    this.#replaceAcknowledged(entry, touched);
    for (const path of this.#mine.keys()) this.#dropAcknowledged(path);
    return touched;
  }

  /** The server has no such entry any more: everything that is shown is the person's, to be made again. */
  startOver(): Touched {
    this.takeBack(true);
    for (const [path, value] of this.#acknowledged) if (!this.#mine.has(path)) this.#mine.set(path, value);
    this.#acknowledged.clear();
    this.#doubts.clear();
    this.#conflicts.clear();
    this.#entry = null;
    return this.dirtyPaths();
  }

  /** Gives up the person's changes that are not on their way. */
  discard(): Touched {
    const touched = new Set([...this.#mine.keys(), ...this.#conflicts.keys(), ...this.#unfinished.keys()]);
    for (const path of touched) this.drop(path);
    return touched;
  }

  /** Gives up one of them. */
  drop(path: ValuePath): void {
    if (this.#mine.delete(path)) this.#doubts.delete(path);
    this.#conflicts.delete(path);
    this.#unfinished.delete(path);
  }

  #noteConflict(path: ValuePath, theirs: unknown): void {
    const merged = mergeValue({
      base: this.#acknowledged.get(path),
      mine: this.value(path),
      theirs,
      sent: this.doubts(path),
    });
    if (merged === 'both') this.#conflicts.set(path, { theirs });
    else if (sameJson(theirs, this.value(path))) this.#conflicts.delete(path);
    // A change that was taken back, and is only here because nobody knows whether it had arrived.
    if (merged === 'theirs') this.#mine.delete(path);
  }

  /** A value that nobody sees, as something is typed in its place. */
  #noteHidden(path: ValuePath, theirs: unknown): void {
    if (!this.#isHidden(path) || this.isDirty(path) || sameJson(theirs, this.#acknowledged.get(path))) return;
    this.#conflicts.set(path, { theirs });
  }

  #isHidden(path: ValuePath): boolean {
    return this.unfinished(path)?.hidesValue === true;
  }

  /** Values that are the same stay the same objects, so that nothing that shows them is drawn again. */
  #replaceAcknowledged(entry: Entry, touched: Set<ValuePath>): void {
    const next = valuesOf(entry.fields);
    for (const path of new Set([...this.#acknowledged.keys(), ...next.keys()])) {
      const [before, shown, theirs] = [this.#acknowledged.get(path), this.value(path), next.get(path)];
      if (sameJson(theirs, shown)) next.set(path, shown);
      else if (sameJson(theirs, before)) next.set(path, before);
      if (next.get(path) === before) continue;
      touched.add(path);
      // What somebody wrote later than what the conflict tells of takes its place.
      if (!this.isDirty(path) && !this.#isHidden(path)) this.#conflicts.delete(path);
    }
    for (const [path, value] of next) if (value === undefined) next.delete(path);
    this.#acknowledged = next;
    this.#entry = entry;
    // No request that was sent before can change this version any more.
    this.#doubts.clear();
  }

  #dropAcknowledged(path: ValuePath): void {
    if (this.#inFlight.has(path) || !this.#mine.has(path) || this.#doubts.has(path)) return;
    if (sameJson(this.#mine.get(path), this.#acknowledged.get(path))) this.#mine.delete(path);
  }

  #forgetDoubt(path: ValuePath): void {
    const others = this.doubts(path).slice(0, -1);
    if (others.length === 0) this.#doubts.delete(path);
    else this.#doubts.set(path, others);
  }
}
