/** Steps as JSON and as events: what is sent when, and that the steps end with the response. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify from 'fastify';
import { DomainError } from '../errors/domain-error.ts';
import { handleError } from './error-responses.ts';
import { sendSteps } from './event-stream.ts';

const BEAT_MS = 15_000;
const events = { accept: 'text/event-stream' };

function serving(steps: () => AsyncGenerator<string, object>) {
  const app = fastify();
  app.setErrorHandler(handleError);
  app.get('/', async (request, reply) => sendSteps(request, reply, steps()));
  return app;
}

async function* twoTexts(): AsyncGenerator<string, object> {
  yield 'a\n';
  yield 'b';
  return { text: 'a\nb' };
}

describe('steps', () => {
  it('are one document for who accepts JSON', async () => {
    const response = await serving(twoTexts).inject('/');
    assert.deepEqual(response.json(), { text: 'a\nb' });
  });

  it('are events for who accepts those', async () => {
    const response = await serving(twoTexts).inject({ url: '/', headers: events });
    assert.match(String(response.headers['content-type']), /^text\/event-stream/);
    assert.equal(
      response.body,
      'event: text\ndata: {"text":"a\\n"}\n\nevent: text\ndata: {"text":"b"}\n\nevent: done\ndata: {"text":"a\\nb"}\n\n',
    );
  });

  it('that fail at once are an error response, and later an event', async () => {
    const refusal = new DomainError('conflict', 'No.');
    const failing = (after: string[]) =>
      async function* (): AsyncGenerator<string, object> {
        yield* after;
        throw refusal;
      };
    const early = await serving(failing([])).inject({ url: '/', headers: events });
    assert.deepEqual([early.statusCode, early.json()], [409, { detail: { code: 'conflict', message: 'No.' } }]);
    const late = await serving(failing(['a'])).inject({ url: '/', headers: events });
    assert.equal(late.statusCode, 200);
    assert.match(late.body, /event: error\ndata: \{"detail":\{"code":"conflict","message":"No\."\}\}\n\n$/);
  });

  it('that take long send a comment every 15 seconds', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const release = Promise.withResolvers<void>();
      const app = serving(async function* () {
        await release.promise;
        yield 'a';
        return {};
      });
      const response = app.inject({ url: '/', headers: events });
      for (let beat = 0; beat < 3; beat++) {
        for (let turn = 0; turn < 20; turn++) await nextTurn();
        mock.timers.tick(BEAT_MS);
      }
      for (let turn = 0; turn < 20; turn++) await nextTurn();
      release.resolve();
      assert.equal(
        (await response).body,
        ':\n\n:\n\n:\n\nevent: text\ndata: {"text":"a"}\n\nevent: done\ndata: {}\n\n',
      );
    } finally {
      mock.timers.reset();
    }
  });
});
