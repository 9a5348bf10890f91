/** The requests of AI helpers, with a model that is easily pleased. */
import type { Teller } from './teller.ts';

export async function tellAi({ demo, recorder, idOf }: Teller): Promise<void> {
  const by = demo.owner;
  const entry = { entry_id: idOf('ent', 'reading-the-tide') };
  await recorder.tell('POST /ai/generate', {
    by,
    body: { prompt: 'A first sentence for an article about harbours', tone: 'calm', locale: 'en' },
  });
  await recorder.tell('POST /ai/rewrite', {
    by,
    body: { text: 'The harbour wakes up a long time before the town wakes up.', style: 'concise' },
  });
  await recorder.tell('POST /ai/translate-fields', {
    by,
    body: { ...entry, source_locale: 'en-US', target_locales: ['de'], field_ids: ['title'] },
  });
  await recorder.tell('POST /ai/summarize', { by, body: entry });
  await recorder.tell('POST /ai/seo', { by, body: { ...entry, locale: 'de' } });
  await recorder.tell('POST /ai/alt-text', { by, body: { asset_id: idOf('ast', 'tide-pools') } });
}
