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
const LAST_ROUNDS = 4;
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
  'keep-mine',
  'take-theirs',
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
  readonly typedOver: unknown;
  readonly over: Entry | null;
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
  /** What the service replaced of the other's, and what this side had seen there when it wrote or decided last. */
  readonly overwritten: (readonly [seen: unknown, replaced: unknown])[] = [];
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
    'keep-mine': () => {
      if (this.layers.conflict(SHARED) !== undefined) this.#typedOver = this.layers.acknowledgedValue(SHARED);
      this.layers.decide(SHARED);
    },
    'take-theirs': () => {
      const conflict = this.layers.conflict(SHARED);
      if (conflict === undefined) return;
      this.layers.decide(SHARED);
      this.layers.set(SHARED, conflict.theirs);
      this.#typedOver = conflict.theirs;
    },
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
    const over = this.layers.entry;
    this.#request = { version: over?.version ?? 0, over, changes, typedOver: this.#typedOver };
    this.layers.send(changes);
  }

  #arrive(): void {
    if (this.#request !== null) this.#done(this.#request);
  }

  /** The service does what it has not done yet. */
  #done(request: Request): Entry | null {
    if (request.answer !== undefined) return request.answer;
    const before = this.#record.values.get(SHARED);
    const isDone = this.#record.save(request.version, request.changes);
    if (isDone && request.changes.has(SHARED) && before !== undefined && !`${before}`.startsWith(this.own))
      this.overwritten.push([request.typedOver, before]);
    request.answer = isDone ? this.#record.entry : null;
    return request.answer;
  }

  #answer(): void {
    const request = this.#request;
    this.#request = null;
    if (request === null) return;
    const answer = this.#done(request);
    if (answer !== null) return void this.layers.acknowledge(answer, request.over);
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

it('the service replaces nothing of another that the writer had not seen or decided about before', () => {
  run(
    () => {},
    (writers) => {
      for (const { overwritten } of writers) for (const [seen, replaced] of overwritten) assert.equal(seen, replaced);
    },
  );
});

it('an answer that was overtaken leaves nothing unsaved but what others wrote over', () => {
  for (const theirs of ['mine', 'theirs']) {
    const layers = new Layers(entryOf(1, 'old'));
    layers.set(SHARED, 'mine');
    layers.send(layers.unsent(() => false));
    const over = layers.entry;
    layers.merge(entryOf(3, theirs));
    layers.acknowledge(entryOf(2, 'mine'), over);
    assert.equal(layers.value(SHARED), 'mine');
    assert.deepEqual([...layers.unsent(() => false)], []);
    assert.equal(layers.conflict(SHARED)?.theirs, theirs === 'mine' ? undefined : 'theirs');
    layers.decide(SHARED);
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
    const over = layers.entry;
    layers.merge(entryOf(2, theirs));
    assert.equal(layers.isDirtyAtAll, false, `${mine} is not sent again`);
    layers.merge(entryOf(3, 'later'));
    assert.deepEqual([layers.value(SHARED), layers.hasConflicts], ['later', false]);
    layers.acknowledge(entryOf(2, mine), over);
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
    assert.equal(layers.conflict(SHARED)?.theirs, hidesValue ? 'theirs' : undefined);
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
      // The last save meets a newer version at most once, and is asked about that.
      for (let round = 0; round < LAST_ROUNDS; round++)
        for (const end of ['answer', 'keep-mine', 'send'] as const) writer.does[end]();
      assert.equal(writer.layers.isDirtyAtAll, false);
    }
    for (const writer of writers) writer.does.refresh();
    checkEnd(writers, record);
  });
  fc.assert(property, { numRuns: RUNS });
}

function entryOf(version: number, value: unknown): Entry {
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

it('an undecided change is kept as written over what was there before theirs, and ends where theirs goes back to that', () => {
  const layers = new Layers(entryOf(1, 'old'));
  layers.set(SHARED, 'mine');
  layers.merge(entryOf(2, 'theirs'));
  assert.equal(layers.writtenOver(SHARED), 'old');
  layers.merge(entryOf(3, 'theirs again'));
  assert.deepEqual([layers.writtenOver(SHARED), layers.conflict(SHARED)?.theirs], ['old', 'theirs again']);
  layers.set(SHARED, 'old');
  assert.deepEqual([...layers.unsent(() => false)], [], 'taking back what was typed decides nothing');
  layers.set(SHARED, 'mine');
  layers.merge(entryOf(4, 'old'));
  assert.deepEqual([...layers.unsent(() => false)], [[SHARED, 'mine']]);
  assert.equal(layers.hasConflicts, false);
});

it('an undecided change ends where both sides come to the same', () => {
  const layers = new Layers(entryOf(1, 'old'));
  layers.set(SHARED, 'mine');
  layers.merge(entryOf(2, 'theirs'));
  layers.set(SHARED, 'theirs');
  assert.deepEqual([layers.hasConflicts, layers.isDirtyAtAll], [false, false]);
});

it('a change that an earlier tab left is asked about where the server has moved on until it goes on', () => {
  const layers = new Layers(entryOf(2, 'theirs'));
  layers.restore(SHARED, { mine: 'mine', base: 'old', sent: [] });
  assert.deepEqual([layers.value(SHARED), layers.conflict(SHARED)?.theirs], ['mine', 'theirs']);
  assert.deepEqual([...layers.unsent(() => false)], []);
});

it('what this tab saved in a rich text and others replaced comes back block by block', () => {
  const text = (...words: readonly string[]) => ({
    type: 'doc',
    content: words.map((one) => ({ type: 'paragraph', content: [{ type: 'text', text: one }] })),
  });
  const layers = new Layers(entryOf(1, text('first of all', 'second of all', 'third of all')));
  const mine = text('first of all', 'second of all, mine', 'third of all');
  layers.set(SHARED, mine);
  layers.send(layers.unsent(() => false));
  layers.acknowledge(entryOf(2, mine), layers.entry);
  layers.merge(entryOf(3, text('first of all, theirs', 'second of all, theirs', 'third of all', 'fourth, theirs')));
  layers.set(SHARED, text('first of all, theirs', 'second of all, theirs', 'third of all, later', 'fourth, theirs'));
  layers.send(layers.unsent(() => false));
  layers.acknowledge(entryOf(4, layers.value(SHARED)), layers.entry);
  assert.deepEqual(
    layers.withMine(SHARED),
    text('first of all, theirs', 'second of all, mine', 'third of all, later', 'fourth, theirs'),
  );
});

it('what others change is news until it is seen or goes back, and what this tab saved is told of as its own', () => {
  const layers = new Layers(entryOf(1, 'old'));
  layers.merge(entryOf(2, 'theirs'));
  const [first] = layers.news;
  assert.deepEqual(first, { field: 'shared', locale: 'en', before: 'old', now: 'theirs', isMine: false, inside: [] });
  layers.merge(entryOf(3, 'later'));
  assert.deepEqual([layers.news[0]?.before, layers.news[0]?.now], ['old', 'later']);
  layers.merge(entryOf(4, 'old'));
  assert.deepEqual(layers.news, []);
  layers.set(SHARED, 'mine');
  layers.send(layers.unsent(() => false));
  layers.acknowledge(entryOf(5, 'mine'), layers.entry);
  assert.deepEqual(layers.news, []);
  layers.merge(entryOf(6, 'theirs'));
  layers.lookedAt();
  assert.deepEqual(layers.news, [
    { field: 'shared', locale: 'en', before: 'mine', now: 'theirs', isMine: true, inside: [] },
  ]);
  layers.seen();
  assert.deepEqual(layers.news, []);
  layers.merge(entryOf(7, 'restored'), true);
  assert.deepEqual(layers.news, [], 'the person asked for it');
});
