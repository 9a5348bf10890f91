/**
 * The README's quick start, word for word: its commands run in bash against a fresh service, and what they print is
 * what the README shows.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { startService } from '../../../testing/src/service.ts';
import { assertPrinted, readmeSteps, runSteps } from './readme.ts';

const STEPS_MIN = 8;

describeEachEngine('the README', (engine) => {
  it('is true: every command of its quick start works and prints what is shown', async () => {
    const service = await startService({ engine });
    try {
      const steps = readmeSteps();
      assert.ok(steps.length >= STEPS_MIN, `${steps.length} steps were found in the README`);
      const printed = await runSteps(steps, service.url);
      for (const [index, step] of steps.entries()) {
        if (step.shown !== null) assertPrinted(printed[index] ?? '', step.shown);
      }
    } finally {
      await service.close();
    }
  });
});

describe('the reader of the README', () => {
  it('refuses a response that differs from the one shown', () => {
    const shown = { kind: 'json', text: '{"id": "ent_…", "total": 1}' } as const;
    assertPrinted('{"id": "ent_abc", "total": 1}', shown);
    assert.throws(() => assertPrinted('{"id": "ent_abc", "total": 2}', shown));
    assert.throws(() => assertPrinted('{"id": "ast_abc", "total": 1}', shown));
    assert.throws(() => assertPrinted('{"id": "ent_abc", "total": 1, "more": 1}', shown));
  });
});
