/**
 * AI in a process as operators start it: the first AI request loads the SDK, nothing earlier, and at no level does the log contain
 * what was sent to the model, what it wrote, or the key of the provider.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given } from '../../../../testing/src/given.ts';
import { loadedModules, NAMES_LOADED } from '../../../../testing/src/loaded-modules.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import { MODEL_KEY, type ModelReply, startModelServer } from '../../../../testing/src/servers/model-server.ts';

const PROMPT = 'a prompt that nobody else may read';
const RESULT = 'a result that nobody else may read';

describeEachEngine('a process with AI', (engine) => {
  it('keeps prompts, results and keys out of the log, whatever the provider does', async () => {
    const model = await startModelServer();
    const env = { ...model.environment, LECTERN_LOG_LEVEL: 'trace' };
    const service = await startProcess({ engine, env });
    try {
      const scene = await given(service.url);
      const error = { error: { message: `Bad prompt: ${PROMPT} with ${MODEL_KEY}`, type: 'invalid', code: null } };
      const replies: ModelReply[] = [RESULT, { status: 400, body: error }, { raw: `<html>${RESULT}` }, { cut: RESULT }];
      const statuses: number[] = [];
      for (const reply of replies) {
        model.reply = () => reply;
        const response = await scene.owner.post('/ai/generate', { prompt: PROMPT });
        statuses.push(response.status);
        if (response.status !== 200) assert.doesNotMatch(response.text, new RegExp(`${PROMPT}|${MODEL_KEY}`));
      }
      assert.deepEqual(statuses, [200, 502, 502, 502]);
      assert.equal(model.requests.length, replies.length);
    } finally {
      closeConnections();
      await service.end('SIGINT');
      await model.close();
    }
    const log = service.output();
    assert.match(log, /refused with status 400/);
    assert.match(log, /\/ai\/generate/);
    for (const secret of [PROMPT, RESULT, MODEL_KEY]) assert.ok(!log.includes(secret), secret);
  });

  it('loads the SDK with the first request that needs it', async () => {
    const model = await startModelServer();
    const service = await startProcess({ engine, env: { ...model.environment, ...NAMES_LOADED } });
    const loads = () => loadedModules(service.output()).filter((name) => /node_modules\/(?:ai|@ai-sdk)\//.test(name));
    try {
      const scene = await given(service.url);
      await scene.owner.post('/ai/generate', { prompt: PROMPT, content_type_id: 'ctp_zzzzzz_none' }, 422);
      assert.deepEqual(loads(), []);
      await scene.owner.post('/ai/generate', { prompt: PROMPT }, 200);
      assert.ok(loads().length > 0);
      assert.ok(
        !loads().some((name) => /anthropic|google/.test(name)),
        'the clients of other providers are not loaded',
      );
    } finally {
      closeConnections();
      await service.end('SIGINT');
      await model.close();
    }
  });
});
