/** Events are read wherever a connection cuts them, and an end without a result is none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultOf } from './events.ts';
import { ApiProblem, Unreachable } from './problem.ts';

/** A response that arrives in pieces of a few bytes, so that events and letters are cut anywhere. */
function streamOf(text: string, size = 3): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.slice(n * size, (n + 1) * size),
  );
  return new ReadableStream({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

test('gives each piece of text, then the result, past the comments between', async () => {
  const texts: string[] = [];
  const written = ':\n\nevent: text\ndata: {"text":"Grüße, "}\n\n:\n\nevent: text\ndata: {"text":"世界"}\n\n';
  const result = await resultOf(streamOf(`${written}event: done\ndata: {"text":"Grüße, 世界"}\n\n`), (text) =>
    texts.push(text),
  );
  assert.deepEqual(texts, ['Grüße, ', '世界']);
  assert.deepEqual(result, { text: 'Grüße, 世界' });
});

test('throws what an error says, and does not take an end without a result for one', async () => {
  const refused = 'event: error\ndata: {"detail":{"code":"plan_limit_reached","message":"No tokens are left."}}\n\n';
  await assert.rejects(
    resultOf(streamOf(refused), () => {}),
    (error) => {
      assert.ok(error instanceof ApiProblem);
      assert.deepEqual([error.code, error.message], ['plan_limit_reached', 'No tokens are left.']);
      return true;
    },
  );
  await assert.rejects(
    resultOf(streamOf('event: text\ndata: {"text":"Half"}\n\n'), () => {}),
    Unreachable,
  );
});
