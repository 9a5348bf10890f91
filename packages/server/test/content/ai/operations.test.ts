/** Every AI operation over HTTP: what the model receives, what is returned, and what is rejected without calling it. */
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import sharp from 'sharp';
import { valueAt } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { createEntry, joinAs, makeKey, type Scene } from '../../../../testing/src/given.ts';
import { INPUT_TOKENS, MODEL, OUTPUT_TOKENS } from '../../../../testing/src/servers/model-server.ts';
import { makeTranslatedMagazine, onEachEngineWithModel, streamed, typeIdOf } from './model-calls.ts';

const USAGE = { input_tokens: INPUT_TOKENS, output_tokens: OUTPUT_TOKENS };
const ARTICLE = {
  title: { 'en-US': 'The harbour', de: 'Der Hafen' },
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Boats come and go.' }] }] },
  tags: ['sea', 'boats'],
  extra: { internal: 'never for models' },
};

await onEachEngineWithModel('AI operations', (stage) => {
  let scene: Scene;
  let entryId: string;
  let articleType: string;
  before(async () => {
    scene = await makeTranslatedMagazine(stage.url);
    entryId = await createEntry(scene.owner, scene.base, { content_type_id: 'article', fields: ARTICLE });
    articleType = await typeIdOf(scene, 'article');
  });
  beforeEach(() => {
    stage.model.requests.length = 0;
    stage.model.reply = () => 'What the model wrote.';
  });
  const lastRequest = () => stage.model.requests.at(-1) ?? assert.fail('the model was not called');

  it('write a text', async () => {
    const body = { prompt: 'An invitation to the harbour festival', tone: 'friendly', locale: 'de' };
    const response = await scene.owner.post('/ai/generate', body, 200);
    assert.deepEqual(response.json, { text: 'What the model wrote.', usage: USAGE, model: MODEL });
    assert.match(lastRequest().text, /harbour festival/);
    assert.match(lastRequest().text, /"friendly".*German \(de\)/);
  });

  it('write the text fields of an entry, which a create takes as they are', async () => {
    stage.model.reply = () =>
      JSON.stringify({
        title: 'Am Meer',
        body: [
          { kind: 'heading', text: 'Morgens' },
          { kind: 'list_item', text: 'Boote' },
          { kind: 'list_item', text: 'Netze' },
          { kind: 'paragraph', text: 'Stille.' },
        ],
        tags: ['see'],
      });
    const body = { prompt: 'Something about the sea', content_type_id: articleType, locale: 'de' };
    const fields = (await scene.owner.post('/ai/generate', body, 200)).at('fields') as Record<string, unknown>;
    assert.deepEqual(Object.keys(fields), ['title', 'body', 'tags']);
    assert.deepEqual([fields.title, fields.tags], [{ de: 'Am Meer' }, { 'en-US': ['see'] }]);
    const entry = await scene.owner.post(`${scene.base}/entries`, { content_type_id: 'article', fields }, 201);
    const blocks = entry.each('fields.body.de.content', 'type');
    assert.deepEqual(blocks, ['heading', 'bulletList', 'paragraph']);
    const { schema } = lastRequest().body.response_format?.json_schema ?? {};
    assert.deepEqual(Object.keys((schema as { properties: object }).properties), ['title', 'body', 'tags']);
  });

  it('write only the fields that are named, and leave out what the model has nothing for', async () => {
    stage.model.reply = () => '{"body": null}';
    const body = { prompt: 'x', content_type_id: articleType, fields: ['body'] };
    assert.deepEqual((await scene.owner.post('/ai/generate', body, 200)).at('fields'), {});
  });

  it('rewrite a text in a style or as told, long ones in pieces', async () => {
    stage.model.reply = ({ content }) => content.toUpperCase();
    const paragraph = `${'Boats come and go. '.repeat(100).trim()}\n\n`;
    const text = paragraph.repeat(5).trim();
    const response = await scene.owner.post('/ai/rewrite', { text, style: 'formal' }, 200);
    assert.equal(response.at('text'), text.toUpperCase());
    assert.ok(stage.model.requests.length > 1);
    assert.deepEqual(response.at('usage'), {
      input_tokens: INPUT_TOKENS * stage.model.requests.length,
      output_tokens: OUTPUT_TOKENS * stage.model.requests.length,
    });
    await scene.owner.post('/ai/rewrite', { text: 'a b', instruction: 'Make it a haiku.' }, 200);
    assert.match(lastRequest().text, /Make it a haiku\./);
  });

  it('summarize a text or an entry, from its text fields in a locale', async () => {
    await scene.owner.post('/ai/summarize', { text: 'Long, long ago.' }, 200);
    assert.equal(lastRequest().content, 'Long, long ago.');
    await scene.owner.post('/ai/summarize', { entry_id: entryId, locale: 'de' }, 200);
    assert.equal(lastRequest().content, 'Der Hafen\n\nBoats come and go.\n\nsea\nboats');
    await scene.owner.post('/ai/summarize', { entry_id: entryId }, 200);
    assert.equal(lastRequest().content, 'The harbour\n\nBoats come and go.\n\nsea\nboats');
    assert.doesNotMatch(lastRequest().text, /never for models/);
  });

  it('summarize a long text by the summaries of its pieces', async () => {
    let calls = 0;
    stage.model.reply = () => `Summary ${++calls}.`;
    const text = 'Boats come and go. '.repeat(1_500);
    const response = await scene.owner.post('/ai/summarize', { text }, 200);
    assert.equal(response.at('text'), `Summary ${calls}.`);
    assert.match(lastRequest().content, /^Summary 1\.\n\nSummary 2\./);
  });

  it('describe an entry for search engines, once more if it is too long', async () => {
    const replies = [
      { title: 'x'.repeat(71), description: 'y' },
      { title: 'Harbour', description: 'Boats.' },
    ];
    stage.model.reply = () => JSON.stringify(replies.shift());
    const response = await scene.owner.post('/ai/seo', { entry_id: entryId }, 200);
    assert.deepEqual([response.at('title'), response.at('description')], ['Harbour', 'Boats.']);
    assert.match(lastRequest().text, /title: Use at most 70 characters; there are 71/);
    assert.equal(response.at('usage.input_tokens'), 2 * INPUT_TOKENS);
  });

  it('describe an image, from a small JPEG of it', async () => {
    const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const { raw, headers } = await formOf([['file', { name: 'teal.png', bytes: picture }]]);
    const asset = await scene.owner.send('POST', `${scene.base}/media`, { raw, headers });
    const response = await scene.owner.post('/ai/alt-text', { asset_id: asset.string('id'), locale: 'fr' }, 200);
    assert.equal(response.at('text'), 'What the model wrote.');
    const [, image] = /data:image\/jpeg;base64,([\w+/=]+)/.exec(lastRequest().text.replaceAll('\\', '')) ?? [];
    const { width, format } = await sharp(Buffer.from(image ?? '', 'base64')).metadata();
    assert.deepEqual([width, format], [768, 'jpeg']);
    assert.match(lastRequest().text, /French \(fr\)/);
  });

  it('describe no file that is not an image', async () => {
    const { raw, headers } = await formOf([['file', { name: 'a.txt', bytes: 'text' }]]);
    const asset = await scene.owner.send('POST', `${scene.base}/media`, { raw, headers });
    const response = await scene.owner.post('/ai/alt-text', { asset_id: asset.string('id') }, 422);
    assert.equal(response.at('detail.errors.0.path'), 'asset_id');
  });

  it('send text as it is written, and then the whole, to clients that accept events', async () => {
    const { response, events } = await streamed(scene.owner, '/ai/summarize', { text: 'Long ago.' });
    assert.equal(response.status, 200);
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.ok(response.headers['x-request-id']);
    const parts = events.filter(({ event }) => event === 'text').map(({ data }) => data.text);
    assert.ok(parts.length > 1);
    assert.equal(parts.join(''), 'What the model wrote.');
    assert.deepEqual(events.at(-1), {
      event: 'done',
      data: { text: 'What the model wrote.', usage: USAGE, model: MODEL },
    });
  });

  it('send an ordinary error before the first event, and an event after it', async () => {
    stage.model.reply = () => ({ status: 401 });
    const refused = await streamed(scene.owner, '/ai/summarize', { text: 'Long ago.' });
    assert.equal(refused.response.status, 502);
    assert.equal(refused.response.at('detail.code'), 'ai_provider_error');
    stage.model.reply = () => ({ cut: 'Half a te' });
    const { response, events } = await streamed(scene.owner, '/ai/summarize', { text: 'Long ago.' });
    assert.equal(response.status, 200);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['text', 'error'],
    );
    assert.equal(valueAt(events[1], 'data.detail.code'), 'ai_provider_error');
  });

  const rejected: readonly { what: string; path: string; body: object; at: string }[] = [
    { what: 'fields without a content type', path: 'generate', body: { prompt: 'x', fields: ['a'] }, at: 'fields' },
    { what: 'no language', path: 'generate', body: { prompt: 'x', locale: 'german' }, at: 'locale' },
    {
      what: 'a content type that is none',
      path: 'generate',
      body: { prompt: 'x', content_type_id: 'article' },
      at: 'content_type_id',
    },
    {
      what: 'style and instruction',
      path: 'rewrite',
      body: { text: 'x', style: 'formal', instruction: 'y' },
      at: 'style',
    },
    { what: 'neither style nor instruction', path: 'rewrite', body: { text: 'x' }, at: 'style' },
    { what: 'text and entry', path: 'summarize', body: { text: 'x', entry_id: 'y' }, at: 'entry_id' },
    { what: 'neither text nor entry', path: 'summarize', body: {}, at: 'entry_id' },
    { what: 'a text that is too long', path: 'summarize', body: { text: 'x'.repeat(50_001) }, at: 'text' },
    { what: 'a prompt that is too long', path: 'generate', body: { prompt: 'x'.repeat(20_001) }, at: 'prompt' },
  ];
  for (const { what, path, body, at } of rejected) {
    it(`refuse ${what} at ${at}, and call nobody`, async () => {
      const response = await scene.owner.post(`/ai/${path}`, body, 422);
      assert.equal(response.at('detail.errors.0.path'), at);
      assert.equal(stage.model.requests.length, 0);
    });
  }

  it('refuse fields that hold no text, and locales that the space does not have', async () => {
    const body = { prompt: 'x', content_type_id: articleType };
    const field = await scene.owner.post('/ai/generate', { ...body, fields: ['title', 'rating'] }, 422);
    assert.equal(field.at('detail.errors.0.path'), 'fields.1');
    const locale = await scene.owner.post('/ai/generate', { ...body, locale: 'es' }, 422);
    assert.equal(locale.at('detail.errors.0.path'), 'locale');
    await scene.owner.post('/ai/seo', { entry_id: entryId, locale: 'es' }, 422);
  });

  it('find nothing of another tenant, and nothing outside of a key', async () => {
    const stranger = await makeTranslatedMagazine(stage.url);
    await scene.owner.post(`${scene.space}/environments`, { name: 'other' }, 201);
    const bound = await makeKey(scene.owner, scene.spaceId, {
      kind: 'management',
      role: 'editor',
      environments: ['other'],
    });
    const translate = { entry_id: entryId, source_locale: 'en-US', target_locales: ['de'], save: true };
    for (const actor of [stranger.owner, stranger.management, bound]) {
      for (const [path, body] of [
        ['summarize', { entry_id: entryId }],
        ['seo', { entry_id: entryId }],
        ['translate-fields', translate],
      ] as const) {
        const response = await actor.post(`/ai/${path}`, body, 404);
        const missing = await actor.post(`/ai/${path}`, { ...body, entry_id: 'ent_zzzzzz_nothing' }, 404);
        assert.equal(response.text, missing.text);
      }
      await actor.post('/ai/alt-text', { asset_id: entryId.replace('ent_', 'ast_') }, 404);
      await actor.post('/ai/generate', { prompt: 'x', content_type_id: articleType }, 422);
    }
    assert.equal(stage.model.requests.length, 0);
  });

  it('need a role that writes', async () => {
    const viewer = await joinAs(scene.member, 'viewer');
    const response = await viewer.actor.post('/ai/rewrite', { text: 'x', style: 'formal' }, 403);
    assert.equal(response.at('detail.permission'), 'ai.use');
    const author = await joinAs(scene.member, 'author');
    await author.actor.post('/ai/rewrite', { text: 'x', style: 'formal' }, 200);
  });
});
