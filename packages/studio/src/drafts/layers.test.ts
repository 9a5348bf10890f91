/**
 * Two people write into one entry while requests are answered, lost, and done long after they were given up. The order of
 * events is made at random, and shrunk to the shortest that fails.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Entry } from '../api/types.ts';
import { Layers } from './layers.ts';
import { type Changes, fieldsOf, pathOf, type ValuePath } from './value-path.ts';

const RUNS = 5_000;
const EVENTS_MAX = 40;
const [OWN, SHARED] = [['a', 'b'] as const, pathOf('shared', 'en')];

const EVENTS = [
  'type',
  'type-shared',
  'take-back-typing',
  'send',
  'arrive',
  'answer',
  'repeat',
  'lose',
  'arrive-late',
  'refresh',
] as const;
type Event = (typeof EVENTS)[number];

/** The rule of the service: a save is done if it names the current version. */
class StoredEntry {
  version = 1;
  readonly values = new Map<ValuePath, unknown>();

  get entry(): Entry {
    const fields = fieldsOf(this.values);
    return { ...EMPTY, version: this.version, fields };
  }

  save(version: number, changes: Changes): boolean {
    if (version !== this.version) return false;
    for (const [path, value] of changes)
      if (value === undefined) this.values.delete(path);
      else this.values.set(path, value);
    this.version += 1;
    return true;
  }
}

interface Request {
  readonly version: number;
  readonly changes: Changes;
  /** The answer that is on its way; undefined until the service has done it, null if it refused. */
  answer?: Entry | null;
}

class Writer {
  readonly layers: Layers;
  readonly own: ValuePath;
  readonly #record: StoredEntry;
  /** What was sent, and not yet answered. */
  #request: Request | null = null;
  readonly #late: Request[] = [];
  typed: string | undefined;
  /** What was known to be stored when the shared value was typed last. */
  #typedOver: unknown;
  #keys = 0;

  constructor(record: StoredEntry, name: string) {
    this.#record = record;
    this.layers = new Layers(record.entry);
    this.own = pathOf(name, 'en');
  }

  readonly does: Readonly<{ [event in Event]: () => void }> = {
    type: () => {
      this.typed = `${this.typed ?? ''}${this.#keys++}`;
      this.layers.set(this.own, this.typed);
    },
    'type-shared': () => {
      this.#typedOver = this.layers.acknowledgedValue(SHARED);
      this.layers.set(SHARED, `${this.own} ${this.#keys++}`);
    },
    'take-back-typing': () => {
      this.typed = this.layers.acknowledgedValue(this.own) as string | undefined;
      this.layers.set(this.own, this.typed);
    },
    send: () => this.#send(),
    arrive: () => this.#arrive(),
    answer: () => this.#answer(),
    repeat: () => this.#repeat(),
    lose: () => this.#lose(),
    'arrive-late': () => {
      const late = this.#late.shift();
      if (late !== undefined) this.#done(late);
    },
    refresh: () => void this.layers.merge(this.#record.entry),
  };

  /** Whether what is typed into the shared value would write over another's that this side never saw or was told of. */
  get isBlind(): boolean {
    const theirs = this.layers.acknowledgedValue(SHARED);
    if (!this.layers.isDirty(SHARED) || theirs === undefined || theirs === this.#typedOver) return false;
    return !`${theirs}`.startsWith(this.own) && this.layers.conflict(SHARED) === undefined;
  }

  #send(): void {
    const changes = this.layers.unsent(() => false);
    if (this.#request !== null || changes.size === 0) return;
    this.#request = { version: this.layers.entry?.version ?? 0, changes };
    this.layers.send(changes);
  }

  #arrive(): void {
    if (this.#request !== null) this.#done(this.#request);
  }

  /** The service does what it has not done yet. */
  #done(request: Request): Entry | null {
    if (request.answer === undefined)
      request.answer = this.#record.save(request.version, request.changes) ? this.#record.entry : null;
    return request.answer;
  }

  #answer(): void {
    const request = this.#request;
    this.#request = null;
    if (request === null) return;
    const answer = this.#done(request);
    if (answer !== null) return void this.layers.acknowledge(answer);
    this.layers.takeBack(false);
    this.layers.merge(this.#record.entry);
  }

  /** The service does it, the answer is lost, and the browser sends it again: that is refused. */
  #repeat(): void {
    if (this.#request === null) return;
    this.#done(this.#request);
    this.#request.answer = null;
    this.#answer();
  }

  /** The service does it, now or later, or never: this side hears nothing. */
  #lose(): void {
    if (this.#request === null) return;
    if (this.#keys % 2 === 0) this.#done(this.#request);
    else this.#late.push(this.#request);
    this.layers.takeBack(false);
    this.#request = null;
  }
}

it('no event but typing changes a value that is not acknowledged', () => {
  run((writer, event, before) => {
    if (event.startsWith('t')) return; // Typing and its taking back.
    for (const [path, value] of before) assert.equal(writer.layers.value(path), value, `${event} wrote into ${path}`);
  });
});

it('two writers of different values are both whole in the end, and never in conflict', () => {
  run(
    () => {},
    (writers, record) => {
      for (const { own, typed, layers } of writers) {
        assert.equal(record.values.get(own), typed);
        assert.equal(layers.value(own), typed);
        for (const { own: path } of writers) assert.equal(layers.conflict(path), undefined);
      }
    },
  );
});

it('two writers of one value see the same in the end', () => {
  run(
    () => {},
    ([one, other], record) => {
      assert.equal(one.layers.value(SHARED), other.layers.value(SHARED));
      assert.equal(one.layers.value(SHARED), record.values.get(SHARED));
    },
  );
});

it('nobody writes over what another wrote without having seen it, or being told of it', () => {
  run((writer, event) => assert.equal(writer.isBlind, false, event));
});

it('an answer that was overtaken leaves nothing unsaved but what others wrote over', () => {
  for (const theirs of ['mine', 'theirs']) {
    const layers = new Layers(entryOf(1, 'old'));
    layers.set(SHARED, 'mine');
    layers.send(layers.unsent(() => false));
    layers.merge(entryOf(3, theirs));
    layers.acknowledge(entryOf(2, 'mine'));
    assert.equal(layers.value(SHARED), 'mine');
    assert.deepEqual([...layers.unsent(() => false)], theirs === 'mine' ? [] : [[SHARED, 'mine']]);
  }
});

it('what comes back while it is on its way is acknowledged, and gives way to what others write later', () => {
  for (const [mine, theirs] of [
    ['mine', 'mine'],
    ['old', 'theirs'],
  ] as const) {
    const layers = new Layers(entryOf(1, 'old'));
    layers.set(SHARED, 'lost');
    layers.send(layers.unsent(() => false));
    layers.takeBack(false);
    layers.set(SHARED, mine);
    layers.send(layers.unsent(() => false));
    layers.merge(entryOf(2, theirs));
    assert.equal(layers.isDirtyAtAll, false, `${mine} is not sent again`);
    layers.merge(entryOf(3, 'later'));
    assert.deepEqual([layers.value(SHARED), layers.hasConflicts], ['later', false]);
    layers.acknowledge(entryOf(2, mine));
    assert.deepEqual([layers.value(SHARED), layers.isDirtyAtAll], ['later', false]);
  }
});

it('a text that is no value yet is kept beside the value, and what others write under it is asked about', () => {
  for (const hidesValue of [true, false]) {
    const layers = new Layers(entryOf(1, 'old'));
    const unfinished = { texts: ['{ "half"'], hidesValue };
    layers.setUnfinished(SHARED, unfinished);
    assert.deepEqual([layers.isDirtyAtAll, [...layers.unsent(() => false)]], [false, []]);
    layers.merge(entryOf(2, 'old'));
    assert.equal(layers.hasConflicts, false);
    layers.merge(entryOf(3, 'theirs'));
    assert.deepEqual(layers.conflict(SHARED), hidesValue ? { theirs: 'theirs' } : undefined);
    assert.equal(layers.unfinished(SHARED), unfinished);
    layers.set(SHARED, 'whole');
    assert.equal(layers.unfinished(SHARED), hidesValue ? undefined : unfinished);
  }
});

it('a text that an earlier tab left goes on, and what was written under it since is asked about', () => {
  for (const [theirs, asks] of [
    ['old', false],
    ['theirs', true],
  ] as const) {
    const layers = new Layers(entryOf(1, theirs));
    layers.finishLater(SHARED, { texts: ['1,2,3'], hidesValue: true }, ['old', 'old']);
    assert.deepEqual([layers.unfinished(SHARED)?.texts, layers.hasConflicts], [['1,2,3'], asks]);
  }
});

/** Runs random events, then lets both writers save until nothing is left. */
function run(
  check: (writer: Writer, event: Event, before: Changes) => void,
  checkEnd: (writers: readonly [Writer, Writer], record: StoredEntry) => void = () => {},
): void {
  const event = fc.tuple(fc.nat(1), fc.constantFrom(...EVENTS));
  const property = fc.property(fc.array(event, { maxLength: EVENTS_MAX, size: 'max' }), (events) => {
    const record = new StoredEntry();
    const writers = [new Writer(record, OWN[0]), new Writer(record, OWN[1])] as const;
    for (const [who, what] of events) {
      const writer = writers[who as 0 | 1];
      const before = new Map([...writer.layers.dirtyPaths()].map((path) => [path, writer.layers.value(path)]));
      writer.does[what]();
      check(writer, what, before);
    }
    for (const writer of writers) {
      // The last save meets a newer version at most once.
      for (const end of ['answer', 'send', 'answer', 'send', 'answer'] as const) writer.does[end]();
      assert.equal(writer.layers.isDirtyAtAll, false);
    }
    for (const writer of writers) writer.does.refresh();
    checkEnd(writers, record);
  });
  fc.assert(property, { numRuns: RUNS });
}

function entryOf(version: number, value: string): Entry {
  return { ...EMPTY, version, fields: fieldsOf(new Map([[SHARED, value]])) };
}

const EMPTY: Entry = {
  id: 'ent_a',
  key: 'a',
  space_id: 'spc_a',
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
