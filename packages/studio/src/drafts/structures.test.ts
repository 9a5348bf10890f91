/** What drafts do with values that have components in them, when somebody else has written into the same value. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BlocksConflict } from '../../../contract/src/blocks-merge.ts';
import type { ContentType, Field } from '../api/types.ts';
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

  it('bring back a block that the other side changed, and ask where it was removed there', () => {
    const [base, changed] = [[block('a', 'A')], [block('a', 'Changed')]];
    const back = shape.merge({ base, mine: [], theirs: changed });
    assert.deepEqual([back.value, back.clashes], [changed, []]);
    const kept = shape.merge({ base, mine: changed, theirs: [] });
    assert.deepEqual(kept.value, changed);
    assert.deepEqual(
      kept.clashes.map(({ path, kind }) => [path, kind]),
      [['a', 'removed']],
    );
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
