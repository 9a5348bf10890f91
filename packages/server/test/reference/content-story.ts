/** The requests about content: reading, entries, media and the model. */
import { Actor } from '../client.ts';
import { formOf } from '../form.ts';
import { makeHiddenFields, removeHiddenFields } from './hidden-fields.ts';
import type { Teller } from './teller.ts';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="#467"/></svg>';
const one = { limit: 1 };
const page = { limit: 1, skip: 0 };
const since = '2026-07-01T00:00:00.000Z';
const master = { environment: 'master' };

const entryQuery = {
  content_type: 'article',
  slug: 'reading-the-tide',
  locale: 'de',
  order: '-published_at',
  ...page,
  fields: { 'fields.title': 'Reading the tide' },
  q: 'tide',
  ids: 'reading-the-tide,samphire',
  select: 'slug,fields.title',
};

export async function tellReading({ demo, recorder, space, idOf }: Teller): Promise<void> {
  const by = new Actor(demo.url, demo.tokens.delivery);
  const base = '/spaces/{space_id}/environments/{environment}/delivery';
  const path = { ...space, ...master };
  const times = { published_at: '2026-07-01T08:00:00.000Z', created_at: '2026-07-01T07:00:00.000Z' };
  await recorder.tell(`GET ${base}/entries`, {
    by,
    path,
    query: one,
    each: {
      ...entryQuery,
      include: 2,
      links_to: idOf('ent', 'ines-marten'),
      ...times,
      updated_at: '2026-07-01T08:00:00.000Z',
      min_revision: 1,
    },
  });
  await recorder.tell(`GET ${base}/entries/{id}`, {
    by,
    path: { ...path, id: idOf('ent', 'ines-marten') },
    each: { include: 2, locale: 'de', select: 'slug,fields.name', min_revision: 1 },
  });
  const assets = { ...page, q: 'tide', mime_type: 'image/*', locale: 'de', min_revision: 1 };
  await recorder.tell(`GET ${base}/assets`, { by, path, query: one, each: { ...assets, order: '-updated_at' } });
  const asset = { ...path, id: idOf('ast', 'tide-pools') };
  await recorder.tell(`GET ${base}/assets/{id}`, { by, path: asset, each: { locale: 'de', min_revision: 1 } });
  const model = { ...page, min_revision: 1 };
  await recorder.tell(`GET ${base}/content-types`, { by, path, query: one, each: { ...model, order: '-name' } });
  await recorder.tell(`GET ${base}/locales`, { by, path, each: { ...model, order: 'code' } });
  await recorder.tell('GET /delivery/token-info', { by });
}

export async function tellEntries({ demo, recorder, ids, space, idOf }: Teller): Promise<void> {
  const { owner } = demo;
  const path = { ...space, ...master };
  const base = '/spaces/{space_id}/environments/{environment}';
  const entry = { entry_id: idOf('ent', 'tom-ashby') };
  const list = {
    ...entryQuery,
    links_to: idOf('ent', 'ines-marten'),
    status: 'published',
    created_by: ids.managementKey,
    updated_by: ids.managementKey,
  };
  await recorder.tell(`GET ${base}/entries`, {
    by: owner,
    path,
    query: one,
    each: { ...list, order: '-updated_at', updated_since: since, ...timesOf('2026-07-01'), min_revision: 1 },
  });
  await recorder.tell('GET /entries/{entry_id}', { by: owner, path: entry });
  await recorder.tell('GET /entries/{entry_id}/references', {
    by: owner,
    path: entry,
    query: one,
    each: { ...page, order: 'key' },
  });
  await recorder.tell('GET /entries/{entry_id}/preview', { by: owner, path: entry, each: { locale: 'de' } });
  await recorder.tell('PATCH /entries/{entry_id}', {
    by: owner,
    path: entry,
    body: { fields: { role: { 'en-US': 'Kitchen, garden and stove' } } },
  });
  await recorder.tell('GET /entries/{entry_id}/versions', {
    by: owner,
    path: entry,
    query: one,
    each: { ...page, order: '-version' },
  });
  const version = { ...entry, version: 1 };
  await recorder.tell('GET /entries/{entry_id}/versions/{version}', { by: owner, path: version });
  await recorder.tell('GET /entries/{entry_id}/versions/{version}/diff', {
    by: owner,
    path: version,
    query: { to: 1 },
  });
  await recorder.tell('POST /entries/{entry_id}/versions/{version}/restore', { by: owner, path: version, body: {} });
  for (const action of ['publish', 'unpublish', 'archive', 'unarchive', 'publish'])
    await recorder.tell(`POST /entries/{entry_id}/${action}`, { by: owner, path: entry, body: {} });
  const author = (name: string) => ({ content_type_id: 'author', fields: { name } });
  await recorder.tell(`POST ${base}/entries`, {
    by: owner,
    path,
    body: { ...author('Ada Lovelace'), key: 'ada-lovelace' },
  });
  await recorder.tell(`PUT ${base}/entries/{key}`, {
    by: owner,
    path: { ...path, key: 'mary-anning' },
    body: author('Mary Anning'),
  });
  await recorder.tell(`PUT ${base}/entries/{key}`, {
    by: owner,
    path: { ...path, key: 'mary-anning' },
    body: author('Mary Anning'),
  });
  const bulk = { action: 'publish', ids: [idOf('ent', 'ines-marten'), idOf('ent', 'wibke-lorenzen')] };
  await recorder.tell(`POST ${base}/publish-plan`, { by: owner, path, body: { ids: bulk.ids } });
  await recorder.tell(`POST ${base}/entries/bulk`, { by: owner, path, body: bulk });
  const line = {
    entry: { key: 'jack-cornwell', content_type: 'author', status: 'draft', fields: { name: 'Jack Cornwell' } },
  };
  await recorder.tell(`POST ${base}/import`, {
    by: owner,
    path,
    parts: { raw: `${JSON.stringify(line)}\n`, headers: { 'content-type': 'application/x-ndjson' } },
  });
  await tellEntriesByKey({ demo, recorder, ids, space, idOf });
  await recorder.tell('DELETE /entries/{entry_id}', {
    by: owner,
    path: { entry_id: idOf('ent', 'what-the-storm-moved') },
  });
}

async function tellEntriesByKey({ demo: { owner: by }, recorder, space }: Teller): Promise<void> {
  const entry = '/spaces/{space_id}/environments/{environment}/entries/{key}';
  const path = { ...space, ...master, key: 'about' };
  const body = { fields: { title: { 'en-US': 'About the journal' } } };
  await recorder.tell(`GET ${entry}`, { by, path });
  await recorder.tell(`PATCH ${entry}`, { by, path, body });
  for (const action of ['publish', 'unpublish', 'archive', 'unarchive', 'publish'])
    await recorder.tell(`POST ${entry}/${action}`, { by, path, body: {} });
  await recorder.tell(`DELETE ${entry}`, { by, path: { ...path, key: 'mary-anning' } });
}

const timesOf = (day: string) => ({
  published_at: `${day}T08:00:00.000Z`,
  created_at: `${day}T07:00:00.000Z`,
  updated_at: `${day}T08:00:00.000Z`,
});

export async function tellMedia({ demo, recorder, space, idOf }: Teller): Promise<void> {
  const by = demo.owner;
  const path = { ...space, ...master };
  const base = '/spaces/{space_id}/environments/{environment}/media';
  const sizes = { 'size[gt]': 99_999, 'size[gte]': 100_000, 'size[lt]': 1_000_001, 'size[lte]': 1_000_000 };
  const filters = { ids: 'tide-pools,sea-wall', ...sizes, unused: 'true', without_alt: 'true' };
  await recorder.tell(`GET ${base}`, {
    by,
    path,
    query: one,
    each: { ...page, order: '-updated_at', q: 'tide', mime_type: 'image/*', locale: 'de', min_revision: 1, ...filters },
  });
  const asset = { asset_id: idOf('ast', 'tide-pools') };
  await recorder.tell('GET /media/{asset_id}', { by, path: asset });
  await recorder.tell('GET /media/{asset_id}/references', {
    by,
    path: asset,
    query: one,
    each: { ...page, order: 'key' },
  });
  await recorder.tell('PATCH /media/{asset_id}', {
    by,
    path: asset,
    body: { title: { 'en-US': 'Tide pools at noon' } },
  });
  const form = await formOf([
    ['file', { name: 'horizon.svg', bytes: DRAWING }],
    ['key', 'horizon'],
  ]);
  const uploaded = await recorder.tell(`POST ${base}`, { by, path, parts: form });
  const [, , assetId = '', hash = '', file = ''] = new URL(uploaded.string('url')).pathname.split('/');
  const nobody = new Actor(demo.url, null);
  await recorder.tell('GET /assets/{asset_id}/{hash}/{file_name}', {
    by: nobody,
    path: { asset_id: assetId, hash, file_name: file },
  });
  await recorder.tell('DELETE /media/{asset_id}', { by, path: { asset_id: idOf('ast', 'sea-wall') } });
}

export async function tellModel(teller: Teller): Promise<void> {
  await tellTypes(teller);
  await tellHiddenFields(teller);
}

async function tellTypes({ demo: { owner: by }, recorder, space, idOf }: Teller): Promise<void> {
  const path = { ...space, ...master };
  const base = '/spaces/{space_id}/environments/{environment}/content-types';
  await recorder.tell(`GET ${base}`, { by, path, query: { limit: 1, skip: 1 }, each: { ...page, order: '-api_id' } });
  await recorder.tell(`GET ${base}/{api_id}`, { by, path: { ...path, api_id: 'author' } });
  await recorder.tell('GET /content-types/{id}', { by, path: { id: idOf('ctp', 'author') } });
  const fields = [{ id: 'title', name: 'Title', type: 'string', required: true, localized: true }];
  const event = { api_id: 'event', name: 'Event', display_field: 'title', fields };
  await recorder.tell(`POST ${base}`, { by, path, body: event });
  await recorder.tell(`PUT ${base}/{api_id}`, {
    by,
    path: { ...path, api_id: 'notice' },
    body: { name: 'Notice', fields },
  });
  await recorder.tell(`PUT ${base}/{api_id}`, {
    by,
    path: { ...path, api_id: 'notice' },
    body: { name: 'Notice', fields },
  });
  const described = { description: 'Somebody who writes for us.' };
  await recorder.tell(`PATCH ${base}/{api_id}`, { by, path: { ...path, api_id: 'author' }, body: described });
  await recorder.tell('PATCH /content-types/{id}', {
    by,
    path: { id: idOf('ctp', 'author') },
    body: { name: 'Writer' },
  });
  await recorder.tell('DELETE /content-types/{id}', { by, path: { id: idOf('ctp', 'event') } });
  await recorder.tell(`DELETE ${base}/{api_id}`, { by, path: { ...path, api_id: 'notice' } });
}

async function tellHiddenFields({ demo: { owner: by, space: spaceId }, recorder, space, idOf }: Teller): Promise<void> {
  const base = `/spaces/${spaceId}/environments/master`;
  await makeHiddenFields(by, base);
  await recorder.tell(
    'DELETE /spaces/{space_id}/environments/{environment}/content-types/{api_id}/hidden-fields/{field_id}',
    { by, path: { ...space, ...master, api_id: 'contact', field_id: 'fax' } },
  );
  await recorder.tell('DELETE /content-types/{id}/hidden-fields/{field_id}', {
    by,
    path: { id: idOf('ctp', 'contact'), field_id: 'pager' },
  });
  await removeHiddenFields(by, base);
}
