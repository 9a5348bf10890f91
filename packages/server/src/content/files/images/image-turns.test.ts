/** Whose image is processed next, without images. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ImageTurns, type JobOwner } from './image-turns.ts';

interface Started {
  readonly name: string;
  readonly finish: () => void;
}

/** Turns with a record of what was started. */
function makeTurns() {
  const turns = new ImageTurns();
  const started: Started[] = [];
  const add = (name: string, owner: Partial<JobOwner> = {}) =>
    turns.take({ purpose: 'result', spaceId: name[0] ?? '', ...owner }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      started.push({ name, finish: resolve });
      return promise;
    });
  const names = () => started.map(({ name }) => name);
  const finish = async (name: string) => {
    started.find((one) => one.name === name)?.finish();
    await nextTurn();
  };
  return { add, names, finish };
}

const refused = (code: string) => ({ code });

it('a space with many jobs delays no other one', async () => {
  const { add, names, finish } = makeTurns();
  for (let number = 0; number < 60; number++) void add(`a${number}`);
  void add('b0');
  assert.deepEqual(names(), ['a0', 'a1', 'b0'], 'the other space starts beside the running ones');
  void add('b1');
  void add('c0');
  await finish('b0');
  assert.deepEqual(names().slice(3), ['b1'], 'a space without a running job goes first');
  await finish('a0');
  assert.deepEqual(names().slice(4), ['c0'], 'and the next one before the first again');
  for (const name of ['a1', 'b1', 'c0']) await finish(name);
  assert.deepEqual(names().slice(5), ['a2', 'a3'], 'one space alone has no third process');
});

it('spaces take turns, and the uploads of a space go before its results', async () => {
  const { add, names, finish } = makeTurns();
  for (const name of ['a0', 'b0', 'c0', 'a1', 'a2', 'b1', 'b2', 'c1']) void add(name);
  void add('a-upload', { purpose: 'upload' });
  assert.deepEqual(names(), ['a0', 'b0', 'c0']);
  for (const name of ['a0', 'b0', 'c0', 'a-upload', 'b1', 'c1', 'a1']) await finish(name);
  assert.deepEqual(names().slice(3), ['a-upload', 'b1', 'c1', 'a1', 'b2', 'a2']);
});

it('what one file, one address and one space may hold is bounded', async () => {
  const { add, finish, names } = makeTurns();
  for (let number = 0; number < 32; number++) void add(`a${number}`, { file: 'one', address: '::1' });
  await assert.rejects(add('a', { file: 'one' }), refused('unavailable'));
  for (let number = 32; number < 64; number++) void add(`a${number}`, { file: `${number}`, address: '::1' });
  await assert.rejects(add('z', { address: '::1' }), refused('api_quota_exceeded'));
  for (let number = 64; number < 100; number++) void add(`a${number}`);
  await assert.rejects(add('a'), refused('unavailable'));
  void add('z0', { address: '::2' });
  assert.equal(names().at(-1), 'z0', 'another space is not refused');
  await finish('z0');
  await finish('a0');
  void add('a', { file: 'one', address: '::1' });
});
