/** What a look at the text of JSON finds, compared with what parsing shows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findJsonFault, type JsonPath, surveyJson } from './json-text.ts';

const KEYS_MAX = 1_000;
const CONTAINERS_MAX = 50;
const survey = (text: string, containers = 1_000_000) => surveyJson(Buffer.from(text), { keys: KEYS_MAX, containers });

const repeated: readonly [text: string, path: JsonPath][] = [
  ['{"a":1,"a":2}', ['a']],
  ['[{"a":1},{"b":{"c":1,"d":[],"c":2}}]', [1, 'b', 'c']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"":1,"":2}', ['']],
  ['{"a\\"b":{"a":1},"a\\"b":2}', ['a"b']],
  ['{ "x" : [ {} , { "__proto__" : 1 , "__proto__" : 1 } ] }', ['x', 1, '__proto__']],
];

const inexact: readonly [text: string, path: JsonPath][] = [
  ['9007199254740993', []],
  ['-9007199254740993', []],
  ['{"a":[1,{"b":12345678901234567890}]}', ['a', 1, 'b']],
  ['[0.5,99999999999999999999]', [1]],
  ['{"a":9007199254740993.0}', ['a']],
  ['[1e-400]', [0]],
  ['[0,123456789123456.12345]', [1]],
  ['{"a":0.12345678901234567890}', ['a']],
  ['[1234567890123456789e-3]', [0]],
];

const sound = [
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  '["a","a",{"a":"a"}]',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
  '{"A":1,"a":2,"a ":3}',
  '[9007199254740991,-9007199254740991,9007199254740992,100000000000000000000]',
  '[0.30000000000000004,1e300,1.50e+2,6.02214076E23,0.00000000000000000001,5e-324,0e9]',
];

describe('the text of JSON', () => {
  for (const [text, path] of repeated) {
    it(`has a repeated key at ${path.join('.')}: ${text}`, () => {
      assert.deepEqual(findJsonFault(text), { kind: 'repeated_key', path });
      assert.notEqual(survey(text).members, membersIn(JSON.parse(text)));
    });
  }
  for (const [text, path] of inexact) {
    it(`has an inexact number: ${text}`, () => {
      const fault = findJsonFault(text);
      assert.deepEqual([fault?.kind, fault?.path], ['inexact_number', path]);
      assert.equal(survey(text).hasDoubtfulNumbers, true);
    });
  }
  for (const text of sound) {
    it(`has no fault: ${text}`, () => assert.equal(findJsonFault(text), undefined));
  }

  it('has as many members as the parsed value, whatever it is', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const value = randomValue(randomFrom(seed), 4);
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        assert.equal(survey(text).members, membersIn(value), `seed ${seed}: ${text}`);
        assert.equal(findJsonFault(text), undefined, `seed ${seed}: ${text}`);
      }
    }
  });

  it('has escapes where a character is written as one', () => {
    assert.equal(survey('{"a":"\\u0000"}').hasEscapes, true);
    assert.equal(survey('{"\\ud800":1}').hasEscapes, true);
    assert.equal(survey('{"a":"\\\\u0000 u0000"}').hasEscapes, false);
  });

  it('has too many keys when they differ, never when they repeat', () => {
    const keys = (count: number) =>
      JSON.stringify(Array.from({ length: 5_000 }, (_, at) => ({ [`key${at % count}`]: 1 })));
    assert.equal(survey(keys(KEYS_MAX)).hasTooManyKeys, false);
    assert.equal(survey(keys(KEYS_MAX * 2)).hasTooManyKeys, true);
  });

  it('tells whether there are too many objects and lists, and counts none in texts', () => {
    assert.equal(survey('[{}'.repeat(CONTAINERS_MAX / 2), CONTAINERS_MAX).hasTooManyContainers, false);
    assert.equal(survey(`[${'{},[],'.repeat(CONTAINERS_MAX / 2)}`, CONTAINERS_MAX).hasTooManyContainers, true);
    assert.equal(survey(`["${'[{'.repeat(CONTAINERS_MAX)}"]`, CONTAINERS_MAX).hasTooManyContainers, false);
  });

  it('is looked at to the end even where it is not JSON', () => {
    for (const text of ['', '"', '{"', '"\\', ':', '{"a":', '1'.repeat(40), ']}']) survey(text);
  });
});

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce<number>((sum, item) => sum + membersIn(item), 0);
  return below + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

const TEXTS = ['', 'a', 'b:c', '"', '\\', '{"a":1}', 'ü💡', '\n,', '\u0001'];

function randomValue(random: (below: number) => number, depth: number): unknown {
  const kind = random(depth === 0 ? 4 : 6);
  if (kind === 0) return TEXTS[random(TEXTS.length)];
  if (kind === 1) return random(2 ** 31) / (random(9) + 1);
  if (kind < 4) return [null, true, -5, 1e30][random(4)];
  const items = Array.from({ length: random(5) }, () => randomValue(random, depth - 1));
  if (kind === 4) return items;
  return Object.fromEntries(items.map((item) => [`${TEXTS[random(TEXTS.length)]}${random(3)}`, item]));
}

/** Whole numbers below a bound, the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
