/** The pages of the demo and the blocks that they are made of. */
import { doc, linkTo, paragraph } from './prose.ts';

const published = { status: 'published' };

/** The blocks, in the format of the import route. */
export const demoBlocks = [
  {
    key: 'home-hero',
    content_type: 'hero_block',
    ...published,
    fields: {
      heading: { 'en-US': 'Notes from where the land stops', de: 'Notizen von dort, wo das Land aufhört' },
      lead: {
        'en-US': 'A small journal about the coast, written between two tides.',
        de: 'Ein kleines Journal von der Küste, geschrieben zwischen zwei Tiden.',
      },
      image: 'tide-pools',
      target: 'reading-the-tide',
    },
  },
  {
    key: 'home-picked',
    content_type: 'articles_block',
    ...published,
    fields: {
      heading: { 'en-US': 'Start here', de: 'Zum Anfangen' },
      articles: ['reading-the-tide', 'the-bird-counters', 'a-kettle-on-the-sea-wall'],
    },
  },
  {
    key: 'home-quote',
    content_type: 'quote_block',
    ...published,
    fields: {
      words: { 'en-US': 'The sea is never late. We are.', de: 'Das Meer kommt nie zu spät. Wir schon.' },
      by: { 'en-US': 'painted on the harbour wall', de: 'an die Hafenmauer gemalt' },
    },
  },
  {
    key: 'about-text',
    content_type: 'text_block',
    ...published,
    fields: {
      heading: { 'en-US': 'Who writes this', de: 'Wer das schreibt' },
      body: {
        'en-US': doc(
          paragraph(
            linkTo('ines-marten', 'Ines'),
            ' walks, ',
            linkTo('tom-ashby', 'Tom'),
            ' cooks, ',
            linkTo('wibke-lorenzen', 'Wibke'),
            ' counts. Whoever comes home first lights the stove and writes.',
          ),
        ),
        de: doc(
          paragraph(
            linkTo('ines-marten', 'Ines'),
            ' geht, ',
            linkTo('tom-ashby', 'Tom'),
            ' kocht, ',
            linkTo('wibke-lorenzen', 'Wibke'),
            ' zählt. Wer zuerst nach Hause kommt, heizt ein und schreibt.',
          ),
        ),
      },
    },
  },
];

/** The pages, in the format of the import route. */
export const demoPages = [
  {
    key: 'home',
    content_type: 'page',
    ...published,
    fields: {
      title: { 'en-US': 'Saltmarsh', de: 'Salzwiese' },
      slug: { 'en-US': 'home', de: 'start' },
      blocks: ['home-hero', 'home-picked', 'home-quote'],
    },
  },
  {
    key: 'about',
    content_type: 'page',
    ...published,
    fields: {
      title: { 'en-US': 'About us', de: 'Über uns' },
      slug: { 'en-US': 'about', de: 'ueber-uns' },
      blocks: ['about-text', 'home-quote'],
    },
  },
];
