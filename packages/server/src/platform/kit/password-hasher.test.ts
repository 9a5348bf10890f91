/** Hashes are salted Argon2id, compare correctly, and run no more at a time than allowed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueFullError } from './fair-turns.ts';
import { PasswordHasher } from './password-hasher.ts';

const KNOWN = '$argon2id$v=19$m=19456,t=2,p=1$AQEBAQEBAQEBAQEBAQEBAQ$a5BTbt4cczP5CnVJ6Vfpl/6egHSlf9nB3VdaNF3rYto';

function hashing(hasher = new PasswordHasher()) {
  return {
    hash: (password: string) => hasher.inTurn('test', ({ hash }) => hash(password)),
    verify: (password: string, phc: string | undefined) => hasher.inTurn('test', ({ verify }) => verify(password, phc)),
  };
}

test('a hash is a PHC string of our parameters, salted, and matches its password alone', async () => {
  const hasher = hashing();
  const [one, other] = await Promise.all([hasher.hash('quiet harbour'), hasher.hash('quiet harbour')]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, other);
  assert.equal(await hasher.verify('quiet harbour', one), true);
  assert.equal(await hasher.verify('quiet harbor', one), false);
});

test('a stored hash of another installation is read by its own parameters', async () => {
  assert.equal(await hashing().verify('hello world', KNOWN), true);
  assert.equal(await hashing().verify('hello worlds', KNOWN), false);
});

test('a password in another Unicode form is the same password', async () => {
  const hasher = hashing();
  assert.equal(await hasher.verify('cafe\u0301 noir', await hasher.hash('caf\u00e9 noir')), true);
});

test('no hash, a broken one and one with excessive parameters never match', async () => {
  const hasher = hashing();
  const greedy = KNOWN.replace('m=19456', 'm=999999');
  for (const phc of [undefined, '', 'x', greedy]) assert.equal(await hasher.verify('hello world', phc), false);
});

test('those that find the queue full are refused, the others are served', async () => {
  const hasher = hashing(new PasswordHasher({ limits: { total: 1, waiting: 2, waitingPerParty: 2 } }));
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('x')));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  const [refused] = outcomes.slice(3);
  assert.ok(refused?.status === 'rejected' && refused.reason instanceof QueueFullError);
  assert.equal(typeof (await hasher.hash('x')), 'string');
});
