/** What drafts do with values that have components in them, when somebody else has written into the same value. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BlocksConflict } from '../../../contract/src/blocks-merge.ts';
import type { ContentType, Entry, Field } from '../api/types.ts';
import { Layers } from './layers.ts';
import type { Shape } from './shape.ts';
import { shapesOf } from './structures.ts';
import { pathOf } from './value-path.ts';

const field = (id: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  id,
  name: id,
  type,
  former_ids: [],
  required: false,
  localized: false,
  unique: false,
  ...more,
});
const quote = {
  api_id: 'quote',
  fields: [field('text', 'text', { localized: true }), field('who', 'string')],
} as unknown as ContentType;
const page = { fields: [field('title', 'string'), field('blocks', 'blocks', { components: ['quote'] })] };
const PATH = pathOf('blocks', 'en');

const block = (id: string, text: string, who = '') => ({ id, type: 'quote', fields: { text: { en: text }, who } });
const shape = shapesOf(page, [quote])('blocks') as Shape;

describe('blocks in a draft', () => {
  it('are known by their field; other values are taken whole', () => {
    const shapes = shapesOf(page, [quote]);
    assert.equal(shapes('title'), null);
    assert.equal(shapes('gone'), null);
    assert.notEqual(shapes('blocks'), null);
  });

  it('keep what each side wrote into a block of its own', () => {
    const base = [block('a', 'A'), block('b', 'B')];
    const merged = shape.merge({
      base,
      mine: [block('a', 'Mine'), block('b', 'B')],
      theirs: [block('b', 'Theirs'), block('a', 'A')],
    });
    assert.deepEqual(merged.value, [block('b', 'Theirs'), block('a', 'Mine')]);
    assert.deepEqual(merged.clashes, []);
  });

  it('ask about one place alone, again after a save, and no more once it is decided', () => {
    const sides = {
      base: [block('a', 'A', 'x')],
      mine: [block('a', 'Mine', 'x')],
      theirs: [block('a', 'Theirs', 'y')],
    };
    const { value, base, clashes } = shape.merge(sides);
    assert.deepEqual(value, [block('a', 'Mine', 'y')]);
    assert.deepEqual(
      clashes.map(({ path }) => path),
      ['a.text.en'],
    );
    const left = { base, theirs: sides.theirs };
    const clash = shape.undecided(left, value)[0] as BlocksConflict;
    assert.equal(clash.path, 'a.text.en');
    const decided = (choice: 'mine' | 'theirs') => shape.decide(left, value, { clash, choice, block: undefined });
    assert.deepEqual(decided('mine'), { value, rest: undefined });
    assert.deepEqual(decided('theirs'), { value: sides.theirs, rest: undefined });
  });

  it('leave the second place to decide when the first is decided', () => {
    const theirs = [block('a', 'Theirs', 'they')];
    const { value, base } = shape.merge({ base: [block('a', 'A')], mine: [block('a', 'Mine', 'me')], theirs });
    const [clash, second] = shape.undecided({ base, theirs }, value) as [BlocksConflict, BlocksConflict];
    const { value: now, rest } = shape.decide({ base, theirs }, value, { clash, choice: 'theirs', block: undefined });
    assert.ok(rest);
    assert.deepEqual(
      shape.undecided(rest, now).map(({ path }) => path),
      [second.path],
    );
  });

  it('do not ask about what this side sent itself without learning that it arrived', () => {
    const [base, sent] = [[block('a', 'A')], [block('a', 'Sent')]];
    const mine = [block('a', 'Sent, and more')];
    assert.equal(shape.merge({ base, mine, theirs: sent }).clashes.length, 1);
    const { value, clashes } = shape.merge({ base, mine, theirs: sent }, [sent]);
    assert.deepEqual(value, mine);
    assert.deepEqual(clashes, []);
  });

  it('ask about a block that this side removed and the other one changed, at its place, and about the mirrored case', () => {
    const base = [block('a', 'A'), block('b', 'B'), block('c', 'C'), block('d', 'D')];
    const theirs = [block('c', 'C changed'), block('a', 'A'), block('b', 'B changed'), block('d', 'D')];
    const { value: mine, ...merged } = shape.merge({ base, mine: [block('a', 'A'), block('d', 'D')], theirs });
    assert.deepEqual(mine, [block('a', 'A'), block('d', 'D')], 'nothing comes back by itself');
    assert.equal(merged.clashes.length, 2);
    const left = { base: merged.base, theirs };
    assert.deepEqual(
      shape.removals(PATH, left, mine, 'fields.blocks').map(({ id, at }) => `${id} ${at}`),
      ['c 0', 'b 1'],
    );
    const clashOf = (path: string) =>
      shape.undecided(left, mine).find((one) => one.path === path) as unknown as BlocksConflict;
    const kept = shape.decide(left, mine, { clash: clashOf('b'), choice: 'theirs', block: undefined });
    assert.deepEqual(kept.value, [block('a', 'A'), block('b', 'B changed'), block('d', 'D')]);
    const rest = kept.rest as NonNullable<typeof kept.rest>;
    assert.deepEqual(
      shape.removals(PATH, rest, kept.value, 'fields.blocks').map(({ id }) => id),
      ['c'],
    );
    const gone = shape.decide(rest, kept.value, { clash: clashOf('c'), choice: 'mine', block: undefined });
    assert.deepEqual(gone, { value: kept.value, rest: undefined });
    const mirrored = shape.merge({ base: [block('a', 'A')], mine: [block('a', 'Mine')], theirs: [] });
    assert.deepEqual(mirrored.value, [block('a', 'Mine')]);
    assert.deepEqual(
      mirrored.clashes.map(({ path, kind }) => [path, kind]),
      [['a', 'removed']],
    );
  });

  it('come back by themselves nowhere where all were removed, and where a whole component was', () => {
    const theirs = [block('a', 'Changed')];
    const { value, base } = shape.merge({ base: [block('a', 'A')], mine: undefined, theirs });
    assert.equal(value, undefined);
    assert.equal(shape.removals(PATH, { base, theirs }, value, 'fields.blocks').length, 1);
    const one = { fields: [field('quote', 'component', { component: 'quote' })] };
    const component = shapesOf(one, [quote])('quote') as Shape;
    const changed = { fields: { who: 'Theirs' } };
    const merged = component.merge({ base: { fields: { who: 'A' } }, mine: undefined, theirs: changed });
    assert.deepEqual([merged.value, merged.clashes.length], [undefined, 1]);
  });

  it('find a place by the path of the server, and tell when its block has gone', () => {
    assert.deepEqual(shape.namesInside(PATH, 'fields.blocks.a.text.en'), ['a.text.en', 'a.text']);
    assert.deepEqual(shape.namesInside(PATH, 'fields.title.en'), []);
    const isGone = (names: string) => shape.isPlaceGone([block('a', 'A')], names.split('.'));
    assert.equal(isGone('a.text.en'), false);
    assert.equal(isGone('a.note'), false, 'a field that has no value yet');
    assert.equal(isGone('b.text.en'), true);
    assert.equal(shape.isPlaceGone(undefined, ['a']), true);
  });
});

describe('what others changed in blocks', () => {
  const entryOf = (version: number, blocks: readonly unknown[]) =>
    ({ version, fields: { blocks: { en: blocks } } }) as unknown as Entry;
  const opened = (...blocks: readonly unknown[]) => {
    const layers = new Layers(entryOf(1, blocks));
    layers.know(shapesOf(page, [quote]));
    return layers;
  };
  const save = (layers: Layers, version: number, ...blocks: readonly unknown[]) => {
    layers.set(PATH, blocks);
    layers.send(layers.unsent(() => false));
    layers.acknowledge(entryOf(version, blocks), layers.entry);
  };
  const told = (layers: Layers) =>
    layers.news.flatMap(({ inside }) =>
      inside.map(({ path, kind, isMine }) => `${path} ${kind}${isMine ? ', mine' : ''}`),
    );

  it('is told at the block and the field, and as its own where this tab had saved that', () => {
    const layers = opened(block('a', 'A'), block('b', 'B'), block('c', 'C'));
    save(layers, 2, block('a', 'A, mine'), block('b', 'B'), block('c', 'C'));
    assert.deepEqual(told(layers), []);
    layers.merge(entryOf(3, [block('c', 'C'), block('a', 'Theirs', 'they'), block('n', 'New')]));
    assert.deepEqual(told(layers), [
      'fields.blocks.c moved',
      'fields.blocks.a.text.en changed, mine',
      'fields.blocks.a.who changed',
      'fields.blocks.n added',
      'fields.blocks.b removed',
    ]);
    assert.equal(layers.newsInside('fields.blocks.a.text.en')?.restored, 'A, mine');
    layers.lookedAt();
    assert.deepEqual(told(layers), ['fields.blocks.c moved', 'fields.blocks.a.text.en changed, mine']);
    layers.seenInside('fields.blocks.a.text.en');
    assert.deepEqual(told(layers), ['fields.blocks.c moved']);
    layers.seen();
    assert.deepEqual(told(layers), []);
  });

  it('is told where this side writes into another block meanwhile, and no more where it writes over that', () => {
    const layers = opened(block('a', 'A'), block('b', 'B'));
    layers.set(PATH, [block('a', 'Mine'), block('b', 'B')]);
    layers.merge(entryOf(2, [block('a', 'A'), block('b', 'Theirs')]));
    assert.deepEqual(told(layers), ['fields.blocks.b.text.en changed']);
    layers.set(PATH, [block('a', 'Mine'), block('b', 'Mine too')]);
    layers.send(layers.unsent(() => false));
    layers.acknowledge(entryOf(3, [block('a', 'Mine'), block('b', 'Mine too')]), layers.entry);
    assert.deepEqual(told(layers), []);
  });

  it('is told of a block that they removed and this tab had written', () => {
    const layers = opened(block('a', 'A'));
    save(layers, 2, block('a', 'A'), block('b', 'Mine'));
    layers.merge(entryOf(3, [block('a', 'A')]));
    assert.deepEqual(told(layers), ['fields.blocks.b removed, mine']);
  });

  it('waits with what this side removed until that is decided, also after the tab was closed', () => {
    const layers = opened(block('a', 'A'), block('b', 'B'));
    layers.set(PATH, [block('b', 'B')]);
    layers.merge(entryOf(2, [block('a', 'A, theirs'), block('b', 'B')]));
    assert.deepEqual(layers.value(PATH), [block('b', 'B')]);
    assert.deepEqual(
      layers.unsent(() => false),
      new Map(),
    );
    assert.deepEqual(told(layers), []);
    const kept = { mine: layers.value(PATH), base: layers.writtenOver(PATH), sent: [] };
    const later = new Layers(entryOf(2, [block('a', 'A, theirs'), block('b', 'B')]));
    later.know(shapesOf(page, [quote]));
    later.restore(PATH, kept);
    const [removal] = later.removals('fields.blocks');
    assert.deepEqual(removal, { id: 'a', before: block('a', 'A'), theirs: block('a', 'A, theirs'), at: 0 });
  });
});
