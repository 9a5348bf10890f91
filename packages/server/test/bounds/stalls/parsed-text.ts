/** The JSON text whose parsing is the unit of all times here: 1 MiB of entries as delivery sends them. */

const BYTES = 1_048_576;

export const PARSED_TEXT = entriesOf(BYTES);

function entriesOf(bytes: number): string {
  const items: string[] = [];
  let length = 2;
  for (let n = 0; length < bytes; n++) {
    const item = JSON.stringify({
      id: `ent_abcdef_article-${n}`,
      content_type: 'article',
      slug: `an-article-${n}`,
      fields: {
        title: `Article number ${n}`,
        rating: n / 7,
        tags: ['sea', 'ships'],
        featured: n % 2 === 0,
        note: null,
      },
      published_at: '2026-11-21T10:00:00.000Z',
    });
    items.push(item);
    length += item.length + 1;
  }
  return `[${items.join(',')}]`;
}
