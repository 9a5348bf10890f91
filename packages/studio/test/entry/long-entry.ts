/** An entry as large as they get: 40 localized fields, with values in several locales. */
import { field, type Scene } from '../../../testing/src/given.ts';

const FIELDS = 40;
const KINDS = ['string', 'text', 'integer', 'rich_text', 'boolean', 'date', 'json', 'entry'] as const;

const fields = Array.from({ length: FIELDS }, (_, index) => {
  const type = KINDS[index % KINDS.length] ?? 'string';
  return field(`f${index}`, type, { name: `Field ${index}`, localized: true });
});

export const longType = { api_id: 'long', name: 'Long', display_field: 'f0', fields };

export const longValues = Object.fromEntries(
  fields
    .filter(({ type }) => type === 'string' || type === 'text')
    .map(({ id }) => [id, { 'en-US': `Words of ${id}`, de: `Wörter von ${id}`, fr: `Mots de ${id}` }]),
);

/** Writes it into a space that has German and Arabic already, past Studio. */
export async function writeLong({ owner, space, base }: Scene): Promise<void> {
  for (const code of ['fr', 'ja', 'he']) await owner.post(`${space}/locales`, { code, optional: true }, 201);
  await owner.post(`${base}/content-types`, longType, 201);
  await owner.post(`${base}/entries`, { content_type_id: 'long', key: 'long', fields: longValues }, 201);
}
