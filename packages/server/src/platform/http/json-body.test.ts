/** JSON bodies: what is malformed, what is rejected although it parses, and that nothing overflows the stack. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DomainError } from '../errors/domain-error.ts';
import { JSON_CONTAINERS_MAX, JSON_DEPTH_MAX, parseJsonBody } from './json-body.ts';

const nested = (depth: number) => Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const malformed: readonly [name: string, bytes: Buffer][] = [
  ['no JSON', Buffer.from('{"a":')],
  ['nothing', Buffer.alloc(0)],
  ['a byte that is not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['half of a UTF-8 character', Buffer.from([0x22, 0xc3, 0x22])],
  ['two values', Buffer.from('{} {}')],
  ['a key that appears twice', Buffer.from('{"a":[{"b":1,"b":1}]}')],
  ['a key that appears twice, once escaped', Buffer.from('{"ab":1,"a\\u0062":1}')],
];

const invalid: readonly [name: string, text: string, path: string, rule: string][] = [
  ['NUL in a text', '{"a":{"b":["x","\\u0000"]}}', 'a.b.1', 'characters'],
  ['NUL in a key', '{"a\\u0000":1}', 'body', 'characters'],
  ['a lone surrogate', '{"a":"\\ud800"}', 'a', 'characters'],
  ['a lone surrogate in a key', '{"x":{"\\udc00":1}}', 'x', 'characters'],
  ['a number beyond a double', '{"a":[1,1e999]}', 'a.1', 'number'],
  ['a number below a double', '-1e999', 'body', 'number'],
  ['a whole number that would change', '{"a":[{"b":9007199254740993}]}', 'a.0.b', 'number'],
  ['one that would change, with a point', '{"a":9007199254740993.0}', 'a', 'number'],
  ['a number so small that it would be 0', '{"a":[1e-400]}', 'a.0', 'number'],
  ['a fraction that would change', '{"a":123456789123456.12345}', 'a', 'number'],
  ['31 combining marks in a row', JSON.stringify({ a: [`o${'\u0301'.repeat(31)}`] }), 'a.0', 'characters'],
  ['31 combining marks as escapes', `{"a":"o${'\\u0301'.repeat(31)}"}`, 'a', 'characters'],
  ['31 combining marks in a key', JSON.stringify({ x: { [`o${'\u0301'.repeat(31)}`]: 1 } }), 'x', 'characters'],
  ['NUL as the whole body', '"\\u0000"', 'body', 'characters'],
];

describe('a JSON body', () => {
  for (const [name, bytes] of malformed) {
    it(`is malformed with ${name}`, () => {
      assert.throws(() => parseJsonBody(bytes), { code: 'malformed_request' });
    });
  }

  for (const [name, text, path, rule] of invalid) {
    it(`is refused with ${name}, at ${path}`, () => {
      assert.throws(
        () => parseJsonBody(Buffer.from(text)),
        (error) => {
          assert.ok(error instanceof DomainError);
          const [first] = error.extra.errors as { path: string; rule: string }[];
          assert.deepEqual([first?.path, first?.rule], [path, rule]);
          return true;
        },
      );
    });
  }

  it(`nests ${JSON_DEPTH_MAX} levels and no more`, () => {
    parseJsonBody(nested(JSON_DEPTH_MAX));
    assert.throws(() => parseJsonBody(nested(JSON_DEPTH_MAX + 1)), { code: 'validation_failed' });
  });

  it('is rejected without a crash at 200,000 levels', () => {
    assert.throws(() => parseJsonBody(nested(200_000)), DomainError);
    assert.throws(() => parseJsonBody(Buffer.from(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`)), DomainError);
  });

  it('reports the first 100 problems and says that there are more', () => {
    const text = JSON.stringify(Array.from({ length: 1_000 }, () => '\0'));
    assert.throws(
      () => parseJsonBody(Buffer.from(text)),
      (error) =>
        error instanceof DomainError &&
        (error.extra.errors as unknown[]).length === 100 &&
        error.extra.truncated === true,
    );
  });

  it('may have 30 combining marks in a row, as often as it likes', () => {
    const text = `o${'\u0301'.repeat(30)}`.repeat(100);
    assert.deepEqual(parseJsonBody(Buffer.from(JSON.stringify([text]))), [text]);
  });

  it('is rejected unparsed with too many different keys', () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1])));
    assert.throws(
      () => parseJsonBody(Buffer.from(text)),
      (error) => error instanceof DomainError && error.extra.truncated === true,
    );
  });

  it(`holds ${JSON_CONTAINERS_MAX} objects and lists and no more`, () => {
    const lists = (count: number) =>
      Buffer.from(
        `[${Array(count - 1)
          .fill('{}')
          .join()}]`,
      );
    parseJsonBody(lists(JSON_CONTAINERS_MAX));
    assert.throws(
      () => parseJsonBody(lists(JSON_CONTAINERS_MAX + 1)),
      (error) => error instanceof DomainError && JSON.stringify(error.extra).includes('max_containers'),
    );
  });

  it('may have any key, from which nothing inherits', () => {
    const text = '{"a":{"__proto__":{"b":1},"constructor":"Ferrari","prototype":null}}';
    const value = parseJsonBody(Buffer.from(text)) as { a: object & { b?: number } };
    assert.equal(JSON.stringify(value), text);
    assert.deepEqual([value.a.b, Object.getPrototypeOf(value.a)], [undefined, Object.prototype]);
  });

  it('is otherwise read as it is', () => {
    assert.deepEqual(parseJsonBody(Buffer.from('{"a":[1,true,null,"ü💡",{"b":{}}]}')), {
      a: [1, true, null, 'ü💡', { b: {} }],
    });
  });
});
