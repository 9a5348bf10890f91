/**
 * Two people, each in a tab of their own, write into one entry and publish it, while requests arrive, are answered, and get
 * lost in any order. It runs the store of drafts against the rules of the service, in one process and without waiting.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { sameJson } from '../../../contract/src/same-json.ts';
import { ApiProblem, Unreachable } from '../api/problem.ts';
import type { Entry } from '../api/types.ts';
import type { KeptValue, LeftoverValue } from './device.ts';
import { OpenDraft } from './open-draft.ts';
import { blockOf, type PlanItem, planAsShown, versionsOf } from './publishing.ts';
import type { EntryRequests } from './requests.ts';
import { BODY, firstText, type TextEdit, TextMemory } from './two-people-text.ts';
import { type Changes, fieldAndLocale, fieldsOf, pathOf, type ValuePath, valuesOf } from './value-path.ts';

const EVENTS_MAX = 60;
const ADDRESS = { space: 'spc', environment: 'master', key: 'one' };
const KEPT_UNDER = ['acc', 'usr', 'spc', 'master', 'one', 'tab'] as const;
/** A text, a list, and a value that both remove again. */
const PATHS = [pathOf('title', 'en'), pathOf('tags', 'en'), pathOf('note', 'de')] as const;
/** Longer than any wait of the store. */
const LONG_MS = 60_000;
const LAST_ROUNDS = 12;
const EXCHANGED_MAX = 40;

const EVENTS = [
  'type',
  'type',
  'remove',
  'write-block',
  'write-block',
  'add-block',
  'remove-block',
  'save',
  'arrive',
  'arrive',
  'answer',
  'exchange',
  'exchange',
  'exchange',
  'lose',
  'look',
  'wait',
  'keep-mine',
  'take-theirs',
  'take-found',
  'discard-found',
  'plan',
  'plan',
  'publish',
  'publish',
  'kill',
] as const;
type Event = (typeof EVENTS)[number];

/** What the service holds, by its rules: a change or a publication of another version than the current one is refused. */
class Service {
  version = 1;
  readonly values = new Map<ValuePath, unknown>([
    [PATHS[0], 'at first'],
    [BODY, firstText],
  ]);
  published: ReadonlyMap<ValuePath, unknown> | null = null;

  read(): Entry {
    return { ...EMPTY, version: this.version, fields: fieldsOf(this.values) };
  }

  save(version: number, changes: Changes): Entry {
    this.#require(version);
    for (const [path, value] of changes)
      if (value === undefined) this.values.delete(path);
      else this.values.set(path, value);
    this.version += 1;
    return this.read();
  }

  publish(version: number): void {
    this.#require(version);
    this.version += 1;
    this.published = new Map(this.values);
  }

  plan(): { items: PlanItem[]; total: number } {
    const { version } = this;
    return {
      items: [
        { id: EMPTY.id, content_type: 'note', title: null, status: 'draft', version, linked_from: [], problems: [] },
      ],
      total: 1,
    };
  }

  #require(version: number): void {
    if (version !== this.version)
      throw new ApiProblem(409, { detail: { code: 'version_conflict', message: 'Another.' } });
  }
}

/** A request that is on its way: what the service does with it, and who waits for what comes of it. */
interface OnItsWay {
  readonly work: () => unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
  outcome?: { readonly answer: unknown } | { readonly error: unknown };
}

class Writer {
  readonly name: string;
  readonly #service: Service;
  readonly #onItsWay: OnItsWay[] = [];
  /** What the device keeps for the tab. */
  readonly #shelf = new Map<ValuePath, KeptValue>();
  /** What the device keeps of earlier tabs, the latest first. */
  #left: readonly LeftoverValue[] = [];
  draft: OpenDraft;
  /** What the person has been shown at each path, in the form, beside it, or in the dialog. */
  #shown = new Map<ValuePath, unknown[]>();
  readonly #written = new Map<ValuePath, unknown[]>();
  /** What the person wrote last, by path, and has not given up since. */
  readonly #words = new Map<ValuePath, unknown>();
  /** What was there when that was begun. */
  readonly #before = new Map<ValuePath, unknown>();
  /** What of that the tab has called saved. */
  readonly #saved = new Map<ValuePath, unknown>();
  readonly #text: TextMemory;
  /** Where the tab has told that somebody else replaced it. */
  readonly #told = new Set<ValuePath>();
  #plan: { items: readonly PlanItem[] } | null = null;
  #isPlanning = false;
  /** A field that was sent before its person had decided. */
  #tooEarly: string | null = null;
  #keys = 0;

  constructor(name: string, service: Service) {
    this.name = name;
    this.#service = service;
    this.#text = new TextMemory(name);
    this.draft = this.#open(service.read());
  }

  readonly does: Readonly<Record<Event, (nth: number) => unknown>> = {
    type: (nth) =>
      this.#write(pathAt(nth), nth % PATHS.length === 1 ? [this.name, this.#keys++] : `${this.name} ${this.#keys++}`),
    remove: (nth) => this.#write(pathAt(nth), undefined),
    'write-block': (nth) => this.#writeText('write', nth),
    'add-block': (nth) => this.#writeText('add', nth),
    'remove-block': (nth) => this.#writeText('remove', nth),
    save: () => this.draft.saveNow(),
    arrive: () => this.#arrive(this.#onItsWay.find(({ outcome }) => outcome === undefined)),
    answer: () => this.#answer(),
    exchange: () => this.#exchange(),
    lose: (nth) => this.#lose(nth),
    look: () => void this.draft.refresh().catch(() => {}),
    wait: () => this.draft.resume('network'),
    'keep-mine': () => this.#decide((field, locale) => this.draft.keepMine(field, locale)),
    'take-theirs': () =>
      this.#decide((field, locale) => {
        this.#giveUp(pathOf(field, locale));
        this.draft.takeTheirs(field, locale);
        this.#text.choose(this.draft);
      }),
    'take-found': () => {
      const [found] = this.draft.found;
      if (found === undefined) return;
      const path = pathOf(found.field, found.locale);
      this.#giveUp(path);
      if (path !== BODY) this.#words.set(path, found.kept);
      this.#show(path, found.kept);
      this.draft.takeFound(found);
      this.#text.choose(this.draft);
    },
    'discard-found': () => {
      const [found] = this.draft.found;
      if (found === undefined) return;
      const path = pathOf(found.field, found.locale);
      if (sameJson(this.#words.get(path), found.kept)) this.#giveUp(path);
      this.draft.discardFound(found);
      this.#text.choose(this.draft);
    },
    plan: () => this.#openDialog(),
    publish: () => this.#publish(),
    kill: () => this.#kill(),
  };

  /** Looks at the tab as its person does after each event. */
  note(): void {
    const { draft } = this;
    assert.equal(this.#tooEarly, null, `${this.name} sent what was not decided`);
    // What earlier tabs left goes on in the form.
    for (const { field, locale } of draft.unsavedValues())
      this.#show(pathOf(field, locale), draft.value(field, locale));
    for (const path of PATHS) {
      const { field, locale } = fieldAndLocale(path);
      const conflict = draft.conflict(field, locale);
      if (conflict !== undefined) this.#show(path, conflict.theirs);
      if (conflict !== undefined || draft.newsOf(field, locale)?.isMine) this.#told.add(path);
      const isWhole = this.#words.has(path) && sameJson(draft.value(field, locale), this.#words.get(path));
      if (draft.state.status === 'saved' && isWhole && !this.#told.has(path))
        this.#saved.set(path, this.#words.get(path));
    }
    this.#keepsWords();
    this.#text.note(draft);
  }

  /** Everything that was saved is there, or its person knows that it is not. */
  checkEnd(): void {
    for (const [path, saved] of this.#saved) {
      const isThere = sameJson(this.#service.values.get(path), saved);
      assert.ok(isThere || this.#told.has(path), `${this.name} was not told that ${path} is gone`);
    }
    this.#text.checkEnd(this.draft, this.#service.values.get(BODY));
  }

  /** Ends what is under way, so that all is saved and looked at. */
  async end(): Promise<void> {
    for (let round = 0; round < LAST_ROUNDS; round++) {
      for (const event of ['keep-mine', 'take-found', 'save'] as const) this.does[event](round);
      await this.#exchange();
      this.does.look(0);
      await this.#exchange();
    }
  }

  /** All that is on its way arrives and is answered, and what follows from it too. */
  async #exchange(): Promise<void> {
    for (let left = EXCHANGED_MAX; left > 0; left--) {
      await settled();
      this.note();
      if (this.#onItsWay.length === 0) return;
      this.#answer();
    }
  }

  #write(path: ValuePath, value: unknown): void {
    const { field, locale } = fieldAndLocale(path);
    // Removing nothing says nothing.
    if (sameJson(value, this.draft.value(field, locale))) return;
    // A dialog lies over the form.
    this.#plan = null;
    this.#show(path, this.draft.value(field, locale));
    if (!this.#words.has(path)) this.#before.set(path, this.draft.value(field, locale));
    this.#giveUp(path);
    // What is taken back is as if nothing had been written.
    if (!sameJson(value, this.#before.get(path))) this.#words.set(path, value);
    this.#show(path, value);
    this.#written.set(path, [...(this.#written.get(path) ?? []), value]);
    this.draft.set(field, locale, value);
  }

  #writeText(edit: TextEdit, nth: number): void {
    this.#plan = null;
    this.#text.write(this.draft, edit, { nth, key: this.#keys++ });
  }

  #giveUp(path: ValuePath): void {
    this.#words.delete(path);
    this.#saved.delete(path);
    this.#told.delete(path);
  }

  /** What was written and never saved is in the form, or offered above it. */
  #keepsWords(): void {
    for (const [path, word] of this.#words) {
      if (this.#saved.has(path) || this.#told.has(path)) continue;
      const { field, locale } = fieldAndLocale(path);
      const isOffered = this.draft.found.some((found) => found.field === field && sameJson(found.kept, word));
      assert.ok(isOffered || sameJson(this.draft.value(field, locale), word), `${this.name} lost ${path}`);
    }
  }

  #decide(how: (field: string, locale: string) => void): void {
    const [value] = this.draft.undecided;
    if (value !== undefined) how(value.field, value.locale);
  }

  #openDialog(): void {
    if (this.#isPlanning) return;
    this.#isPlanning = true;
    this.#plan = null;
    void this.#planned()
      .catch(() => null)
      .then((plan) => {
        this.#isPlanning = false;
        this.#plan = plan;
        // Nobody looks at the form behind the dialog: it is what the dialog tells that counts.
        if (plan === null) return;
        for (const { field, locale, now } of this.draft.news) this.#show(pathOf(field, locale), now);
        this.#text.look(this.draft);
      });
  }

  async #planned() {
    const { draft } = this;
    await draft.flush();
    if (blockOf(draft) !== null) return null;
    const plan = await planAsShown(
      () => this.#ask(() => this.#service.plan()),
      () => draft,
    );
    return blockOf(draft) === null ? plan : null;
  }

  #publish(): void {
    const plan = this.#plan;
    const { draft } = this;
    this.#plan = null;
    if (plan === null) return;
    const [version = 0] = Object.values(versionsOf(plan.items));
    const publication = this.#ask(() => {
      this.#service.publish(version);
      for (const path of PATHS) this.#requireShown(path, this.#service.values.get(path), 'published');
      this.#text.requireShown(this.#service.values.get(BODY), 'published');
    });
    publication.then(
      () => draft.seen(),
      (error) => error instanceof ApiProblem && this.#openDialog(),
    );
  }

  #requireShown(path: ValuePath, value: unknown, what: string): void {
    const isShown = this.#shown.get(path)?.some((shown) => sameJson(shown, value));
    assert.ok(isShown, `${this.name} ${what} ${JSON.stringify(value)} at ${path} without having seen it`);
  }

  #show(path: ValuePath, value: unknown): void {
    this.#shown.set(path, [...(this.#shown.get(path) ?? []), value]);
  }

  /** The tab ends, and the entry is opened in another one. */
  #kill(): void {
    void this.draft.close();
    this.#onItsWay.length = 0;
    this.#isPlanning = false;
    this.#plan = null;
    for (const [path, kept] of this.#shelf)
      this.#left = [{ ...kept, path, address: ADDRESS, key: [...KEPT_UNDER, path] }, ...this.#left];
    this.#shelf.clear();
    // Its person sees all that is there now.
    for (const path of PATHS) if (!this.#left.some((kept) => kept.path === path)) this.#giveUp(path);
    this.#text.reopen(this.#left.filter(({ path }) => path === BODY));
    this.draft = this.#open(this.#service.read());
    void this.draft.continueWith(this.#left);
  }

  #open(entry: Entry): OpenDraft {
    const stored = valuesOf(entry.fields);
    // What they wrote themselves they know, whatever tab it was in.
    this.#text.show(stored.get(BODY));
    this.#shown = new Map(PATHS.map((path) => [path, [...(this.#written.get(path) ?? []), stored.get(path)]]));
    const requests: EntryRequests = {
      read: () => this.#ask(() => this.#service.read()),
      create: () => Promise.reject(new Error('It is there.')),
      save: (_address, version, changes) => {
        // The store takes what is thrown here for a request that failed.
        for (const { field, locale } of this.draft.undecided)
          if (changes.has(pathOf(field, locale))) this.#tooEarly = field;
        return this.#ask(() => this.#save(version, changes));
      },
    };
    const device = {
      keep: async (_address: unknown, values: ReadonlyMap<ValuePath, KeptValue | null>) => {
        for (const [path, value] of values)
          if (value === null) this.#shelf.delete(path);
          else this.#shelf.set(path, value);
        return 0;
      },
      adopt: async (value: LeftoverValue) => {
        this.#left = this.#left.filter((other) => other !== value);
        this.#shelf.set(value.path, value);
        return true;
      },
      forget: async (value: LeftoverValue) => {
        this.#left = this.#left.filter((other) => other !== value);
      },
    };
    return new OpenDraft({
      address: ADDRESS,
      contentType: 'note',
      entry,
      device,
      requests,
      isOurs: () => true,
      onChange: () => {},
      onSaved: () => {},
    });
  }

  /** What is replaced was seen before: by who writes over it, and by who decides against it. */
  #save(version: number, changes: Changes): Entry {
    const before = new Map([...changes.keys()].map((path) => [path, this.#service.values.get(path)]));
    const saved = this.#service.save(version, changes);
    for (const [path, value] of before)
      if (path !== BODY) this.#requireShown(path, value, 'replaced');
      else this.#text.requireShown(value, 'replaced', changes.get(path));
    return saved;
  }

  #ask<Answer>(work: () => Answer): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => this.#onItsWay.push({ work, resolve, reject }));
  }

  #arrive(request: OnItsWay | undefined): void {
    if (request === undefined || request.outcome !== undefined) return;
    try {
      request.outcome = { answer: request.work() };
    } catch (error) {
      // What a test finds is no answer of the service.
      if (error instanceof assert.AssertionError) throw error;
      request.outcome = { error };
    }
  }

  #answer(): void {
    const [request] = this.#onItsWay;
    this.#arrive(request);
    this.#onItsWay.shift();
    if (request?.outcome === undefined) return;
    if ('error' in request.outcome) request.reject(request.outcome.error);
    else request.resolve(request.outcome.answer as never);
  }

  /** The service does it or does not: this side hears nothing. */
  #lose(nth: number): void {
    const request = this.#onItsWay.shift();
    if (request !== undefined && nth % 2 === 0) this.#arrive(request);
    request?.reject(new Unreachable(null));
  }
}

/**
 * Runs random orders of events, and shrinks those in which something goes out unseen, or is lost without a word.
 * @param seed of the first; the others follow from it
 */
export async function runTwoPeople(test: TestContext, { seed, runs }: { seed: number; runs: number }): Promise<void> {
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const event = fc.tuple(fc.nat(1), fc.constantFrom(...EVENTS), fc.nat(PATHS.length * 2 - 1));
  const property = fc.asyncProperty(fc.array(event, { maxLength: EVENTS_MAX, size: 'max' }), async (events) => {
    const service = new Service();
    const writers = [new Writer('Ada', service), new Writer('Ben', service)] as const;
    for (const [who, what, nth] of events) {
      await writers[who as 0 | 1].does[what](nth);
      if (what === 'wait') test.mock.timers.tick(LONG_MS);
      await settled();
      for (const writer of writers) writer.note();
    }
    test.mock.timers.tick(LONG_MS);
    for (const writer of [...writers, writers[0]]) await writer.end();
    for (const writer of writers) writer.checkEnd();
  });
  await fc.assert(property, { numRuns: runs, seed });
}

function pathAt(nth: number): ValuePath {
  return PATHS[nth % PATHS.length] as ValuePath;
}

/** All that follows without any time passing. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const EMPTY: Entry = {
  id: 'ent_a_one',
  key: 'one',
  space_id: 'spc',
  environment: 'master',
  content_type: 'note',
  content_type_id: 'ctp_a',
  slug: null,
  status: 'draft',
  fields: {},
  version: 1,
  published_version: null,
  published_at: null,
  first_published_at: null,
  archived_at: null,
  created_at: '2026-11-23T10:00:00.000Z',
  created_by: 'usr_a',
  updated_at: '2026-11-23T10:00:00.000Z',
  updated_by: 'usr_a',
};
