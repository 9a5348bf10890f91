/**
 * Two people, each in a tab of their own, in one list of blocks: what they write, add, move and remove meets, while requests get lost and
 * tabs end. Each writes into a field of their own in any block, so that nothing of it may be lost as long as nobody removes a block.
 */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { ApiProblem, Unreachable } from '../api/problem.ts';
import type { ContentType, Entry } from '../api/types.ts';
import type { KeptValue, LeftoverValue } from './device.ts';
import { OpenDraft } from './open-draft.ts';
import { shapesOf } from './structures.ts';
import type { Found } from './types.ts';
import { type Changes, fieldsOf, pathOf, type ValuePath } from './value-path.ts';

const SEEDS = 40;
const RUNS = 25;
const EVENTS_MAX = 50;
const LONG_MS = 60_000;
const LAST_ROUNDS = 10;
const ANSWERS = 30;
const ADDRESS = { space: 'spc', environment: 'master', key: 'one' };
const FIELD = 'blocks';
const LOCALE = 'en';
const PATH = pathOf(FIELD, LOCALE);
const NAMES = ['Ada', 'Ben'] as const;

const component = { api_id: 'quote', fields: NAMES.map((id) => ({ id, type: 'text', localized: false })) };
const page = { fields: [{ id: FIELD, type: 'blocks', localized: false, components: ['quote'] }] };
const shapes = shapesOf(page as unknown as ContentType, [component as unknown as ContentType]);

interface Quote {
  readonly id: string;
  readonly type: 'quote';
  readonly fields: Readonly<Record<string, string>>;
}

const GENTLE = [
  'write',
  'write',
  'add',
  'move',
  'save',
  'answer',
  'answer',
  'lose',
  'look',
  'wait',
  'kill',
  'restore',
] as const;
type Event = (typeof GENTLE)[number] | 'remove' | 'decide';
const ROUGH: readonly Event[] = [...GENTLE, 'remove', 'remove', 'decide'];

class Service {
  #version = 1;
  #values: ReadonlyMap<ValuePath, unknown> = new Map([[PATH, ['first', 'second'].map((id) => quote(id, {}))]]);

  get list(): readonly Quote[] {
    return (this.#values.get(PATH) ?? []) as readonly Quote[];
  }

  read(): Entry {
    return { version: this.#version, fields: structuredClone(fieldsOf(this.#values)) } as unknown as Entry;
  }

  save(version: number, changes: Changes): Entry {
    if (version !== this.#version)
      throw new ApiProblem(409, { detail: { code: 'version_conflict', message: 'Another.' } });
    this.#values = structuredClone(new Map([...this.#values, ...changes]));
    this.#version += 1;
    return this.read();
  }
}

interface OnItsWay {
  readonly work: () => unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

class Writer {
  readonly name: string;
  readonly #service: Service;
  readonly #onItsWay: OnItsWay[] = [];
  readonly #shelf = new Map<ValuePath, KeptValue>();
  #left: readonly LeftoverValue[] = [];
  /** What the person wrote last, by block. */
  readonly #words = new Map<string, string>();
  readonly removed = new Set<string>();
  readonly #added = new Set<string>();
  #count = 0;
  draft: OpenDraft;

  constructor(name: string, service: Service) {
    this.name = name;
    this.#service = service;
    this.draft = this.#open();
    this.draft.know(shapes);
  }

  readonly does: Readonly<Record<Event, (nth: number) => unknown>> = {
    write: (nth) => this.#write(nth),
    add: (nth) => this.#add(nth),
    move: (nth) => this.#move(nth),
    remove: (nth) => this.#remove(nth),
    save: () => this.draft.saveNow(),
    answer: () => this.#answer(),
    lose: (nth) => this.#lose(nth % 2 === 0),
    look: () => void this.draft.refresh().catch(() => undefined),
    wait: () => this.draft.resume('network'),
    kill: (nth) => this.#kill(nth % 2 === 0),
    restore: () => this.#restore(),
    decide: (nth) => this.decide(nth),
  };

  get #list(): readonly Quote[] {
    return (this.draft.value(FIELD, LOCALE) ?? []) as readonly Quote[];
  }

  note(): void {
    const ids = this.#list.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, `${this.name} sees a block twice`);
  }

  /** Decides all that is asked, one place after the other. */
  decide(nth: number): void {
    for (let round = nth; this.draft.undecided.length > 0; round++) {
      const places = [...this.draft.removals(`fields.${FIELD}`), ...this.#list].flatMap(
        ({ id }): (readonly [string, string])[] => [
          [FIELD, id],
          ...NAMES.map((name) => [`${FIELD}.${id}.${name}`, LOCALE] as const),
        ],
      );
      const place = places.find((one) => this.draft.conflict(...one) !== undefined);
      assert.ok(place, `${this.name} is asked about nothing that is there`);
      if (round % 2 === 0) this.draft.keepMine(...place);
      else this.draft.takeTheirs(...place);
    }
  }

  /** Ends what is under way, so that all is saved and looked at. */
  async end(test: TestContext): Promise<void> {
    this.decide(0);
    while (this.draft.found.length > 0) {
      this.#restore();
      this.decide(0);
    }
    for (const event of ['wait', 'save', 'look'] as const) {
      this.does[event](0);
      test.mock.timers.tick(LONG_MS);
      for (let left = ANSWERS; left > 0; left--) {
        await settled();
        this.#answer();
      }
    }
  }

  checkEnd(removed: ReadonlySet<string>, { isGentle }: { readonly isGentle: boolean }): void {
    const byId = new Map(this.#service.list.map((one) => [one.id, one]));
    assert.equal(byId.size, this.#service.list.length, 'a block is there twice');
    assert.deepEqual(this.#list, this.#service.list, `${this.name} sees something else`);
    for (const id of ['first', 'second', ...this.#added])
      assert.ok(byId.has(id) || removed.has(id), `${this.name} lost the block ${id}`);
    if (!isGentle) return;
    for (const [id, word] of this.#words)
      assert.equal(byId.get(id)?.fields[this.name], word, `${this.name} lost what is in ${id}`);
  }

  #write(nth: number): void {
    const one = this.#list[nth % Math.max(1, this.#list.length)];
    if (one === undefined) return;
    const word = this.#word(one.id);
    this.#set(this.#list.map((other) => (other === one ? quote(one.id, { ...one.fields, [this.name]: word }) : other)));
  }

  #add(nth: number): void {
    const id = `${this.name}-${this.#count++}`;
    this.#added.add(id);
    this.#set(this.#list.toSpliced(nth % (this.#list.length + 1), 0, quote(id, { [this.name]: this.#word(id) })));
  }

  #move(nth: number): void {
    const [first, ...others] = this.#list;
    if (first !== undefined) this.#set(others.toSpliced(nth % (others.length + 1), 0, first));
  }

  #remove(nth: number): void {
    const at = nth % Math.max(1, this.#list.length);
    const one = this.#list[at];
    if (one === undefined) return;
    this.removed.add(one.id);
    this.#set(this.#list.toSpliced(at, 1));
  }

  #word(id: string): string {
    const word = `${this.name} ${this.#count++}`;
    this.#words.set(id, word);
    return word;
  }

  #set(list: readonly Quote[]): void {
    this.draft.set(FIELD, LOCALE, list);
  }

  /** What an earlier tab left comes back, which is what the person wants in its places. */
  #restore(): void {
    const [found] = this.draft.found as readonly (Found & { readonly kept: readonly Quote[] })[];
    if (found === undefined) return;
    this.draft.takeFound(found);
    const shown = wordsOf(this.#list, this.name);
    for (const [id, word] of wordsOf(found.kept, this.name)) if (shown.get(id) === word) this.#words.set(id, word);
  }

  /** The tab ends, and the entry is opened in another one, which knows its model sooner or later. */
  async #kill(isKnown: boolean): Promise<void> {
    await settled();
    void this.draft.close();
    this.#onItsWay.length = 0;
    await settled();
    const kept = [...this.#shelf].map(([path, value]) => ({ ...value, path, address: ADDRESS, key: [path] }));
    this.#left = [...(kept as unknown as readonly LeftoverValue[]), ...this.#left];
    this.#shelf.clear();
    this.draft = this.#open();
    if (isKnown) this.draft.know(shapes);
    await this.draft.continueWith(this.#left);
    if (!isKnown) this.draft.know(shapes);
  }

  #open(): OpenDraft {
    return new OpenDraft({
      address: ADDRESS,
      contentType: 'page',
      entry: this.#service.read(),
      isOurs: () => true,
      onChange: () => undefined,
      onSaved: () => undefined,
      requests: {
        read: () => this.#ask(() => this.#service.read()),
        create: () => Promise.reject(new Error('It is there.')),
        save: (_address, version, changes) => this.#ask(() => this.#service.save(version, changes)),
      },
      device: {
        keep: async (_address: unknown, values: ReadonlyMap<ValuePath, KeptValue | null>) => {
          for (const [path, value] of values)
            if (value === null) this.#shelf.delete(path);
            else this.#shelf.set(path, structuredClone(value));
          return 0;
        },
        adopt: async (value: LeftoverValue) => {
          await this.#forget(value);
          this.#shelf.set(value.path, value);
          return true;
        },
        forget: (value: LeftoverValue) => this.#forget(value),
      },
    });
  }

  async #forget(value: LeftoverValue): Promise<void> {
    this.#left = this.#left.filter((other) => other !== value);
  }

  #ask<Answer>(work: () => Answer): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => this.#onItsWay.push({ work, resolve, reject }));
  }

  #answer(): void {
    const request = this.#onItsWay.shift();
    if (request === undefined) return;
    try {
      request.resolve(request.work() as never);
    } catch (error) {
      request.reject(error);
    }
  }

  /** The service does it or does not: this side hears nothing. */
  #lose(isDone: boolean): void {
    const request = this.#onItsWay.shift();
    try {
      if (isDone) request?.work();
    } catch (error) {
      assert.ok(error instanceof ApiProblem);
    }
    request?.reject(new Unreachable(null));
  }
}

for (const [title, events, isGentle] of [
  ['two people in a list of blocks lose nothing that they write', GENTLE, true],
  ['two people who remove blocks, too, lose no other ones, and see the same in the end', ROUGH, false],
] as const)
  for (let seed = 1; seed <= SEEDS; seed++)
    it(`${title} (seed ${seed})`, async (test) => {
      test.mock.timers.enable({ apis: ['setTimeout'] });
      const event = fc.tuple(fc.nat(1), fc.constantFrom(...events), fc.nat(11));
      const property = fc.asyncProperty(fc.array(event, { maxLength: EVENTS_MAX, size: 'max' }), async (steps) => {
        const service = new Service();
        const [ada, ben] = [new Writer(NAMES[0], service), new Writer(NAMES[1], service)];
        for (const [who, what, nth] of steps) {
          await (who === 0 ? ada : ben).does[what](nth);
          if (what === 'wait') test.mock.timers.tick(LONG_MS);
          await settled();
          for (const writer of [ada, ben]) writer.note();
        }
        for (let round = 0; round < LAST_ROUNDS; round++) for (const writer of [ada, ben]) await writer.end(test);
        const removed = new Set([...ada.removed, ...ben.removed]);
        for (const writer of [ada, ben]) writer.checkEnd(removed, { isGentle });
      });
      await fc.assert(property, { numRuns: RUNS, seed });
    });

function quote(id: string, fields: Quote['fields']): Quote {
  return { id, type: 'quote', fields };
}

function wordsOf(list: readonly Quote[], name: string): ReadonlyMap<string, string> {
  return new Map(list.flatMap(({ id, fields }) => (fields[name] === undefined ? [] : [[id, fields[name]] as const])));
}

/** All that follows without any time passing. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
