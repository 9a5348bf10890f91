import { asset, defineComponent, entry, list, richText, string, text } from '@lectern/client/schema';
import { article } from './article.ts';

export const hero = defineComponent('hero', {
  name: 'Hero',
  display: 'heading',
  fields: { heading: string({ required: true }), lead: text(), picture: asset() },
});

export const prose = defineComponent('prose', { name: 'Text', fields: { body: richText() } });

export const quote = defineComponent('quote', {
  name: 'Quote',
  display: 'words',
  fields: { words: text({ required: true }), who: string() },
});

export const teasers = defineComponent('teasers', {
  name: 'Teasers',
  display: 'heading',
  fields: { heading: string(), articles: list(entry(() => article)) },
});
