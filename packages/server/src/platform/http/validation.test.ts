/** Checks by schema: what they list, where they end, and how whole numbers are written in query strings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import type { Violation } from '../../../../contract/src/violations.ts';
import { DomainError } from '../errors/domain-error.ts';
import { schemaCheck } from './validation.ts';

const Note = Type.Object(
  { title: Type.String({ maxLength: 5 }), count: Type.Optional(Type.Integer()) },
  { additionalProperties: false },
);
const Notes = Type.Object({ notes: Type.Array(Note) }, { additionalProperties: false });
const Lists = Type.Object({ list: Type.Union([Type.Array(Type.String()), Type.Array(Type.Integer())]) });

interface Refusal {
  readonly errors: readonly Violation[];
  readonly truncated?: boolean;
}

function refusalOf(schema: TSchema, value: unknown, options = {}): Refusal {
  try {
    schemaCheck(schema, options)(value);
  } catch (error) {
    assert.ok(error instanceof DomainError);
    return error.extra as unknown as Refusal;
  }
  assert.fail('It was accepted.');
}

const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at]));

describe('the check of a schema', () => {
  it('lists everything that is wrong, each with its path', () => {
    const { errors, truncated } = refusalOf(Note, { title: 'longer', tilte: 'x' });
    assert.deepEqual(
      errors.map(({ path, rule }) => `${path} ${rule}`),
      ['tilte unknown', 'title maxLength'],
    );
    assert.match(errors[0]?.message ?? '', /title/);
    assert.deepEqual(errors[1]?.params, { limit: 5 });
    assert.equal(truncated, undefined);
  });

  for (const [name, schema, value] of [
    ['unknown keys', Note, { title: 'a', ...unknownKeys(5_000) }],
    ['items', Notes, { notes: Array.from({ length: 5_000 }, () => ({ title: 7, x: 1 })) }],
  ] as const) {
    it(`lists the first 100 of many ${name}, and says that there are more`, () => {
      const { errors, truncated } = refusalOf(schema, value);
      assert.equal(errors.length, 100);
      assert.equal(truncated, true);
    });
  }

  it('lists 100 problems as all there are', () => {
    const { errors, truncated } = refusalOf(Note, { title: 'a', ...unknownKeys(100) });
    assert.deepEqual([errors.length, truncated], [100, undefined]);
  });

  it('stops looking where the list ends', () => {
    let reads = 0;
    const keys = Array.from({ length: 5_000 }, (_, at) => `key${at}`);
    const value = new Proxy({}, { ownKeys: () => keys, getOwnPropertyDescriptor, get: () => ++reads });
    refusalOf(Note, value);
    assert.ok(reads < 500, `${reads} of 5,000 values were read.`);
  });

  it('accepts a value that only the last branch of a union takes, however long it is', () => {
    schemaCheck(Lists)({ list: Array.from({ length: 5_000 }, (_, at) => at) });
  });

  it('shortens what it repeats of a long key', () => {
    const { errors } = refusalOf(Note, { title: 'a', ['x'.repeat(100_000)]: 1 });
    assert.ok(JSON.stringify(errors).length < 1_000);
  });
});

describe('a whole number in a query string', () => {
  const Query = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: -1, maximum: 1_000 })) });
  const options = { prefix: 'query', isText: true };

  for (const text of ['0', '10', '-1', '1000', '007']) {
    it(`is ${text}`, () => {
      const query = { limit: text };
      schemaCheck(Query, options)(query);
      assert.deepEqual(query, { limit: Number(text) });
    });
  }
  for (const text of ['1e2', '0x10', ' 10', '10 ', '+1', '1.0', '', '1_0', '0b1', '9'.repeat(400)]) {
    it(`is not ${JSON.stringify(text.slice(0, 10))}`, () => {
      assert.equal(refusalOf(Query, { limit: text }, options).errors[0]?.path, 'query.limit');
    });
  }
});

function getOwnPropertyDescriptor(): PropertyDescriptor {
  return { enumerable: true, configurable: true, writable: true, value: 1 };
}
