/**
 * The pages of the documentation that hold commands (`sh story` blocks), word for word: each goes on from the README's
 * quick start on a fresh service, and what its commands print is what the page shows.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { withEachEngine } from './harness/engines.ts';
import { startService } from './harness/service.ts';
import { assertPrinted, readmeSteps, runSteps, type Step, stepsOf } from './readme.ts';

const DOCS = new URL('../../../docs/', import.meta.url);
const PAGES_MIN = 5;

interface Page {
  readonly name: string;
  readonly steps: readonly Step[];
}

const pages = pagesWithSteps();

for (const { name, steps } of pages) {
  withEachEngine(`docs/${name} is true: its commands work and print what is shown`, async (engine) => {
    const service = await startService({ engine });
    try {
      const before = readmeSteps();
      const printed = (await runSteps([...before, ...steps], service.url)).slice(before.length);
      for (const [index, { shown, commands }] of steps.entries()) {
        if (shown !== null) assertStep(printed[index] ?? '', shown, commands);
      }
    } finally {
      await service.close();
    }
  });
}

describe('the pages with commands', () => {
  it('are found', () => {
    assert.ok(pages.length >= PAGES_MIN, `${pages.length} pages hold commands`);
  });
});

function assertStep(printed: string, shown: NonNullable<Step['shown']>, commands: string): void {
  try {
    assertPrinted(printed, shown);
  } catch (cause) {
    assert.fail(`This printed something else than the page shows:\n${commands}\n${printed}\n${String(cause)}`);
  }
}

function pagesWithSteps(): Page[] {
  return readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({ name, steps: stepsOf(new URL(name, DOCS)) }))
    .filter(({ steps }) => steps.length > 0);
}
