/**
 * The model of the demo: a small journal from the coast. Authors and articles have URLs of their own; pages are made of
 * blocks, which have none.
 */

/** The locales; the first one is the default. */
export const demoLocales = [
  { code: 'en-US', name: 'English', fallback: null, optional: false, default: true },
  { code: 'de', name: 'Deutsch', fallback: 'en-US', optional: true, default: false },
] as const;

const title = {
  id: 'title',
  name: 'Title',
  type: 'string',
  required: true,
  localized: true,
  validations: { max_length: 120 },
};
const slug = { id: 'slug', name: 'Slug', type: 'slug', required: true, localized: true };
const heading = { id: 'heading', name: 'Heading', type: 'string', required: true, localized: true };
const image = { type: 'asset', validations: { mime_types: ['image/*'] } };

const author = {
  api_id: 'author',
  name: 'Author',
  description: 'Somebody who writes for the journal.',
  display_field: 'name',
  slug_field: 'slug',
  fields: [
    { id: 'name', name: 'Name', type: 'string', required: true },
    { id: 'slug', name: 'Slug', type: 'slug', required: true },
    { id: 'role', name: 'Role', type: 'string', localized: true, help: 'One line under the name.' },
    { id: 'bio', name: 'Biography', type: 'text', localized: true },
    { id: 'home', name: 'Home', type: 'location' },
  ],
};

const article = {
  api_id: 'article',
  name: 'Article',
  description: 'Something to read.',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    title,
    slug,
    { id: 'summary', name: 'Summary', type: 'text', required: true, localized: true, validations: { max_length: 240 } },
    { id: 'body', name: 'Body', type: 'rich_text', required: true, localized: true },
    { id: 'author', name: 'Author', type: 'entry', required: true, validations: { content_types: ['author'] } },
    { id: 'cover', name: 'Cover', ...image },
    { id: 'written_on', name: 'Written on', type: 'date', required: true },
    { id: 'minutes', name: 'Reading time', type: 'integer', help: 'In minutes.', validations: { min: 1, max: 60 } },
    {
      id: 'tags',
      name: 'Tags',
      type: 'array',
      items: { type: 'string', validations: { in: ['sea', 'birds', 'kitchen', 'weather'] } },
    },
    {
      id: 'related',
      name: 'Read next',
      type: 'array',
      items: { type: 'entry', validations: { content_types: ['article'] } },
      validations: { max_items: 3, unique_items: true },
    },
  ],
};

const page = {
  api_id: 'page',
  name: 'Page',
  description: 'A page of the site, made of blocks.',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    title,
    slug,
    {
      id: 'blocks',
      name: 'Blocks',
      type: 'array',
      required: true,
      items: {
        type: 'entry',
        validations: { content_types: ['hero_block', 'text_block', 'quote_block', 'articles_block'] },
      },
      validations: { min_items: 1 },
    },
  ],
};

const heroBlock = {
  api_id: 'hero_block',
  name: 'Block: hero',
  description: 'A picture, a heading and a way on.',
  display_field: 'heading',
  fields: [
    heading,
    { id: 'lead', name: 'Lead', type: 'text', localized: true },
    { id: 'image', name: 'Image', ...image },
    { id: 'target', name: 'Leads to', type: 'entry', validations: { content_types: ['article', 'page'] } },
  ],
};

const textBlock = {
  api_id: 'text_block',
  name: 'Block: text',
  description: 'A few paragraphs.',
  display_field: 'heading',
  fields: [heading, { id: 'body', name: 'Body', type: 'rich_text', required: true, localized: true }],
};

const quoteBlock = {
  api_id: 'quote_block',
  name: 'Block: quote',
  description: 'Somebody else’s words.',
  display_field: 'words',
  fields: [
    { id: 'words', name: 'Words', type: 'text', required: true, localized: true },
    { id: 'by', name: 'Said by', type: 'string', localized: true },
  ],
};

const articlesBlock = {
  api_id: 'articles_block',
  name: 'Block: articles',
  description: 'Articles that somebody picked.',
  display_field: 'heading',
  fields: [
    heading,
    {
      id: 'articles',
      name: 'Articles',
      type: 'array',
      required: true,
      items: { type: 'entry', validations: { content_types: ['article'] } },
    },
  ],
};

/** The content types, in the format of the import route. */
export const demoTypes = [author, article, page, heroBlock, textBlock, quoteBlock, articlesBlock];
