/**
 * One open entry: joins its layers, its saving and what the device keeps of it, and tells whoever shows it. Invariant: a
 * change of one value wakes the listeners of that value alone, unless the state of the whole becomes another.
 */
import type { BlockClash } from '../../../contract/src/rich-text-merge.ts';
import { sameJson } from '../../../contract/src/same-json.ts';
import type { Violation } from '../api/problem.ts';
import type { Entry } from '../api/types.ts';
import type { Device, KeptValue, LeftoverValue } from './device.ts';
import { DeviceWrites } from './device-writes.ts';
import type { InnerNews, Removal } from './inner-news.ts';
import { Layers } from './layers.ts';
import { sortLeft } from './leftover-values.ts';
import { Listeners } from './listeners.ts';
import { Refusals } from './refusals.ts';
import type { EntryRequests } from './requests.ts';
import { Saving } from './saving.ts';
import type { Shapes } from './shape.ts';
import { mergeBlocks, undecidedBlocks } from './three-way.ts';
import type { Conflict, Draft, DraftState, EntryAddress, Found, News, Unfinished } from './types.ts';
import { type FieldAndLocale, fieldAndLocale, pathOf, type ValuePath } from './value-path.ts';

const NO_REMOVALS: readonly Removal[] = [];

export interface OpenDraftParts {
  readonly address: EntryAddress;
  readonly contentType: string;
  /** Null for an entry that is not on the server. */
  readonly entry: Entry | null;
  readonly device: Pick<Device, 'keep' | 'adopt' | 'forget'>;
  readonly isOurs: () => boolean;
  /** Called after each change of what `subscribe` tells of. */
  readonly onChange: () => void;
  /** Called with each acknowledgement of this tab's own saves. */
  readonly onSaved: (entry: Entry) => void;
  readonly requests: EntryRequests;
}

export class OpenDraft implements Draft {
  readonly address: EntryAddress;
  readonly contentType: string;
  readonly #parts: OpenDraftParts;
  readonly #layers: Layers;
  readonly #refusals = new Refusals();
  readonly #saving: Saving;
  readonly #deviceWrites: DeviceWrites;
  readonly #listeners = new Listeners<'all'>();
  readonly #valueListeners = new Listeners<ValuePath>();
  #left: ReadonlyMap<Found, LeftoverValue> = new Map();
  #found: readonly Found[] = [];
  #state: DraftState = { status: 'saved' };
  #deviceFailure: Error | null = null;
  #told: readonly unknown[] = [];
  /** The conflicts inside of values that were told last. */
  readonly #inside = new Map<ValuePath, Conflict>();
  /** The removals in lists that were told last. */
  readonly #removals = new Map<string, readonly Removal[]>();

  constructor(parts: OpenDraftParts) {
    const { address, contentType, device, entry, isOurs, onSaved, requests } = parts;
    this.#parts = parts;
    this.address = address;
    this.contentType = contentType;
    this.#layers = new Layers(entry);
    this.#saving = new Saving({
      address,
      contentType,
      layers: this.#layers,
      refusals: this.#refusals,
      requests,
      isOurs,
      onStep: (touched) => this.#changed(touched),
      onSaved,
    });
    this.#deviceWrites = new DeviceWrites({
      device,
      address,
      valueToKeep: (path) => this.#valueToKeep(path),
      onOutcome: (failure) => this.#deviceAnswered(failure),
    });
    this.#told = this.#facts();
  }

  get entry(): Entry | null {
    return this.#layers.entry;
  }

  get state(): DraftState {
    return this.#state;
  }

  get problems(): readonly Violation[] {
    return this.#refusals.all;
  }

  get found(): readonly Found[] {
    return this.#found;
  }

  get news(): readonly News[] {
    return this.#layers.news;
  }

  get undecided(): readonly FieldAndLocale[] {
    return [...this.#layers.conflictPaths()].map(fieldAndLocale);
  }

  get deviceFailure(): Error | null {
    return this.#deviceFailure;
  }

  /** Whether something is not acknowledged. */
  get isUnsaved(): boolean {
    return this.#layers.unsavedPaths().size > 0;
  }

  /** Whether a screen shows it. */
  get isShown(): boolean {
    return this.#listeners.size + this.#valueListeners.size > 0;
  }

  subscribe = (listener: () => void): (() => void) => this.#listeners.add('all', listener);

  value(field: string, locale: string): unknown {
    return this.#layers.value(pathOf(field, locale));
  }

  subscribeValue(field: string, locale: string, listener: () => void): () => void {
    return this.#valueListeners.add(pathOf(field, locale), listener);
  }

  set(field: string, locale: string, value: unknown): void {
    const path = pathOf(field, locale);
    this.#layers.set(path, value ?? undefined);
    this.#refusals.release(path);
    this.#saving.changed();
    this.#changed([path]);
  }

  unfinished(field: string, locale: string): Unfinished | undefined {
    return this.#layers.unfinished(pathOf(field, locale));
  }

  unsavedValues(): readonly FieldAndLocale[] {
    return [...this.#layers.unsavedPaths()].map(fieldAndLocale);
  }

  discardValue(field: string, locale: string): void {
    const path = pathOf(field, locale);
    this.#layers.drop(path);
    this.#refusals.release(path);
    this.#changed([path]);
  }

  setUnfinished(field: string, locale: string, unfinished: Unfinished | undefined): void {
    const path = pathOf(field, locale);
    if (sameJson(this.#layers.unfinished(path), unfinished)) return;
    this.#layers.setUnfinished(path, unfinished);
    this.#changed([path]);
  }

  problemsOf(field: string, locale: string): readonly Violation[] {
    return this.#refusals.of(pathOf(field, locale));
  }

  know(shapes: Shapes): void {
    const touched = this.#layers.know(shapes);
    if (touched.size > 0) this.#saving.changed();
    this.#changed(touched);
  }

  conflict(field: string, locale: string): Conflict | undefined {
    const path = pathOf(field, locale);
    const own = this.#layers.conflict(path);
    if (own !== undefined || this.#layers.conflictPaths().size === 0) return own;
    const inside = this.#layers.conflictInside(path);
    if (inside === null) return undefined;
    const { base, theirs } = inside.clash;
    // The same object until it says something else.
    const known = this.#inside.get(path);
    const shown = known && sameJson(known, { base, theirs }) ? known : { base, theirs };
    this.#inside.set(path, shown);
    return shown;
  }

  takeTheirs(field: string, locale: string, block?: BlockClash): void {
    if (this.#decideInside(pathOf(field, locale), 'theirs', block)) return;
    const conflict = this.conflict(field, locale);
    if (conflict === undefined) return;
    this.set(field, locale, this.#decide(pathOf(field, locale), conflict, block, 'theirs'));
  }

  keepMine(field: string, locale: string, block?: BlockClash): void {
    const path = pathOf(field, locale);
    if (this.#decideInside(path, 'mine', block)) return;
    const conflict = this.#layers.conflict(path);
    if (conflict !== undefined) this.#decide(path, conflict, block, 'mine');
    this.#saving.now();
    this.#changed([path]);
  }

  newsOf(field: string, locale: string): News | undefined {
    return this.#layers.newsOf(pathOf(field, locale));
  }

  newsInside(path: string): InnerNews | undefined {
    return this.#layers.news.length === 0 ? undefined : this.#layers.newsInside(path);
  }

  seenInside(path: string): void {
    this.#tell(this.#layers.seenInside(path));
  }

  removals(list: string): readonly Removal[] {
    const now = this.#layers.removals(list);
    const told = this.#removals.get(list) ?? NO_REMOVALS;
    // The same array until it says something else.
    if (sameJson(now, told)) return told;
    this.#removals.set(list, now);
    return now;
  }

  seen(field?: string, locale?: string): void {
    const touched = this.#layers.seen(field === undefined || locale === undefined ? undefined : pathOf(field, locale));
    this.#tell(touched);
  }

  bringBack(field: string, locale: string): void {
    const mine = this.#layers.withMine(pathOf(field, locale));
    this.seen(field, locale);
    this.set(field, locale, mine);
  }

  takeFound(found: Found): void {
    const { field, locale } = found;
    const path = pathOf(field, locale);
    const unfinished = this.unfinished(field, locale);
    const left = this.#left.get(found);
    const shape = this.#layers.shapeOf(path);
    // It is offered beside what the server had when the entry was opened, which may be another by now. A rich text is merged.
    const merged = left === undefined ? null : mergeBlocks({ ...left, theirs: this.value(field, locale) }, shape);
    const [base, sent] = left !== undefined && merged !== null ? [left.base, left.sent] : [found.theirs, []];
    // What was written elsewhere in the same value since, and is on no server yet, stays too.
    const mine = merged !== null && this.#layers.isDirty(path) ? merged.value : found.kept;
    this.set(field, locale, mine);
    this.#layers.restore(path, { mine, base, sent });
    // It was typed after that.
    this.setUnfinished(field, locale, unfinished);
    this.discardFound(found);
  }

  discardFound(found: Found): void {
    const left = this.#left.get(found);
    if (left !== undefined) this.#forget(left);
    this.#found = this.#found.filter((other) => other !== found);
    this.#changed([]);
  }

  async flush(): Promise<DraftState> {
    await this.#saving.flush();
    return this.#state;
  }

  retry(): void {
    this.#saving.retry();
    this.#changed([]);
  }

  async refresh(isAsked = false): Promise<void> {
    const known = this.entry;
    // The server has none yet: its first save creates it.
    if (known === null) return;
    const entry = await this.#parts.requests.read(this.address);
    // Unless a newer one came by another way meanwhile, it stands, even if its version is lower: a release has let go of the entry.
    if (this.entry === known || !this.#layers.isOlder(entry)) this.#merge(entry, isAsked);
  }

  take(entry: Entry): void {
    if (!this.#layers.isOlder(entry)) this.#merge(entry, true);
  }

  /** Takes a state of the entry that the person did not ask for. */
  hear(entry: Entry): void {
    if (!this.#layers.isOlder(entry)) this.#merge(entry, false);
  }

  recreate(): void {
    this.#deviceWrites.changed(this.#layers.startOver());
    this.retry();
  }

  discard(): void {
    const touched = this.#layers.discard();
    this.retry();
    this.#changed(touched);
  }

  /** The person opens the entry anew. */
  lookedAt(): void {
    this.#tell(this.#layers.lookedAt());
  }

  /** Saves now what waits for a pause: the person has left a field, or the page. */
  saveNow(): void {
    if (this.isUnsaved) this.#saving.now();
  }

  /** The network, or the session, is back. */
  resume(reason: 'network' | 'session'): void {
    this.#saving.resume(reason);
    this.#changed([]);
  }

  /** Goes on with what earlier tabs left of this entry, as far as that is clear. */
  async continueWith(left: readonly LeftoverValue[]): Promise<void> {
    const { goOn, toDecide, arrived, unfinished } = sortLeft(left, (path) => this.#layers.acknowledgedValue(path));
    for (const value of arrived) {
      this.#forget(value);
      if (sameJson(value.mine, this.#layers.acknowledgedValue(value.path)))
        this.#layers.arrived(value.path, value.base);
    }
    for (const value of goOn) {
      if (!(await this.#adopt(value))) continue;
      this.#layers.restore(value.path, value);
      this.#saving.changed();
      this.#changed([value.path]);
    }
    for (const value of unfinished) {
      // What is to be decided stays where it is until then.
      const isHere = goOn.includes(value) || toDecide.includes(value) || (await this.#adopt(value));
      if (isHere) this.#finishLater(value);
    }
    this.#left = new Map(toDecide.map((value) => [this.#foundFrom(value), value]));
    this.#found = [...this.#left.keys()];
    this.#changed([]);
  }

  /** The device does not tell what it keeps, so it will keep nothing either. */
  isNotKept(failure: Error): void {
    this.#deviceAnswered(failure);
  }

  /** The server has no such entry any more, and says so in these words. */
  isGone(message: string): void {
    this.#saving.stopFor({ kind: 'deleted', message });
    this.#changed([]);
  }

  /** Resolves when the device has what is not acknowledged. */
  async close(): Promise<void> {
    this.#saving.close();
    await this.#deviceWrites.close();
  }

  #merge(entry: Entry, isAsked: boolean): void {
    const touched = this.#layers.merge(entry, isAsked);
    this.#saving.merged(entry);
    this.#changed(touched);
  }

  /** @returns whether the place is inside of a value with components, where it was to be decided */
  #decideInside(path: ValuePath, choice: 'mine' | 'theirs', block: BlockClash | undefined): boolean {
    if (this.#layers.conflict(path) !== undefined) return false;
    const inside = this.#layers.conflictInside(path);
    if (inside === null) return false;
    const { outer, conflict, shape, clash } = inside;
    const { value, rest } = shape.decide(conflict, this.#layers.value(outer), { clash, choice, block });
    this.#layers.decide(outer, rest);
    this.#layers.set(outer, value);
    this.#saving.now();
    this.#changed([outer]);
    return true;
  }

  /** @returns the value with what was decided */
  #decide(path: ValuePath, conflict: Conflict, block: BlockClash | undefined, choice: 'mine' | 'theirs'): unknown {
    const mine = this.#layers.value(path);
    const isMeant = (clash: BlockClash) => block === undefined || sameJson(clash, block);
    const decided = undecidedBlocks({ ...conflict, mine }, (clash) => (isMeant(clash) ? choice : undefined));
    const isOver = decided === null || decided.clashes.length === 0;
    this.#layers.decide(path, isOver ? undefined : { theirs: conflict.theirs, base: decided.base });
    if (choice === 'mine') return mine;
    return decided === null ? conflict.theirs : decided.value;
  }

  #finishLater({ path, unfinished, mine, base }: LeftoverValue): void {
    if (unfinished === undefined) return;
    this.#layers.finishLater(path, unfinished, [base, mine]);
    this.#changed([path]);
  }

  #foundFrom({ path, mine, at }: LeftoverValue): Found {
    return { ...fieldAndLocale(path), kept: mine, theirs: this.#layers.acknowledgedValue(path), at };
  }

  /** False if another tab was quicker. Where the device fails, its record stays, and the value goes on all the same. */
  async #adopt(value: LeftoverValue): Promise<boolean> {
    try {
      return await this.#parts.device.adopt(value);
    } catch (error) {
      this.#deviceAnswered(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  }

  #forget(left: LeftoverValue): void {
    this.#parts.device.forget(left).catch((error) => this.#deviceAnswered(error));
  }

  #valueToKeep(path: ValuePath): KeptValue | null {
    const layers = this.#layers;
    const unfinished = layers.unfinished(path);
    if (!layers.isDirty(path) && unfinished === undefined) return null;
    return {
      mine: layers.value(path),
      base: layers.writtenOver(path),
      sent: layers.doubts(path),
      ...(unfinished === undefined ? {} : { unfinished }),
      contentType: this.contentType,
      isNew: layers.entry === null,
      at: Date.now(),
    };
  }

  #deviceAnswered(failure: Error | null): void {
    this.#deviceFailure = failure;
    this.#tell([]);
  }

  #changed(touched: Iterable<ValuePath>): void {
    this.#deviceWrites.changed(touched);
    this.#tell(touched);
  }

  #tell(touched: Iterable<ValuePath>): void {
    const state = this.#saving.state;
    if (!sameJson(state, this.#state)) this.#state = state;
    this.#valueListeners.call(touched);
    const facts = this.#facts();
    if (facts.every((fact, index) => fact === this.#told[index])) return;
    this.#told = facts;
    this.#listeners.call(['all']);
    this.#parts.onChange();
  }

  /** What `subscribe` tells of. */
  #facts(): readonly unknown[] {
    return [
      this.entry,
      this.#state,
      this.problems,
      this.#found,
      this.news,
      this.#deviceFailure,
      this.#layers.unfinishedCount,
    ];
  }
}
