/** Documents that are long, or that other systems wrote, in the rich text editor. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { given } from '../../../testing/src/given.ts';
import { onFirstEngine } from '../../../testing/src/on-each-engine.ts';
import { importedDocuments } from './imported-documents.ts';
import { type Json, openDesk, type WritingDesk } from './writing-desk.ts';

/** On a machine that does nothing else it is a tenth of this; a slow machine of a test run must not fail it. */
const KEY_TO_PAINT_MS = 400;

const paragraph = (text: string): Json => ({ type: 'paragraph', content: [{ type: 'text', text }] });

onFirstEngine('the rich text editor with much text', (stage) => {
  let desk: WritingDesk;
  before(async () => {
    desk = await openDesk(stage.url);
  });
  after(() => desk.close());

  it('gives back unedited what other systems wrote, with one paragraph more', async (test) => {
    const documents = await importedDocuments(await given(stage.url));
    for (const value of documents) {
      await desk.show({ value });
      await desk.addFirst('New');
      const [added, ...others] = await desk.blocks();
      assert.deepEqual(added, paragraph('New'));
      assert.equal(JSON.stringify(others), JSON.stringify(value.content));
      assert.equal(await desk.page.locator('.kept').count(), 0);
    }
    test.diagnostic(`${documents.length} documents of real exports`);
  });

  it('is quick at the end of a long text', async (test) => {
    const blocks = Array.from({ length: 300 }, (_, index) => paragraph(`Block ${index} of a long text. `.repeat(8)));
    await desk.show({ value: { type: 'doc', content: blocks } });
    await desk.write();
    const times = await desk.timesOfKeys('The tide comes in, and the tide goes out again.');
    const [half, most] = [0.5, 0.95].map(
      (share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0,
    );
    test.diagnostic(`key to paint with 300 blocks: p50 ${half?.toFixed(1)} ms, p95 ${most?.toFixed(1)} ms`);
    assert.ok((half ?? 0) < KEY_TO_PAINT_MS, `${half} ms`);
  });
});
