/**
 * The story of the README, told with types that `openapi-typescript` made of `openapi.json` (`interface.ts`, written by
 * the test). It prints what a site would read.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './interface.ts';

const baseUrl = process.argv[2] ?? '';
const api = (token?: string) =>
  createClient<paths>({ baseUrl, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });

/** The body of a response; ends the story if it is an error. */
function bodyOf<Body>({ data, error }: { data?: Body; error?: unknown }): NonNullable<Body> {
  if (data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data;
}

const person = { email: 'ada@example.com', password: 'a quiet harbour at dawn' };
const session = bodyOf(await api().POST('/auth/signup', { body: person }));
const management = api(session.access_token);

const space = bodyOf(await management.POST('/spaces', { body: { name: 'My magazine' } }));
const keys = { params: { path: { space_id: space.id } } };
const makeKey = async (name: string, kind: 'delivery' | 'preview') =>
  api(bodyOf(await management.POST('/spaces/{space_id}/api-keys', { ...keys, body: { name, kind } })).token);
const delivery = await makeKey('My site', 'delivery');
const preview = await makeKey('My preview', 'preview');

const master = { space_id: space.id, environment: 'master' };
const type = bodyOf(
  await management.POST('/spaces/{space_id}/environments/{environment}/content-types', {
    params: { path: master },
    body: {
      api_id: 'article',
      name: 'Article',
      display_field: 'title',
      slug_field: 'slug',
      fields: [
        { id: 'title', name: 'Title', type: 'string', required: true, localized: true },
        { id: 'slug', name: 'Slug', type: 'slug' },
        { id: 'body', name: 'Body', type: 'text', localized: true },
        { id: 'rating', name: 'Rating', type: 'integer', validations: { min: 1, max: 5 } },
        { id: 'story', name: 'Story', type: 'rich_text' },
      ],
    },
  }),
);

const story: components['schemas']['RichText'] = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Tides', marks: [{ type: 'bold' }] }] },
  ],
};
const fields = { title: 'Hello, world', body: 'The first of many.', rating: 5, story };
const entry = bodyOf(
  await management.POST('/spaces/{space_id}/environments/{environment}/entries', {
    params: { path: master },
    body: { content_type_id: type.api_id, fields },
  }),
);
const path = { entry_id: entry.id };
const published = bodyOf(await management.POST('/entries/{entry_id}/publish', { params: { path } }));

const list = bodyOf(
  await delivery.GET('/spaces/{space_id}/environments/{environment}/delivery/entries', {
    params: {
      path: master,
      query: {
        content_type: 'article',
        fields: { 'rating[gte]': 4, title: 'Hello, world' },
        published_at: { gte: '2020-01-01' },
      },
    },
  }),
);
const changed = bodyOf(
  await management.PATCH('/entries/{entry_id}', { params: { path }, body: { fields: { title: 'Hello again' } } }),
);
const readTitle = async (reader: typeof delivery) => {
  const one = await reader.GET('/spaces/{space_id}/environments/{environment}/delivery/entries/{id}', {
    params: { path: { ...master, id: entry.id } },
  });
  return bodyOf(one).fields.title;
};
const refused = await delivery.GET('/entries/{entry_id}', { params: { path } });

console.log(
  JSON.stringify({
    type: type.api_id,
    published: published.status,
    slugs: list.items.map(({ slug }) => slug),
    changed: changed.status,
    preview: await readTitle(preview),
    delivery: await readTitle(delivery),
    refused: refused.error?.detail.code,
  }),
);
