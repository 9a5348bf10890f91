/** Calls of a model against a real server that speaks the protocol of OpenAI: what comes back, and every way to fail. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  INPUT_TOKENS,
  MODEL,
  MODEL_KEY,
  type ModelReply,
  type ModelServer,
  OUTPUT_TOKENS,
  startModelServer,
} from '../../../../testing/src/servers/model-server.ts';
import { until } from '../../../../testing/src/until.ts';
import type { AiSettings } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { ModelCalls, type TokenUsage } from './model-calls.ts';

const PROMPT = { instructions: 'Write.', messages: [{ role: 'user' as const, content: 'A SECRET PROMPT' }] };
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };
const CALL_MAX_MS = 300;
const soon = { 'retry-after-ms': '10' };

describe('a call of the model', () => {
  let server: ModelServer;
  let calls: ModelCalls;
  /** They wait for no more than `CALL_MAX_MS`. */
  let impatient: ModelCalls;
  let spent: TokenUsage[] = [];
  before(async () => {
    server = await startModelServer();
    calls = new ModelCalls(settings());
    impatient = new ModelCalls(settings(), { callMaxMs: CALL_MAX_MS });
  });
  beforeEach(() => {
    server.reply = () => 'A text of some length.';
    server.requests.length = 0;
    spent = [];
  });
  after(() => server.close());

  function settings(more: Partial<AiSettings> = {}): AiSettings {
    return { provider: 'openai-compatible', model: MODEL, apiKey: MODEL_KEY, baseUrl: server.url, ...more };
  }
  const call = (signal = new AbortController().signal) => ({
    prompt: PROMPT,
    signal,
    onUsage: (usage: TokenUsage) => void spent.push(usage),
  });
  const textOf = async (of = calls, signal?: AbortSignal) => {
    let text = '';
    for await (const part of of.text(call(signal))) text += part;
    return text;
  };
  const jsonOf = (of = calls) => of.json(call(), SCHEMA);

  for (const tokens of [-5, 1e18, 1.5])
    it(`estimates the tokens where the provider reports ${tokens}`, async () => {
      const text = 'A text of some length.';
      const usage = { prompt_tokens: tokens, completion_tokens: tokens, total_tokens: tokens };
      server.reply = () => ({ text, usage });
      await textOf();
      server.reply = () => ({ text: '{"a": "b"}', usage });
      await jsonOf();
      const inputTokens = Math.ceil(`${PROMPT.instructions}${PROMPT.messages[0]?.content}`.length / 4);
      assert.deepEqual(spent, [
        { inputTokens, outputTokens: Math.ceil(text.length / 4) },
        { inputTokens, outputTokens: Math.ceil('{"a": "b"}'.length / 4) },
      ]);
    });

  for (const provider of ['openai-compatible', 'openai'] as const) {
    it(`streams a text from ${provider}, with the tokens that it took`, async () => {
      assert.equal(await textOf(new ModelCalls(settings({ provider }))), 'A text of some length.');
      const [request] = server.requests;
      assert.equal(request?.path, '/v1/chat/completions');
      assert.equal(request?.headers.authorization, `Bearer ${MODEL_KEY}`);
      assert.equal(request?.body.stream, true);
      assert.equal(request?.body.tools, undefined);
      assert.deepEqual(spent, [{ inputTokens: INPUT_TOKENS, outputTokens: OUTPUT_TOKENS }]);
    });

    it(`gets JSON from ${provider}, by the schema`, async () => {
      server.reply = () => '{"a": "b"}';
      assert.equal(await jsonOf(new ModelCalls(settings({ provider }))), '{"a": "b"}');
      const format = server.requests[0]?.body.response_format;
      assert.equal(format?.type, 'json_schema');
      assert.deepEqual(format?.json_schema?.schema, SCHEMA);
      assert.deepEqual(spent, [{ inputTokens: INPUT_TOKENS, outputTokens: OUTPUT_TOKENS }]);
    });
  }

  it('gives back what is not JSON as it is', async () => {
    server.reply = () => 'Sorry, I cannot do that.';
    assert.equal(await jsonOf(), 'Sorry, I cannot do that.');
    assert.equal(spent.length, 1);
  });

  it('is tried once more if the provider is busy', async () => {
    const replies: ModelReply[] = [{ status: 429, headers: soon }, '{"a": "b"}'];
    server.reply = () => replies.shift() ?? '';
    assert.equal(await jsonOf(), '{"a": "b"}');
    assert.equal(server.requests.length, 2);
    assert.equal(spent.length, 1);
  });

  const failures: readonly {
    what: string;
    reply: ModelReply;
    message: RegExp;
    isFree?: boolean;
    onlyText?: boolean;
  }[] = [
    { what: 'a refused key', reply: { status: 401 }, message: /status 401.*LECTERN_AI_API_KEY/, isFree: true },
    { what: 'an unknown model', reply: { status: 404 }, message: /status 404.*LECTERN_AI_MODEL/, isFree: true },
    { what: 'a limit', reply: { status: 429, headers: soon }, message: /status 429.*try again later/, isFree: true },
    { what: 'a broken server', reply: { status: 500, headers: soon }, message: /status 500/, isFree: true },
    { what: 'bytes that are no JSON', reply: { raw: '<html>no</html>' }, message: /cannot be read/ },
    { what: '10 MB of garbage', reply: { raw: Buffer.alloc(10_000_000, 'x') }, message: /cannot be read/ },
    { what: '10 MB of JSON', reply: { raw: `{"a": "${'x'.repeat(10_000_000)}"}` }, message: /cannot be read/ },
    { what: '1 MB of text', reply: 'x'.repeat(1_000_000), message: /cannot be read/ },
    { what: 'silence', reply: { hang: '' }, message: /longer than 0.3 seconds/ },
    { what: 'silence after a beginning', reply: { hang: 'A te' }, message: /longer than 0.3 seconds/ },
    {
      what: 'a connection that is cut',
      reply: { cut: 'A te' },
      message: /ended its response early|is incomplete|longer than/,
    },
    {
      what: 'a text that is cut at a limit',
      reply: { text: '{"a": "b', reason: 'length' },
      message: /limit of tokens/,
    },
    { what: 'a filter', reply: { text: '', reason: 'content_filter' }, message: /declined/ },
    { what: 'an empty text', reply: ' ', message: /wrote nothing/ },
    {
      what: 'a stream without an end',
      reply: { raw: 'data: {"choices":[{"index":0,"delta":{"content":"A te"}}]}\n\n' },
      message: /is incomplete|ended its response early/,
      onlyText: true,
    },
  ];
  for (const { what, reply, message, isFree = false, onlyText = false } of failures) {
    for (const [how, run] of [
      ['text', textOf],
      ['JSON', jsonOf],
    ] as const) {
      if (onlyText && how === 'JSON') continue;
      it(`for ${how} fails on ${what}, and says nothing that is secret`, async () => {
        server.reply = () => reply;
        const error = await run(message.source.includes('longer than') ? impatient : calls).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        assert.ok(error instanceof DomainError, String(error));
        assert.equal(error.code, 'ai_provider_error');
        assert.match(error.message, message);
        const known = JSON.stringify([error.message, error.extra, error.cause, error.stack]);
        assert.doesNotMatch(known, /SECRET PROMPT|sk-the/);
        assert.equal(spent.length, isFree ? 0 : 1);
      });
    }
  }

  it('fails if nothing listens, and takes no tokens', async () => {
    const gone = await startModelServer();
    await gone.close();
    await assert.rejects(jsonOf(new ModelCalls(settings({ baseUrl: gone.url }))), /cannot be reached/);
    assert.deepEqual(spent, []);
  });

  it('does not follow a redirect, which would carry the key away', async () => {
    const other = await startModelServer(() => '{"a": "b"}');
    server.reply = () => ({ status: 307, headers: { location: `${other.url}/chat/completions` } });
    await assert.rejects(jsonOf(impatient), { code: 'ai_provider_error' });
    assert.equal(other.requests.length, 0);
    await other.close();
  });

  it('ends with its request, and closes the connection to the provider', async () => {
    server.reply = () => ({ hang: 'A te' });
    const closed = new AbortController();
    const cancelled = assert.rejects(textOf(calls, closed.signal), /cancelled/);
    await until(() => server.open > 0);
    closed.abort();
    await cancelled;
    await until(() => server.open === 0);
    assert.equal(spent.length, 1);
  });
});
