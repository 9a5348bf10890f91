/** What is undone in several steps is undone whole, or says how far it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PartlyUndone, undoInSteps } from './toasts.ts';

/** Undoes two steps of which the given one fails, and gives what was done. */
async function undoing(failing: string | null, done: string[] = []): Promise<string[]> {
  const run = async (step: string, before: number) => {
    if (step === failing) throw new Error('no right');
    done.push(`${before} ${step}`);
    return before + 1;
  };
  await undoInSteps(['unarchive', 'publish'], 1, { run, told: (why) => `out of the archive alone: ${why}` });
  return done;
}

test('every step begins with what the one before it gave', async () => {
  assert.deepEqual(await undoing(null), ['1 unarchive', '2 publish']);
});

test('a failure after the first step says what is undone and what is not', async () => {
  const done: string[] = [];
  const isTold = (error: unknown) =>
    error instanceof PartlyUndone && error.message === 'out of the archive alone: no right';
  await assert.rejects(undoing('publish', done), isTold);
  assert.deepEqual(done, ['1 unarchive']);
});

test('a failure of the first step is told as it is', async () => {
  await assert.rejects(undoing('unarchive'), (error) => !(error instanceof PartlyUndone));
});
