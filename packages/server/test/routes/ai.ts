/** The routes of AI helpers. */
import { formOf } from '../../../testing/src/form.ts';
import { createEntry } from '../../../testing/src/given.ts';
import { costlyTranslations, largeEntries, longTexts } from '../bounds/stalls/made-attacks.ts';
import { AN_IMAGE, type Ground, type Mutation, owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

/** A translation of an article into a locale of its own. */
const translation = async (ground: Ground, more: object): Promise<Mutation> => {
  const code = ground.localeCode();
  await ground.owner.post(`${ground.scene.space}/locales`, { code, optional: true }, 201);
  const article = { content_type_id: 'article', fields: { title: 'Harbour' } };
  const entryId = await createEntry(ground.owner, ground.scene.base, article);
  return owners('/ai/translate-fields', { entry_id: entryId, source_locale: 'en-US', target_locales: [code], ...more });
};

/** AI helpers write nothing, but for a translation that is saved. */
const reads = { action: 'nothing', events: [], records: 0 } as const;

export const aiRoutes = {
  'GET /ai/status': { access: 'author', example: {} },
  'POST /ai/generate': {
    access: 'author',
    body: { prompt: 'x' },
    audit: { ...reads, change: async () => owners('/ai/generate', { prompt: 'A text' }) },
    example: { body: { prompt: 'A first sentence for an article about harbours', tone: 'calm', locale: 'en' } },
  },
  'POST /ai/rewrite': {
    access: 'author',
    body: { text: 'x', style: 'formal' },
    stalls: { attacks: longTexts },
    audit: { ...reads, change: async () => owners('/ai/rewrite', { text: 'A text', style: 'formal' }) },
    example: {
      body: { text: 'The harbour wakes up a long time before the town wakes up.', style: 'concise' },
    },
  },
  'POST /ai/translate-fields': {
    access: 'author',
    body: { entry_id: '{entry_id}', source_locale: 'en-US', target_locales: ['de'] },
    harmless: { source_locale: 'en-US', target_locales: ['de'] },
    stalls: { attacks: costlyTranslations },
    audit: {
      action: 'entry.update',
      events: ['entry.update'],
      change: (ground) => translation(ground, { save: true }),
      keep: (ground) => translation(ground, {}),
    },
    example: ({ tell, idOf }) => {
      const locales = { source_locale: 'en-US', target_locales: ['de'] };
      return tell({ body: { entry_id: idOf('ent', 'reading-the-tide'), ...locales, field_ids: ['title'] } });
    },
  },
  'POST /ai/summarize': {
    access: 'author',
    body: { text: 'x' },
    stalls: { attacks: longTexts },
    audit: { ...reads, change: async () => owners('/ai/summarize', { text: 'A text' }) },
    example: ({ tell, idOf }) => tell({ body: { entry_id: idOf('ent', 'reading-the-tide') } }),
  },
  'POST /ai/seo': {
    access: 'author',
    body: { entry_id: '{entry_id}' },
    harmless: { entry_id: 'x', locale: 'no language' },
    stalls: { attacks: largeEntries },
    audit: {
      ...reads,
      change: async (ground) => owners('/ai/seo', { entry_id: await ground.draft() }),
    },
    example: ({ tell, idOf }) => tell({ body: { entry_id: idOf('ent', 'reading-the-tide'), locale: 'de' } }),
  },
  'POST /ai/alt-text': {
    access: 'author',
    body: { asset_id: '{asset_id}' },
    harmless: { asset_id: 'x', locale: 'no language' },
    audit: {
      ...reads,
      change: async (ground) => {
        const image = await ground.owner.send('POST', `${ground.scene.base}/media`, await formOf(AN_IMAGE));
        return owners('/ai/alt-text', { asset_id: image.string('id') });
      },
    },
    example: ({ tell, idOf }) => tell({ body: { asset_id: idOf('ast', 'tide-pools') } }),
  },
} satisfies SomeRoutes;
