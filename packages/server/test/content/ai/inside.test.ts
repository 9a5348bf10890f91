/** AI helpers on what stands inside of components and blocks: all of its texts are read and translated, and nothing else changes. */
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { addTypes, createEntry, field, given, type Scene } from '../../../../testing/src/given.ts';
import { translating } from '../../../../testing/src/servers/model-server.ts';
import { onEachEngineWithModel } from './model-calls.ts';

const localized = { localized: true };
const component = (api_id: string, ...fields: unknown[]) => ({ api_id, kind: 'component', name: api_id, fields });
const quote = component(
  'quote',
  field('text', 'text', localized),
  field('who', 'entry'),
  field('mail', 'string', { ...localized, validations: { format: 'email' } }),
  field('extra', 'json'),
  field('old', 'string', localized),
);
const hero = component(
  'hero',
  field('heading', 'string', { ...localized, validations: { max_length: 40 } }),
  field('code', 'string', { ...localized, validations: { pattern: '^[a-z-]+$' } }),
  field('note', 'string'),
  field('body', 'rich_text', localized),
);
const gallery = component(
  'gallery',
  field('heading', 'string', localized),
  field('quotes', 'blocks', { components: ['quote'] }),
);
const page = (...components: string[]) => ({
  api_id: 'page',
  name: 'Page',
  display_field: 'title',
  fields: [
    field('title', 'string', localized),
    field('lead', 'component', { component: 'hero' }),
    field('blocks', 'blocks', { components }),
    field('local', 'blocks', { ...localized, components: ['quote', 'gallery'] }),
  ],
});
const whole = page('hero', 'gallery', 'quote');
const en = (text: unknown, more: object = {}) => ({ 'en-US': text, ...more });
const linked = (text: string) => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href: '/harbour' } }] }] },
  ],
});

await onEachEngineWithModel('AI helpers inside of components', (stage) => {
  let scene: Scene;
  let target: string;
  before(async () => {
    scene = await given(stage.url, { locales: ['de', 'fr'] });
    await addTypes(scene, [quote, hero, gallery, whole]);
    target = await createEntry(scene.owner, scene.base, { content_type_id: 'page', fields: { title: 'Target' } });
  });
  beforeEach(() => {
    stage.model.requests.length = 0;
    stage.model.reply = translating((text) => `„${text}“`);
  });
  const make = (fields: Record<string, unknown>) =>
    createEntry(scene.owner, scene.base, { content_type_id: 'page', fields });
  const german = (entryId: string, more: object = {}) => ({
    entry_id: entryId,
    source_locale: 'en-US',
    target_locales: ['de'],
    ...more,
  });
  const translate = (body: object, status = 200) => scene.owner.post('/ai/translate-fields', body, status);
  const sent = () => stage.model.requests.flatMap(({ content }) => Object.values(JSON.parse(content || '{}')));

  /** Hides the last field of quotes, and quotes among the blocks of pages, until the work is done. */
  const whileHidden = async (work: () => Promise<void>) => {
    const put = (type: { api_id: string; fields: unknown[] }, query = '') =>
      scene.owner.put(`${scene.base}/content-types/${type.api_id}${query}`, type, 200);
    await put({ ...quote, fields: quote.fields.slice(0, -1) }, '?confirm_data_loss=true');
    await put(page('hero', 'gallery'), '?confirm_data_loss=true');
    await work();
    const old = { ...(quote.fields.at(-1) as object), restore: true };
    await put({ ...quote, fields: [...quote.fields.slice(0, -1), old] });
    await put(whole);
  };

  it('translate each localized field at any depth, and keep ids, order, links, other values and what is hidden', async () => {
    const pageWith = (lead: string[], voices: string[], deep: string[], body: object, title: string[]) => {
      const inLocales = ([english, own]: string[], more: object = {}) =>
        en(english ?? '', own ? { de: own, ...more } : more);
      const words = { who: { type: 'entry', id: target }, mail: en('a@example.com'), old: en('Hidden') };
      const quotes = [{ id: 'q1', type: 'quote', fields: { text: inLocales(deep, { fr: 'Profond' }), ...words } }];
      return {
        title: inLocales(title),
        lead: { 'en-US': { fields: { heading: inLocales(lead), code: en('a-code'), note: 'One for all' } } },
        blocks: {
          'en-US': [
            { id: 'g1', type: 'gallery', fields: { heading: inLocales(voices), quotes } },
            { id: 'x1', type: 'quote', fields: { text: en('Hidden block') } },
            { id: 'h1', type: 'hero', fields: { body } },
          ],
        },
      };
    };
    const id = await make(pageWith(['Lead'], ['Voices', 'Alt'], ['Deep'], en(linked('Boats')), ['Home']));
    await whileHidden(async () => {
      const response = await translate(german(id, { save: true }));
      assert.deepEqual(sent(), ['Home', 'Lead', 'Voices', 'Deep', 'Boats']);
      assert.equal(response.at('version'), 2);
      assert.deepEqual(Object.keys(response.at('fields') as object), ['title', 'lead', 'blocks']);
      assert.equal(response.at('fields.blocks.en-US.1.fields.body.de.content.0.content.0.text'), '„Boats“');
    });
    const body = en(linked('Boats'), { de: linked('„Boats“') });
    assert.deepEqual(
      (await scene.owner.get(`/entries/${id}`, 200)).at('fields'),
      pageWith(['Lead', '„Lead“'], ['Voices', '„Voices“'], ['Deep', '„Deep“'], body, ['Home', '„Home“']),
    );
  });

  it('copy a list of one language with its ids, fill it up later, and remove nothing from it', async () => {
    const quote = (id: string, text: string) => ({ id, type: 'quote', fields: { text, who: target } });
    const inner = { id: 'g1', type: 'gallery', fields: { heading: 'Voices', quotes: [quote('q9', 'Inside')] } };
    const id = await make({ local: { 'en-US': [quote('q1', 'One'), inner] } });
    const texts = (blocks: unknown) =>
      (blocks as { id: string; fields: Record<string, unknown> }[]).map(
        ({ id: own, fields }) => `${own} ${fields.text}`,
      );
    const first = await translate(german(id, { save: true }));
    const made = first.at('fields.local.de.1.fields') as Record<string, unknown>;
    assert.deepEqual([made.heading, texts(made.quotes)], ['„Voices“', ['q9 „Inside“']]);
    assert.deepEqual(first.at('fields.local.de.0.fields.who'), { type: 'entry', id: target });
    const [one, gallery] = first.at('fields.local.de') as object[];
    await scene.owner.patch(
      `/entries/${id}`,
      {
        fields: {
          local: {
            'en-US': [quote('q1', 'One'), quote('q2', 'Two'), inner],
            de: [quote('own', 'Eigenes'), gallery, one],
          },
        },
      },
      200,
    );
    const path = 'fields.local.en-US.q2';
    const added = await translate(german(id, { field_ids: [path] }));
    assert.deepEqual(texts(added.at('fields.local.de')), ['own Eigenes', 'g1 undefined', 'q1 „One“', 'q2 „Two“']);
    const all = await translate(german(id));
    assert.deepEqual(texts(all.at('fields.local.de')), ['own Eigenes', 'g1 undefined', 'q1 „One“', 'q2 „Two“']);
    assert.deepEqual(sent().slice(-4), ['One', 'Two', 'Voices', 'Inside']);
  });

  it('leave a list that somebody wrote for the other language, unless the request names it', async () => {
    const list = (id: string, text: string) => [{ id, type: 'quote', fields: { text } }];
    const id = await make({ title: 'Home', local: { 'en-US': list('a', 'One'), de: list('b', 'Eigenes') } });
    assert.deepEqual((await translate(german(id))).at('fields'), { title: { de: '„Home“' } });
    const named = await translate(german(id, { field_ids: ['local'] }));
    assert.deepEqual(named.each('fields.local.de', 'id'), ['a', 'b']);
    assert.equal(named.at('fields.local.de.1.fields.text'), 'Eigenes');
  });

  it('translate the values, blocks and fields that paths name, and refuse a block that is gone', async () => {
    const block = (id: string) => ({ id, type: 'hero', fields: { heading: en(id), code: en(`code-${id}`) } });
    const id = await make({ title: en('Home'), blocks: [block('a'), block('b'), block('c')] });
    const field_ids = ['fields.blocks.b', 'fields.blocks.c.code.en-US'];
    stage.model.reply = translating((text) => `x-${text}`);
    const named = await translate(german(id, { field_ids }));
    assert.deepEqual(sent(), ['b', 'code-c']);
    assert.deepEqual(named.at('fields.blocks.en-US.2.fields.code'), { 'en-US': 'code-c', de: 'x-code-c' });
    await scene.owner.patch(`/entries/${id}`, { fields: { blocks: [block('a')] } }, 200);
    for (const gone of ['fields.blocks.b', 'fields.blocks.c.code.en-US', 'fields.blocks.a.note', 'fields.nothing.a']) {
      const refused = await translate(german(id, { field_ids: ['title', gone] }), 422);
      assert.equal(refused.at('detail.errors.0.path'), 'field_ids.1', gone);
    }
  });

  it('save nothing where a block was removed while the model was writing', async () => {
    const id = await make({ blocks: [{ id: 'a', type: 'hero', fields: { heading: en('Gone') } }] });
    stage.model.reply = async (request) => {
      await scene.owner.patch(`/entries/${id}`, { fields: { blocks: [] } }, 200);
      return translating((text) => text)(request);
    };
    assert.equal((await translate(german(id, { save: true }), 409)).at('detail.code'), 'version_conflict');
    assert.deepEqual((await scene.owner.get(`/entries/${id}`, 200)).at('fields.blocks.en-US'), []);
  });

  it('repair what a field inside does not take, and translate values that are not saved', async () => {
    const replies = [{ t1: 'x'.repeat(41) }, { t1: 'Kurz' }];
    stage.model.reply = () => JSON.stringify(replies.shift());
    const { json } = await scene.owner.get(`${scene.base}/content-types/page`, 200);
    const fields = { blocks: [{ type: 'hero', fields: { heading: en('Short'), note: 'n' } }] };
    const typeId = (json as { id: string }).id;
    const body = { content_type_id: typeId, fields, source_locale: 'en-US', target_locales: ['de'] };
    const response = await translate(body);
    assert.deepEqual(response.at('fields.blocks.en-US.0.fields'), { heading: en('Short', { de: 'Kurz' }), note: 'n' });
    assert.match(stage.model.requests[1]?.text ?? '', /at most 40 characters/);
  });

  it('count the texts inside, and the copies, before the model is asked', async () => {
    const refusal = async (fields: Record<string, unknown>, target_locales = ['de', 'fr']) => {
      const refused = await translate(
        german(await make(fields), { target_locales, field_ids: ['blocks', 'local'] }),
        422,
      );
      return [refused.at('detail.errors.0.path'), refused.at('detail.errors.0.rule')];
    };
    const long = {
      id: 'a',
      type: 'gallery',
      fields: { quotes: [{ type: 'quote', fields: { text: 'Boats. '.repeat(9_000) } }] },
    };
    assert.deepEqual(await refusal({ blocks: [long] }), ['target_locales', 'max_length']);
    // The first language is too much already: the copies for the second one, for which there is no room, are not made.
    const copied = Array.from({ length: 7 }, (_, index) => ({ ...long, id: `${index}` }));
    assert.deepEqual(await refusal({ local: { 'en-US': copied } }), ['target_locales', 'max_length']);
    const many = (name: string) =>
      Array.from({ length: 120 }, (_, index) => ({ id: `${name}${index}`, type: 'quote', fields: { text: 'x' } }));
    assert.deepEqual(await refusal({ local: { 'en-US': many('a'), de: many('b') } }, ['de']), [
      'fields.local.de',
      'max_items',
    ]);
    const wide = { text: 'x', extra: 'a'.repeat(300) };
    const quotes = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, type: 'quote', fields: wide }));
    const galleries = Array.from({ length: 8 }, (_, index) => ({
      id: `${index}`,
      type: 'gallery',
      fields: { quotes },
    }));
    assert.deepEqual(await refusal({ local: { 'en-US': galleries } }), ['target_locales', 'max_bytes']);
    assert.equal(stage.model.requests.length, 0);
  });

  it('read the words inside for summaries and search texts, in the language of the reader, and no addresses', async () => {
    stage.model.reply = () => JSON.stringify({ title: 'T', description: 'D' });
    const quote = { id: 'q', type: 'quote', fields: { text: en('Deep', { de: 'Tief' }), mail: en('a@b.de') } };
    const id = await make({
      title: en('Home'),
      blocks: [{ id: 'g', type: 'gallery', fields: { heading: en('Voices'), quotes: [quote] } }],
      local: { de: [{ id: 'l', type: 'quote', fields: { text: 'Nur hier' } }] },
    });
    await scene.owner.post('/ai/summarize', { entry_id: id, locale: 'de' }, 200);
    await scene.owner.post('/ai/seo', { entry_id: id, locale: 'de' }, 200);
    for (const { content } of stage.model.requests) assert.equal(content, 'Home\n\nVoices\n\nTief\n\nNur hier');
    const none = await make({ blocks: [{ type: 'hero', fields: {} }] });
    assert.equal((await scene.owner.post('/ai/seo', { entry_id: none }, 422)).at('detail.errors.0.path'), 'entry_id');
  });
});
