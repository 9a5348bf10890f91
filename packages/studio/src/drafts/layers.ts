/**
 * The three layers of one open entry: what the server acknowledged, what is on its way, and what the person changed since.
 * The highest layer that has a value is shown. Invariant: what comes from the server is written to the lowest layer alone,
 * so that no answer, however late, can change a value that the person has changed.
 */

import type { BlocksConflict } from '../../../contract/src/blocks-merge.ts';
import { blocksOf } from '../../../contract/src/rich-text-merge.ts';
import { sameJson } from '../../../contract/src/same-json.ts';
import type { Entry } from '../api/types.ts';
import type { InnerNews, Removal } from './inner-news.ts';
import { NO_SHAPES, type Shape, type Shapes } from './shape.ts';
import {
  beforeOthers,
  blocksMissing,
  isOneOf,
  isText,
  mergeBlocks,
  mergeValue,
  ownBlocks,
  type Sides,
  undecidedBlocks,
  withOwn,
} from './three-way.ts';
import type { Conflict, News, Unfinished } from './types.ts';
import { type Changes, fieldAndLocale, outerField, pathOf, type ValuePath, valuesOf } from './value-path.ts';

/** Values that were sent without an answer. More than these are forgotten, and one of them that comes back is a conflict. */
const DOUBTS_MAX = 8;
const NO_NEWS: readonly News[] = [];
const NOTHING_INSIDE: readonly never[] = [];

/** A value that others changed and the person has not been shown. */
interface Replaced {
  readonly before: unknown;
  /** What stood there after that. */
  readonly now: unknown;
  readonly isMine: boolean;
  /** What a value with components in it would have been before, without what this tab had saved. */
  readonly without: unknown;
}

/** A change as the device kept it. */
interface Restored {
  readonly mine: unknown;
  /** What it was written over. */
  readonly base: unknown;
  /** What was sent without an answer. */
  readonly sent: readonly unknown[];
}

/** A place inside of a value that both sides changed. */
interface ConflictInside {
  /** The path of the value. */
  readonly outer: ValuePath;
  readonly conflict: Conflict;
  readonly shape: Shape;
  readonly clash: BlocksConflict;
}

/** The paths whose value, conflict, or way to the server is another than before. */
export type Touched = ReadonlySet<ValuePath>;

export class Layers {
  #entry: Entry | null;
  #acknowledged: Map<ValuePath, unknown>;
  readonly #inFlight = new Map<ValuePath, unknown>();
  readonly #mine = new Map<ValuePath, unknown>();
  /** What was sent and never answered, by path: if it comes back as the server's value, it is the person's own. */
  readonly #doubts = new Map<ValuePath, readonly unknown[]>();
  /** Values that both sides changed: mine is held back until the person has decided. */
  readonly #conflicts = new Map<ValuePath, Conflict>();
  /** What this tab saved, by path, as long as it is what the server has. */
  readonly #saved = new Map<ValuePath, unknown>();
  /** The blocks that this tab saved in a rich text, by path. */
  readonly #savedBlocks = new Map<ValuePath, readonly unknown[]>();
  /** What values with components in them would be without what this tab saved, by path. */
  readonly #withoutOwn = new Map<ValuePath, unknown>();
  readonly #replaced = new Map<ValuePath, Replaced>();
  #news: readonly News[] = NO_NEWS;
  /** What values with components in them are made of, as soon as the model is known. */
  #shapes: Shapes = NO_SHAPES;
  /** What is typed and is no value yet, beside the layers: nothing of it is ever sent. */
  readonly #unfinished = new Map<ValuePath, Unfinished>();

  constructor(entry: Entry | null) {
    this.#entry = entry;
    this.#acknowledged = valuesOf(entry?.fields ?? {});
  }

  /** Tells what values are made of: conflicts of whole values become those of places inside. */
  know(shapes: Shapes): Touched {
    this.#shapes = shapes;
    const touched = new Set<ValuePath>();
    for (const [path, { base, theirs }] of this.#conflicts) {
      if (this.shapeOf(path) === null) continue;
      this.#noteBoth(path, { base, theirs, sent: this.doubts(path) });
      touched.add(path);
    }
    this.#tellNews();
    return touched;
  }

  /** What is to be decided inside of a value, by the path of the place as the server writes it; null if nothing is. */
  conflictInside(path: string): ConflictInside | null {
    for (const [outer, conflict] of this.#conflicts) {
      const shape = this.shapeOf(outer);
      const names = shape === null ? [] : shape.namesInside(outer, path);
      if (shape === null || names.length === 0) continue;
      const clashes = shape.undecided(conflict, this.value(outer));
      const clash = clashes.find((one) => names.includes(one.path));
      if (clash !== undefined) return { outer, conflict, shape, clash };
    }
    return null;
  }

  /** What this side removed from a list inside of a value and others changed. @param list its path, as the server writes it */
  removals(list: string): readonly Removal[] {
    return [...this.#conflicts].flatMap(
      ([outer, conflict]) => this.shapeOf(outer)?.removals(outer, conflict, this.value(outer), list) ?? NOTHING_INSIDE,
    );
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

  /** Whether it is the state that was acknowledged last. The draft below a release has its status and dates without another version. */
  #isKnown(entry: Entry): boolean {
    if (entry.version !== this.#entry?.version) return false;
    return entry.change === undefined || sameJson(entry, this.#entry);
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

  /** The paths of values that both sides changed. */
  conflictPaths(): Touched {
    return new Set(this.#conflicts.keys());
  }

  /** What others changed since the person was shown it last. The same array until that changes. */
  get news(): readonly News[] {
    return this.#news;
  }

  newsOf(path: ValuePath): News | undefined {
    const { field, locale } = fieldAndLocale(path);
    return this.#news.find((one) => one.field === field && one.locale === locale);
  }

  /** The news of a place inside of a value. @param path as the server writes it */
  newsInside(path: string): InnerNews | undefined {
    // The server names a locale behind each value, also where the field has no map by locale.
    const names = [path, path.slice(0, path.lastIndexOf('.'))];
    return this.#news.flatMap(({ inside }) => inside).find((one) => names.includes(one.path));
  }

  /** The person has been shown what others changed at a place inside of a value. */
  seenInside(path: string): Touched {
    const outer = this.#news.find(({ inside }) => inside.some((one) => one.path === path));
    if (outer === undefined) return new Set();
    const at = pathOf(outer.field, outer.locale);
    const [shape, replaced] = [this.shapeOf(at), this.#replaced.get(at)];
    if (shape === null || replaced === undefined) return new Set();
    const seen = (before: unknown) => shape.seenAt(at, { before, now: replaced.now }, path);
    const before = seen(replaced.before);
    if (sameJson(before, replaced.now)) this.#replaced.delete(at);
    else this.#replaced.set(at, { ...replaced, before, without: seen(replaced.without) });
    this.#tellNews();
    return new Set([at]);
  }

  /** The person has been shown what others changed: all of it, or one value. */
  seen(path?: ValuePath): Touched {
    const paths = path === undefined ? new Set(this.#replaced.keys()) : new Set([path]);
    for (const one of paths) this.#replaced.delete(one);
    this.#tellNews();
    return paths;
  }

  /** A value with what this tab had saved there and others replaced. */
  withMine(path: ValuePath): unknown {
    const replaced = this.#replaced.get(path);
    return replaced === undefined ? this.value(path) : withOwn(replaced, this.#blocksSaved(path));
  }

  /** The person opens the entry anew, and sees its values: what others wrote before that is news only where it replaced theirs. */
  lookedAt(): Touched {
    const others = this.#news.filter(({ isMine }) => !isMine);
    const touched = new Set(others.map(({ field, locale }) => pathOf(field, locale)));
    for (const { inside, ...one } of others)
      if (!inside.some(({ isMine }) => isMine)) this.#replaced.delete(pathOf(one.field, one.locale));
      else for (const { path, kind, isMine } of inside) if (!isMine && kind !== 'moved') this.seenInside(path);
    this.#tellNews();
    return touched;
  }

  /** What a change of the person was written over, as the device keeps it: while it is undecided, the value before theirs. */
  writtenOver(path: ValuePath): unknown {
    const conflict = this.#conflicts.get(path);
    return conflict === undefined ? this.#acknowledged.get(path) : conflict.base;
  }

  unfinished(path: ValuePath): Unfinished | undefined {
    return this.#unfinished.get(path);
  }

  setUnfinished(path: ValuePath, unfinished: Unfinished | undefined): void {
    if (unfinished === undefined) this.#unfinished.delete(path);
    else this.#unfinished.set(path, unfinished);
    // The value that it hid is in sight again.
    if (!this.#isHidden(path) && !this.isDirty(path)) this.#conflicts.delete(path);
  }

  /** The person changes a value; undefined removes it. What was typed in its place is over. */
  set(path: ValuePath, value: unknown): void {
    if (this.#isHidden(path)) this.#unfinished.delete(path);
    this.#mine.set(path, value);
    this.#forgetInside(path, value);
    this.#dropAcknowledged(path);
    // Both sides have come to the same, or a change was taken back: what is there is what the person left there.
    if (!sameJson(value, this.#acknowledged.get(path))) {
      this.#endIfDecided(path, value);
      return;
    }
    this.#conflicts.delete(path);
    this.#noteSaved(path, value, value);
  }

  /**
   * Goes on with a change that an earlier tab kept, and with what that tab sent without an answer. Where the server has
   * neither these nor what it was written over, the person is asked.
   */
  restore(path: ValuePath, { mine, base, sent }: Restored): void {
    this.#mine.set(path, mine);
    if (sent.length > 0) this.#doubts.set(path, sent);
    const theirs = this.#acknowledged.get(path);
    this.#noteArrived(path, theirs, base);
    const news = this.#replaced.get(path);
    if (!isOneOf([mine, base, ...sent], theirs))
      this.#noteBoth(path, { base, theirs, sent: this.shapeOf(path) === null ? ownBlocks(sent, base) : sent });
    // What is merged with it has been shown, but for what was news before.
    if (news === undefined) this.#replaced.delete(path);
    else this.#replaced.set(path, news);
    this.#noteWritten(path, this.value(path));
    this.#dropAcknowledged(path);
  }

  /** What an earlier tab sent had arrived: it is the person's own. @param base what it was written over */
  arrived(path: ValuePath, base: unknown): void {
    this.#noteSaved(path, this.#acknowledged.get(path), base);
  }

  /** Goes on with what an earlier tab typed beside a value, or over one that may be another by now. */
  finishLater(path: ValuePath, unfinished: Unfinished, seen: readonly [unknown, ...unknown[]]): void {
    this.#unfinished.set(path, unfinished);
    const theirs = this.value(path);
    if (unfinished.hidesValue && !isOneOf(seen, theirs)) this.#conflicts.set(path, { theirs, base: seen[0] });
  }

  /** Ends a conflict, or goes on with what is left of it. */
  decide(path: ValuePath, rest?: Conflict): void {
    if (rest === undefined) this.#conflicts.delete(path);
    else this.#conflicts.set(path, rest);
  }

  /** What there is to send: nothing of what the person still has to decide. */
  unsent(isHeld: (path: ValuePath) => boolean): Changes {
    return new Map([...this.#mine].filter(([path]) => !isHeld(path) && !this.#conflicts.has(path)));
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

  /**
   * The server's answer to what was on its way. It holds nothing of others, as the version that was changed was known.
   * @param over the state that was acknowledged when it was sent. The version after it is lower where a release lets go of the entry.
   */
  acknowledge(entry: Entry, over: Entry | null): Touched {
    // The state that overtook it has settled what was on its way.
    if (this.#entry !== over && this.isOlder(entry)) return new Set();
    const sent = new Map(this.#inFlight);
    const touched = new Set(sent.keys());
    const before = this.#acknowledged;
    this.#replaceAcknowledged(entry, touched);
    this.#inFlight.clear();
    for (const path of sent.keys()) {
      this.#noteSaved(path, this.#acknowledged.get(path), before.get(path));
      this.#noteWritten(path, this.#acknowledged.get(path));
      this.#dropAcknowledged(path);
    }
    this.#tellNews();
    return touched;
  }

  /**
   * Another state of the entry. Where both sides changed a value, mine is shown and held back, and theirs is told.
   * @param isAsked whether the person asked for it, as by restoring a version: then its values are no news to them
   */
  merge(entry: Entry, isAsked = false): Touched {
    if (this.#isKnown(entry)) return new Set();
    // What is on its way names an older version: it was done before this one, or it is going to be refused.
    this.takeBack(false);
    const touched = new Set(this.dirtyPaths());
    const theirs = valuesOf(entry.fields);
    const merged = new Set([...touched].filter((path) => this.#noteConflict(path, theirs.get(path))));
    for (const path of this.#unfinished.keys()) this.#noteHidden(path, theirs.get(path));
    const mine = new Map(this.#mine);
    const before = this.#acknowledged;
    this.#replaceAcknowledged(entry, touched);
    for (const path of mine.keys()) this.#dropAcknowledged(path);
    // It arrived without an answer, or both sides have come to the same.
    for (const [path, value] of mine) if (!this.#mine.has(path)) this.#noteSaved(path, value, before.get(path));
    for (const path of new Set([...before.keys(), ...this.#acknowledged.keys()])) {
      if (!merged.has(path)) this.#noteNews(path, before.get(path), { isAsked, isWritten: mine.has(path) });
      if (!mine.has(path) || this.#mine.has(path)) this.#noteOthers(path, before.get(path));
    }
    this.#tellNews();
    return touched;
  }

  /** The server has no such entry any more: everything that is shown is the person's, to be made again. */
  startOver(): Touched {
    this.takeBack(true);
    for (const [path, value] of this.#acknowledged) if (!this.#mine.has(path)) this.#mine.set(path, value);
    this.#acknowledged.clear();
    this.#doubts.clear();
    this.#conflicts.clear();
    this.#saved.clear();
    this.#savedBlocks.clear();
    this.#withoutOwn.clear();
    this.seen();
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

  /** @returns whether what is shown holds some of theirs by now, which is told already */
  #noteConflict(path: ValuePath, theirs: unknown): boolean {
    const mine = this.value(path);
    const known = this.#conflicts.get(path);
    this.#noteArrived(path, theirs, this.#acknowledged.get(path));
    // An undecided change was written over what was there before theirs.
    const base = known === undefined ? this.#acknowledged.get(path) : known.base;
    const merged = mergeValue({ base, mine, theirs, sent: this.doubts(path) });
    if (merged === 'both' || (merged === 'theirs' && known !== undefined))
      return this.#noteBoth(path, { base, theirs, sent: this.#sentOf(path) });
    this.#conflicts.delete(path);
    // A change that was taken back, and is only here because nobody knows whether it had arrived.
    if (merged === 'theirs') this.#mine.delete(path);
    return false;
  }

  /** Both sides changed it: a rich text is merged, and the person asked about what cannot be. @returns as `#noteConflict` */
  #noteBoth(path: ValuePath, { base, theirs, sent }: Omit<Sides, 'mine'>): boolean {
    const mine = this.value(path);
    const shape = this.shapeOf(path);
    const merged = mergeBlocks({ base, mine, theirs, sent }, shape);
    if (merged === null || merged.clashes.length > 0)
      this.#conflicts.set(path, { theirs, base: merged === null ? base : merged.base });
    else this.#conflicts.delete(path);
    if (merged === null || sameJson(merged.value, mine)) return false;
    this.#noteWritten(path, mine);
    const earlier = this.#replaced.get(path);
    const isMine = earlier?.isMine === true || this.#isGone(path, this.#acknowledged.get(path), theirs);
    const { before, without } = earlier ?? { before: mine, without: this.#withoutOwnAt(path, mine) };
    this.#replaced.set(path, { before, now: merged.value, isMine, without });
    this.#mine.set(path, merged.value);
    return true;
  }

  /** A rich text is undecided as long as it differs from theirs where both changed it. */
  #endIfDecided(path: ValuePath, value: unknown): void {
    const conflict = this.#conflicts.get(path);
    if (conflict === undefined) return;
    const shape = this.shapeOf(path);
    const left = shape ? shape.undecided(conflict, value) : undecidedBlocks({ ...conflict, mine: value })?.clashes;
    if (left?.length === 0) this.#conflicts.delete(path);
  }

  /** What the value at a path is made of; null where it is taken whole, or as a rich text. */
  shapeOf(path: ValuePath): Shape | null {
    return this.#shapes(outerField(fieldAndLocale(path).field));
  }

  /** What was typed in a block that has gone, and is no value, goes with it. */
  #forgetInside(path: ValuePath, value: unknown): void {
    const shape = this.shapeOf(path);
    if (shape === null) return;
    for (const inner of this.#unfinished.keys()) {
      const [name] = shape.namesInside(path, inner);
      if (inner !== path && name !== undefined && shape.isPlaceGone(value, name.split('.')))
        this.#unfinished.delete(inner);
    }
  }

  /** What was sent, as the merge takes it. */
  #sentOf(path: ValuePath): readonly unknown[] {
    const sent = this.doubts(path);
    return this.shapeOf(path) === null ? ownBlocks(sent, this.#acknowledged.get(path)) : sent;
  }

  /** What this tab saved over `before` is the person's own. */
  #noteSaved(path: ValuePath, value: unknown, before: unknown): void {
    this.#saved.set(path, value);
    if (this.shapeOf(path) !== null && !this.#withoutOwn.has(path) && !sameJson(value, before))
      this.#withoutOwn.set(path, before);
    // What others have replaced may be brought back as long as that is told.
    const here = [value, this.#replaced.get(path)?.before].flatMap((text) => blocksOf(text) ?? []);
    const blocks = [...this.#blocksSaved(path), ...blocksMissing(value, before)].filter((block) =>
      isOneOf(here, block),
    );
    if (isText(value)) this.#savedBlocks.set(path, blocks);
  }

  /** Of what came from the server in the place of `before`, the person's own blocks arrived without an answer. */
  #noteArrived(path: ValuePath, theirs: unknown, before: unknown): void {
    const written = [this.value(path), ...this.doubts(path)].flatMap((value) => blocksOf(value) ?? []);
    const arrived = blocksMissing(theirs, before).filter((block) => isOneOf(written, block));
    if (arrived.length > 0) this.#savedBlocks.set(path, [...this.#blocksSaved(path), ...arrived]);
  }

  #blocksSaved(path: ValuePath): readonly unknown[] {
    return this.#savedBlocks.get(path) ?? [];
  }

  /** The person has written where others had changed something: what is left of that is still to be shown. */
  #noteWritten(path: ValuePath, written: unknown): void {
    const replaced = this.#replaced.get(path);
    if (replaced === undefined) return;
    const before = beforeOthers(replaced.before, replaced.now, written, this.shapeOf(path));
    if (sameJson(before, written)) this.#replaced.delete(path);
    else this.#replaced.set(path, { ...replaced, before, now: written });
  }

  /** Whether others replaced what this tab had saved. */
  #isGone(path: ValuePath, before: unknown, now: unknown): boolean {
    // Others who wrote into another block of it have taken nothing away.
    if (this.shapeOf(path) !== null) return false;
    if (this.#savedBlocks.get(path) === undefined)
      return this.#saved.has(path) && sameJson(this.#saved.get(path), before);
    const gone = blocksMissing(before, now);
    return this.#blocksSaved(path).some((block) => isOneOf(gone, block));
  }

  /** A value that nobody sees, as something is typed in its place. */
  #noteHidden(path: ValuePath, theirs: unknown): void {
    const before = this.#acknowledged.get(path);
    if (!this.#isHidden(path) || this.isDirty(path) || sameJson(theirs, before)) return;
    const base = this.#conflicts.get(path)?.base ?? before;
    if (sameJson(theirs, base)) this.#conflicts.delete(path);
    else this.#conflicts.set(path, { theirs, base });
  }

  /** What others put in the place of a value that was shown. A conflict tells of it by itself. */
  #noteNews(
    path: ValuePath,
    before: unknown,
    { isAsked, isWritten }: { readonly isAsked: boolean; readonly isWritten: boolean },
  ): void {
    const now = this.#acknowledged.get(path);
    if (sameJson(before, now)) return;
    const wasMine = this.#isGone(path, before, now);
    if (!sameJson(this.#saved.get(path), now)) this.#saved.delete(path);
    const without = this.#withoutOwnAt(path, before);
    const earlier = this.#replaced.get(path) ?? { before, isMine: false, without };
    if (!isAsked && (isWritten || this.isDirty(path) || this.#isHidden(path)))
      this.#noteWritten(path, this.value(path));
    else if (isAsked || sameJson(earlier.before, now)) this.#replaced.delete(path);
    else this.#replaced.set(path, { ...earlier, now, isMine: earlier.isMine || wasMine });
  }

  #withoutOwnAt(path: ValuePath, value: unknown): unknown {
    return this.#withoutOwn.has(path) ? this.#withoutOwn.get(path) : value;
  }

  /** What others wrote would be there without what this tab saved, too. */
  #noteOthers(path: ValuePath, before: unknown): void {
    const [shape, now] = [this.shapeOf(path), this.#acknowledged.get(path)];
    if (shape === null || !this.#withoutOwn.has(path) || sameJson(before, now)) return;
    this.#withoutOwn.set(path, shape.withoutOwn({ before, now, without: this.#withoutOwn.get(path) }));
  }

  /** The list stays the same as long as nothing in it is another. */
  #tellNews(): void {
    const news = [...this.#replaced].map(([path, { before, now, isMine, without }]) => {
      const inside = this.shapeOf(path)?.news(path, { before, now, without }) ?? NOTHING_INSIDE;
      // That of a whole component is told at its field.
      const isOfWhole = inside.some((one) => one.isMine && path.startsWith(one.path));
      return { ...fieldAndLocale(path), before, now, isMine: isMine || isOfWhole, inside };
    });
    if (!sameJson(news, this.#news)) this.#news = news.length === 0 ? NO_NEWS : news;
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
    for (const path of touched) this.#forgetInside(path, this.value(path));
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
