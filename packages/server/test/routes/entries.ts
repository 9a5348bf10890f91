/** The routes of entries, by id and by key, and of what is done with many. */

import { bulks, costlyEntries, costlyQueries, imports, onLargeEntries } from '../bounds/stalls/made-attacks.ts';
import { ENTRY_QUERY, ONE, PAGE } from '../docs/reference/teller.ts';
import { type Ground, LINES_HEADERS, type Mutation, owners } from './ground.ts';
import type { Audit, Example, SomeRoutes } from './row.ts';

const onTom: Example = ({ tell, owner: by, idOf }) =>
  tell({ by, path: { entry_id: idOf('ent', 'tom-ashby') }, body: {} });
const onAbout: Example = { path: { key: 'about' }, body: {} };

/** What is recorded of one entry, whose route names it by id or by key. */
const auditsOfOne = (pathTo: (ground: Ground, id: string) => string) =>
  ({
    update: {
      action: 'entry.update',
      events: ['entry.update'],
      change: async (ground) => owners(pathTo(ground, await ground.published()), { fields: { name: 'Changed' } }),
      keep: async (ground) => owners(pathTo(ground, await ground.published()), { fields: { name: 'Published' } }),
    },
    delete: {
      action: 'entry.delete',
      events: ['entry.unpublish', 'entry.delete'],
      change: async (ground) => owners(pathTo(ground, await ground.published())),
    },
    publish: {
      action: 'entry.publish',
      events: ['entry.publish'],
      change: async (ground) => owners(`${pathTo(ground, await ground.draft())}/publish`),
      keep: async (ground) => owners(`${pathTo(ground, await ground.published())}/publish`),
    },
    unpublish: {
      action: 'entry.unpublish',
      events: ['entry.unpublish'],
      change: async (ground) => owners(`${pathTo(ground, await ground.published())}/unpublish`),
    },
    archive: {
      action: 'entry.archive',
      events: ['entry.unpublish', 'entry.archive'],
      change: async (ground) => owners(`${pathTo(ground, await ground.published())}/archive`),
      keep: async (ground) => owners(`${pathTo(ground, await ground.archived())}/archive`),
    },
    unarchive: {
      action: 'entry.update',
      events: ['entry.update'],
      change: async (ground) => owners(`${pathTo(ground, await ground.archived())}/unarchive`),
    },
  }) satisfies Readonly<Record<string, Audit>>;

const byId = auditsOfOne((_ground, id) => `/entries/${id}`);
const byKey = auditsOfOne((ground, id) => `${ground.scene.base}/entries/${ground.keyOf(id)}`);

const importLines = (ground: Ground, lines: readonly object[], query = ''): Mutation => ({
  path: `${ground.scene.base}/import${query}`,
  parts: { raw: lines.map((line) => JSON.stringify(line)).join('\n'), headers: LINES_HEADERS },
});

const authorLine = (key: string) => ({ entry: { key, content_type: 'author', fields: { name: 'Imported' } } });

export const entryRoutes = {
  'GET /spaces/{space_id}/environments/{environment}/entries': {
    access: 'viewer',
    stalls: { attacks: costlyQueries },
    example: ({ tell, ids, idOf }) =>
      tell({
        query: ONE,
        each: {
          ...ENTRY_QUERY,
          q_locale: '*',
          links_to: idOf('ent', 'ines-marten'),
          status: 'published',
          created_by: ids.managementKey,
          updated_by: ids.managementKey,
          order: '-updated_at',
          updated_since: '2026-07-01T00:00:00.000Z',
          published_at: '2026-07-01T08:00:00.000Z',
          created_at: '2026-07-01T07:00:00.000Z',
          updated_at: '2026-07-01T08:00:00.000Z',
          min_revision: 1,
        },
      }),
  },
  'GET /entries/{entry_id}': {
    access: 'viewer',
    example: ({ tell, idOf }) => tell({ path: { entry_id: idOf('ent', 'tom-ashby') } }),
  },
  'GET /entries/{entry_id}/references': {
    access: 'viewer',
    example: ({ tell, idOf }) =>
      tell({ path: { entry_id: idOf('ent', 'tom-ashby') }, query: ONE, each: { ...PAGE, order: 'key' } }),
  },
  'GET /entries/{entry_id}/preview': {
    access: 'viewer',
    example: ({ tell, idOf }) => tell({ path: { entry_id: idOf('ent', 'tom-ashby') }, each: { locale: 'de' } }),
  },
  'PATCH /entries/{entry_id}': {
    access: 'editor',
    body: { fields: { name: 'Eve' } },
    audit: byId.update,
    example: ({ tell, idOf }) => {
      const body = { fields: { role: { 'en-US': 'Kitchen, garden and stove' } } };
      return tell({ path: { entry_id: idOf('ent', 'tom-ashby') }, body });
    },
  },
  'GET /entries/{entry_id}/versions': {
    access: 'viewer',
    example: ({ tell, idOf }) =>
      tell({ path: { entry_id: idOf('ent', 'tom-ashby') }, query: ONE, each: { ...PAGE, order: '-version' } }),
  },
  'GET /entries/{entry_id}/versions/{version}': {
    access: 'viewer',
    example: ({ tell, idOf }) => tell({ path: { entry_id: idOf('ent', 'tom-ashby'), version: 1 } }),
  },
  'GET /entries/{entry_id}/versions/{version}/diff': {
    access: 'viewer',
    example: ({ tell, idOf }) => tell({ path: { entry_id: idOf('ent', 'tom-ashby'), version: 1 }, query: { to: 1 } }),
  },
  'POST /entries/{entry_id}/versions/{version}/restore': {
    access: 'editor',
    audit: {
      action: 'entry.update',
      events: ['entry.update'],
      change: async (ground) => {
        const id = await ground.draft();
        await ground.owner.patch(`/entries/${id}`, { fields: { name: 'Second' } }, 200);
        return owners(`/entries/${id}/versions/1/restore`);
      },
      keep: async (ground) => owners(`/entries/${await ground.draft()}/versions/1/restore`),
    },
    example: ({ tell, idOf }) => tell({ path: { entry_id: idOf('ent', 'tom-ashby'), version: 1 }, body: {} }),
  },
  'POST /entries/{entry_id}/publish': {
    access: 'editor',
    audit: byId.publish,
    example: onTom,
  },
  'POST /entries/{entry_id}/unpublish': {
    access: 'editor',
    audit: byId.unpublish,
    example: onTom,
  },
  'POST /entries/{entry_id}/archive': {
    access: 'editor',
    audit: byId.archive,
    example: onTom,
  },
  'POST /entries/{entry_id}/unarchive': {
    access: 'editor',
    audit: byId.unarchive,
    example: onTom,
  },
  'POST /spaces/{space_id}/environments/{environment}/entries': {
    access: 'author',
    body: { content_type_id: 'author', fields: { name: 'Eve' } },
    stalls: { attacks: costlyEntries },
    audit: {
      action: 'entry.create',
      events: ['entry.create'],
      change: async (ground) =>
        owners(`${ground.scene.base}/entries`, { content_type_id: 'author', fields: { name: 'New' } }),
    },
    example: { body: { content_type_id: 'author', fields: { name: 'Ada Lovelace' }, key: 'ada-lovelace' } },
  },
  'PUT /spaces/{space_id}/environments/{environment}/entries/{key}': {
    access: 'editor',
    body: {
      content_type_id: 'author',
      fields: { name: 'Eve' },
    },
    stalls: { attacks: costlyEntries },
    audit: {
      action: 'entry.update',
      events: ['entry.update'],
      change: async (ground) =>
        owners(`${ground.scene.base}/entries/${ground.keyOf(await ground.draft())}`, {
          content_type_id: 'author',
          fields: { name: 'Put' },
        }),
      keep: async (ground) =>
        owners(`${ground.scene.base}/entries/${ground.keyOf(await ground.draft())}`, {
          content_type_id: 'author',
          fields: { name: 'A draft' },
        }),
    },
    example: async ({ tell }) => {
      const body = { content_type_id: 'author', fields: { name: 'Mary Anning' } };
      await tell({ path: { key: 'mary-anning' }, body });
      await tell({ path: { key: 'mary-anning' }, body });
    },
  },
  'POST /spaces/{space_id}/environments/{environment}/publish-plan': {
    access: 'viewer',
    body: { ids: ['x'] },
    audit: {
      action: 'nothing: it only looks',
      records: 0,
      looks: true,
      events: [],
      change: async (ground) =>
        owners(`${ground.scene.base}/publish-plan`, { ids: [ground.keyOf(await ground.draft())] }),
    },
    example: ({ tell, idOf }) => tell({ body: { ids: [idOf('ent', 'ines-marten'), idOf('ent', 'wibke-lorenzen')] } }),
  },
  'POST /spaces/{space_id}/environments/{environment}/entries/bulk': {
    access: 'editor',
    body: { action: 'publish', ids: ['x'] },
    stalls: { attacks: bulks },
    audit: {
      action: 'entry.archive',
      events: ['entry.archive', 'entry.unpublish', 'entry.archive'],
      records: 2,
      change: async (ground) =>
        owners(`${ground.scene.base}/entries/bulk`, {
          action: 'archive',
          ids: [await ground.draft(), await ground.published(), await ground.archived(), 'nothing'],
        }),
      keep: async (ground) =>
        owners(`${ground.scene.base}/entries/bulk`, { action: 'archive', ids: [await ground.archived(), 'nothing'] }),
    },
    example: ({ tell, idOf }) => {
      const body = { action: 'publish', ids: [idOf('ent', 'ines-marten'), idOf('ent', 'wibke-lorenzen')] };
      return tell({ body });
    },
  },
  'POST /spaces/{space_id}/environments/{environment}/import': {
    access: 'developer',
    stalls: { attacks: imports, streams: true },
    audit: {
      action: 'content.import',
      events: [],
      inSteps: true,
      change: async (ground) =>
        importLines(
          ground,
          Array.from({ length: 201 }, () => authorLine(ground.name('imported'))),
        ),
      keep: async (ground) => {
        const line = authorLine(ground.name('imported'));
        const { path, parts = {} } = importLines(ground, [line]);
        await ground.owner.send('POST', path, parts);
        return importLines(ground, [line], '?events=true');
      },
    },
    example: ({ tell }) => {
      const fields = { name: 'Jack Cornwell' };
      const line = { entry: { key: 'jack-cornwell', content_type: 'author', status: 'draft', fields } };
      return tell({ parts: { raw: `${JSON.stringify(line)}\n`, headers: LINES_HEADERS } });
    },
  },
  'GET /spaces/{space_id}/environments/{environment}/entries/{key}': {
    access: 'viewer',
    stalls: { attacks: onLargeEntries },
    example: { path: { key: 'about' } },
  },
  'PATCH /spaces/{space_id}/environments/{environment}/entries/{key}': {
    access: 'editor',
    body: { fields: { name: 'Eve' } },
    audit: byKey.update,
    example: { path: { key: 'about' }, body: { fields: { title: { 'en-US': 'About the journal' } } } },
  },
  'POST /spaces/{space_id}/environments/{environment}/entries/{key}/publish': {
    access: 'editor',
    stalls: { attacks: onLargeEntries },
    audit: byKey.publish,
    example: onAbout,
  },
  'POST /spaces/{space_id}/environments/{environment}/entries/{key}/unpublish': {
    access: 'editor',
    stalls: { attacks: onLargeEntries },
    audit: byKey.unpublish,
    example: onAbout,
  },
  'POST /spaces/{space_id}/environments/{environment}/entries/{key}/archive': {
    access: 'editor',
    stalls: { attacks: onLargeEntries },
    audit: byKey.archive,
    example: onAbout,
  },
  'POST /spaces/{space_id}/environments/{environment}/entries/{key}/unarchive': {
    access: 'editor',
    stalls: { attacks: onLargeEntries },
    audit: byKey.unarchive,
    example: onAbout,
  },
  'DELETE /spaces/{space_id}/environments/{environment}/entries/{key}': {
    access: 'editor',
    stalls: { on: 'a space of its own' },
    audit: byKey.delete,
    example: { path: { key: 'mary-anning' } },
  },
  'DELETE /entries/{entry_id}': {
    access: 'editor',
    stalls: { on: 'a space of its own' },
    audit: byId.delete,
    example: ({ tell, idOf }) => tell({ path: { entry_id: idOf('ent', 'what-the-storm-moved') } }),
  },
} satisfies SomeRoutes;
