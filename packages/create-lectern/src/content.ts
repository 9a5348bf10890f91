/** The content that a new site begins with: two authors, eight articles and two pages, and three pictures. */

/** An entry, by its key in the environment. */
export interface FirstEntry {
  readonly key: string;
  readonly content_type_id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A picture: its key, which is the name of its file, and what it shows. */
export interface FirstPicture {
  readonly key: string;
  readonly title: string;
  readonly alt: string;
}

export const firstPictures: readonly FirstPicture[] = [
  { key: 'tide-pools', title: 'Tide pools', alt: 'Flat brown rocks with pools of clear water between them' },
  { key: 'sea-wall', title: 'The sea wall', alt: 'A grass bank under low grey clouds' },
  { key: 'knots-in-flight', title: 'Knots in flight', alt: 'A flock of small waders turning over the mud' },
];

const authors: readonly FirstEntry[] = [
  author('ines', { name: 'Ines Marten', role: 'Walks and maps', photo: 'tide-pools' }),
  author('tom', { name: 'Tom Ashby', role: 'Kitchen and garden', photo: 'sea-wall' }),
];

const articles: readonly FirstEntry[] = [
  article('reading-the-tide', 'Reading the tide', 'ines', 'tide-pools', [
    'A tide table is a list of promises, and the sea keeps nearly all of them.',
    'What it does not say is which creek fills first. Walk the path once at low water, and look back often.',
  ]),
  article('a-kettle-on-the-sea-wall', 'A kettle on the sea wall', 'tom', 'sea-wall', [
    'Tea outdoors in November is mostly a question of where you put your back.',
    'The lee side of a sea wall, two thirds of the way up, is the warmest seat on this coast.',
  ]),
  article('the-bird-counters', 'The bird counters', 'ines', 'knots-in-flight', [
    'Nobody counts a flock. You count ten, look at how much sky ten take up, and go on from there.',
    'The number is written down at once. Who says it aloud first has to buy the soup.',
  ]),
  article('what-the-map-leaves-out', 'What the map leaves out', 'ines', 'tide-pools', [
    'The map shows a line where the land ends. On the ground there is no line, only a day on which it was there.',
    'Draw your own, in pencil.',
  ]),
  article('soup-for-twelve', 'Soup for twelve', 'tom', 'sea-wall', [
    'Peel whatever the garden has too much of. Leave the lid off, and the door open.',
    'Twelve is a guess: it is always either seven or nineteen.',
  ]),
  article('a-path-after-rain', 'A path after rain', 'ines', 'sea-wall', [
    'The wet stones are the dry ones, seen properly.',
    'Go early, before anybody has walked the shine off.',
  ]),
  article('winter-light', 'Winter light', 'tom', 'knots-in-flight', [
    'At four the light comes in flat, and finds everything that was not put away.',
    'Put the bread in then. It will be done when it is dark.',
  ]),
  article('how-to-be-late', 'How to be late', 'ines', 'tide-pools', [
    'The sea is never late, so on this coast somebody else has to be.',
    'Say so at once, and bring something in a jar.',
  ]),
];

const pages: readonly FirstEntry[] = [
  page('home', 'Home', [
    block('hero', {
      heading: 'Notes from where the land stops',
      lead: 'A small journal about the coast. All of it is content in Lectern: change a word in Studio, and publish.',
      picture: 'knots-in-flight',
    }),
    block('teasers', {
      heading: 'Start here',
      articles: ['reading-the-tide', 'a-kettle-on-the-sea-wall', 'the-bird-counters'],
    }),
    block('quote', { words: 'The sea is never late. We are.', who: 'Painted on the harbour wall' }),
  ]),
  page('about', 'About', [
    block('hero', {
      heading: 'Who writes this',
      lead: 'Ines walks, and Tom cooks what she brings home.',
      picture: 'sea-wall',
    }),
    block('prose', {
      body: prose(['This page is made of blocks. Add one in Studio, or move them: the page follows their order.']),
    }),
  ]),
];

/** Each after what it links to. */
export const firstEntries: readonly FirstEntry[] = [...authors, ...articles, ...pages];

function author(key: string, fields: Readonly<Record<string, string>>): FirstEntry {
  return { key, content_type_id: 'author', fields: { slug: key, ...fields } };
}

function article(
  slug: string,
  title: string,
  author: string,
  cover: string,
  paragraphs: readonly [string, ...string[]],
): FirstEntry {
  const fields = { title, slug, summary: paragraphs[0], cover, author, body: prose(paragraphs) };
  return { key: slug, content_type_id: 'article', fields };
}

function page(slug: string, title: string, blocks: readonly object[]): FirstEntry {
  return { key: `page-${slug}`, content_type_id: 'page', fields: { title, slug, blocks } };
}

function block(type: string, fields: Readonly<Record<string, unknown>>): object {
  return { type, fields };
}

function prose(paragraphs: readonly string[]): object {
  const content = paragraphs.map((words) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] }));
  return { type: 'doc', content };
}
