import { asset, defineComponent, entry, list, richText, string, text } from '@lectern/client/schema';
import { article } from './article.ts';

export const hero = defineComponent('hero', {
  name: 'Hero',
  display: 'heading',
  fields: {
    heading: string({ name: 'Heading', required: true }),
    lead: text({ name: 'Lead' }),
    picture: asset({ name: 'Picture' }),
  },
});

export const prose = defineComponent('prose', { name: 'Text', fields: { body: richText({ name: 'Text' }) } });

export const quote = defineComponent('quote', {
  name: 'Quote',
  display: 'words',
  fields: { words: text({ name: 'Words', required: true }), who: string({ name: 'Who said it' }) },
});

export const teasers = defineComponent('teasers', {
  name: 'Teasers',
  display: 'heading',
  fields: {
    heading: string({ name: 'Heading' }),
    articles: list(
      entry(() => article),
      { name: 'Articles' },
    ),
  },
});
