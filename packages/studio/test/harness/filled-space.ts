/** A space in which every screen has something to show: long words, several languages, all states, pictures, people, keys. */

import { gradient } from '../../../server/test/content/media/gradient.ts';
import { addSecondFactor } from '../../../server/test/pages/add-second-factor.ts';
import { formOf } from '../../../testing/src/form.ts';
import { field, invite, joinAs, type Member, type Scene, signUp } from '../../../testing/src/given.ts';
import type { Case, StudioScene } from './scene.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverordnung';
const TITLES = [
  'The boats are back',
  'Fog until noon',
  'What the pilot knows',
  `${LONG_WORD} and other words`,
  'A new crane for the east quay',
  'Low tide at four',
  'Letters from the lighthouse',
  'How nets are mended',
];

export type FilledScene = StudioScene<FilledSpace>;
export type FilledCase = Case<FilledSpace>;

export interface FilledSpace {
  readonly scene: Scene;
  /** Somebody elsewhere who is asked for a second factor; signs up when they are asked for. */
  readonly careful: () => Promise<Member>;
  /** Id of a picture. */
  readonly picture: string;
  /** Path of the space in Studio, behind `/studio`. */
  readonly path: string;
}

/** Fills the space of a scene. */
export async function fillSpace(scene: Scene): Promise<FilledSpace> {
  const { owner, space, base } = scene;
  await owner.patch(space, { name: 'Harbour news' }, 200);
  await owner.post(`${space}/locales`, { code: 'de', name: 'Deutsch', fallback: 'en-US' }, 201);
  await owner.post(`${space}/locales`, { code: 'ar', name: 'العربية', optional: true, fallback: 'de' }, 201);
  for (const type of [authorType, articleType]) await owner.post(`${base}/content-types`, type, 201);
  const picture = await addPictures(scene);
  await addEntries(scene, picture);
  await hideAField(scene);
  await owner.post(`${base}/clone`, { name: 'next' });
  await owner.post(`${space}/views`, { name: 'Drafts of all', shared: true, query: 'status=draft', columns: [] }, 201);
  await owner.post(`${space}/views`, { name: 'My own', shared: false, query: 'q=boats', columns: ['status'] }, 201);
  await joinAs(scene.member, 'editor');
  await invite(scene.member);
  // Nobody publishes there, so that its receiver, who is not there either, has failed at nothing.
  const filters = { environments: ['next'] };
  const hook = {
    name: 'Search index',
    url: 'https://search.harbour.invalid/hooks',
    events: ['entry.publish'],
    filters,
  };
  await owner.post(`${space}/webhooks`, hook, 201);
  const careful = async () => {
    const member = await signUp(scene.url);
    await addSecondFactor(member.actor);
    return member;
  };
  return { scene, careful, picture, path: `/spaces/${scene.spaceId}/master` };
}

const authorType = {
  api_id: 'author',
  name: 'Author',
  display_field: 'name',
  fields: [
    field('name', 'string', { name: 'Name', required: true }),
    field('site', 'string', { name: 'Web site', validations: { format: 'url' } }),
    field('colour', 'string', { name: 'Colour', validations: { format: 'color' } }),
    field('home', 'location', { name: 'Home' }),
    field('active', 'boolean', { name: 'Active' }),
    // It is removed once it has a value.
    field('born', 'date', { name: 'Born' }),
  ],
  layout: {
    groups: [
      { id: 'about', name: 'About', display: 'tab', fields: ['name', 'born'] },
      { id: 'looks', name: 'Looks', display: 'section', fields: ['site', 'colour'] },
      { id: 'place', name: 'Place', display: 'tab', fields: ['home'] },
    ],
    side: ['active'],
    half: ['site', 'colour'],
  },
};

const articleType = {
  api_id: 'article',
  name: 'Article',
  description: 'A post of the news.',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { name: 'Title', required: true, localized: true, validations: { max_length: 120 } }),
    field('slug', 'slug', { name: 'Slug', localized: true }),
    field('teaser', 'text', { name: 'Teaser', localized: true, help: 'One or two sentences.' }),
    field('picture', 'asset', { name: 'Picture', validations: { mime_types: ['image/*'] } }),
    field('body', 'rich_text', { name: 'Body', localized: true }),
    field('author', 'entry', { name: 'Author', validations: { content_types: ['author'] } }),
    field('related', 'array', {
      name: 'Related',
      items: { type: 'entry', validations: { content_types: ['article'] } },
    }),
    field('rating', 'number', { name: LONG_WORD }),
  ],
};

const skies = new Map<string, Promise<Buffer>>();

/** A picture, drawn once for all spaces. */
function sky(from: string, to: string): Promise<Buffer> {
  const drawn = skies.get(from) ?? gradient(640, 420, from, to);
  skies.set(from, drawn);
  return drawn;
}

async function addPictures({ owner, base }: Scene): Promise<string> {
  const colours = [
    ['lighthouse.png', '#1c3d5a', '#f6ad55'],
    ['fog.png', '#cbd5e0', '#edf2f7'],
    [`${LONG_WORD}.png`, '#234e52', '#81e6d9'],
  ] as const;
  let first = '';
  for (const [name, from, to] of colours) {
    const bytes = await sky(from, to);
    const form = await formOf([['file', { name, bytes, type: 'image/png' }]]);
    const uploaded = await owner.send('POST', `${base}/media`, form);
    first ||= uploaded.string('id');
  }
  const form = await formOf([['file', { name: 'tides.txt', bytes: 'High at four.', type: 'text/plain' }]]);
  await owner.send('POST', `${base}/media`, form);
  const alt = { 'en-US': 'A lighthouse at dusk' };
  await owner.patch(`/media/${first}`, { alt, focal_point: { x: 0.3, y: 0.6 } }, 200);
  return first;
}

/** Removes a field from the authors, which keeps the value that one of them has in it. */
async function hideAField({ owner, base }: Scene): Promise<void> {
  const fields = authorType.fields.filter(({ id }) => id !== 'born');
  await owner.patch(`${base}/content-types/author?confirm_data_loss=true`, { fields }, 200);
}

async function addEntries({ owner, base }: Scene, picture: string): Promise<void> {
  const values = { name: 'Tom Ashby', born: '1848-02-29', colour: '#1c3d5a', home: { lat: 53.5436, lon: 9.9669 } };
  const writer = await owner.put(`${base}/entries/tom`, { content_type_id: 'author', fields: values }, 201);
  await owner.post(`/entries/${writer.string('id')}/publish`, {}, 200);
  let before = '';
  for (const [index, title] of TITLES.entries()) {
    const fields = {
      title: { 'en-US': title, de: `${title} (deutsch)` },
      teaser: { 'en-US': 'Boats leave at dawn, and come back when the tide lets them.' },
      picture: { type: 'asset', id: picture },
      author: { type: 'entry', id: writer.string('id') },
      rating: index,
      // The last one takes the one before it along when it is published.
      ...(index === TITLES.length - 1 ? { related: [{ type: 'entry', id: before }] } : {}),
    };
    const body = { content_type_id: 'article', key: `post-${index}`, fields };
    const id = (await owner.post(`${base}/entries`, body, 201)).string('id');
    before = id;
    if (index > 2) continue;
    await owner.post(`/entries/${id}/publish`, {}, 200);
    if (index === 1) await owner.patch(`/entries/${id}`, { fields: { rating: 9 }, version: 2 });
  }
}
