/** Tasks take turns, and end after too many failures. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DomainError } from '../errors/domain-error.ts';
import { noteFailure, stepInTurn } from './tasks.ts';

describe('tasks that are done in steps', () => {
  /** Steps that are left of each task, by number. */
  const tasksOf = (left: Map<number, number>) => {
    const steps: number[] = [];
    return {
      steps,
      next: async (after = 0) => [...left.keys()].sort((one, other) => one - other).find((task) => task > after),
      step: async (task: number) => {
        steps.push(task);
        const rest = (left.get(task) ?? 0) - 1;
        if (rest > 0) left.set(task, rest);
        else left.delete(task);
      },
    };
  };

  it('take turns, until none is left', async () => {
    const tasks = tasksOf(new Map([...[2, 1, 3].entries()].map(([index, count]) => [index + 1, count])));
    await stepInTurn(new AbortController().signal, tasks);
    assert.deepEqual(tasks.steps, [1, 2, 3, 1, 3, 3]);
  });

  it('stop after the step in which the run is aborted', async () => {
    const { next, step, steps } = tasksOf(new Map([[1, 9]]));
    const aborting = new AbortController();
    await stepInTurn(aborting.signal, {
      next,
      step: async (task) => {
        await step(task);
        if (steps.length === 2) aborting.abort();
      },
    });
    assert.deepEqual(steps, [1, 1]);
  });

  it('are given up at the fifth failure in a row; one of a database that is away is none', async () => {
    let [failures, givenUp] = [0, 0];
    const counting = { count: async () => ++failures, giveUp: async () => void givenUp++ };
    for (let n = 0; n < 9; n++) await noteFailure(new DomainError('unavailable', 'Try again.'), counting);
    for (let n = 0; n < 4; n++) await noteFailure(new Error('It failed.'), counting);
    assert.deepEqual([failures, givenUp], [4, 0]);
    await noteFailure(new DomainError('conflict', 'No.'), counting);
    assert.deepEqual([failures, givenUp], [5, 1]);
  });
});
