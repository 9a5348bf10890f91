/** The routes of content types. */

import { costlyModels, costlyTypes } from '../bounds/stalls/made-attacks.ts';
import { makeHiddenFields, removeHiddenFields } from '../docs/reference/hidden-fields.ts';
import { PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

const AUTHOR = { name: 'Author', display_field: 'name', fields: [{ id: 'name', name: 'name', type: 'string' }] };
const EVENT_FIELDS = [{ id: 'title', name: 'Title', type: 'string', required: true, localized: true }];

export const contentTypeRoutes = {
  'GET /spaces/{space_id}/environments/{environment}/content-types': {
    access: 'viewer',
    example: { query: { limit: 1, skip: 1 }, each: { ...PAGE, order: '-api_id' } },
  },
  'GET /spaces/{space_id}/environments/{environment}/content-types/{api_id}': {
    access: 'viewer',
    example: { path: { api_id: 'author' } },
  },
  'GET /content-types/{id}': {
    access: 'viewer',
    example: ({ tell, idOf }) => tell({ path: { id: idOf('ctp', 'author') } }),
  },
  'POST /spaces/{space_id}/environments/{environment}/content-types': {
    access: 'developer',
    body: AUTHOR,
    stalls: { attacks: costlyTypes },
    audit: {
      action: 'content_type.create',
      events: ['content_type.create'],
      change: async (ground) =>
        owners(`${ground.scene.base}/content-types`, { api_id: ground.name('type'), name: 'New', fields: [] }),
    },
    example: { body: { api_id: 'event', name: 'Event', display_field: 'title', fields: EVENT_FIELDS } },
  },
  'PUT /spaces/{space_id}/environments/{environment}/content-types/{api_id}': {
    access: 'developer',
    body: AUTHOR,
    audit: {
      action: 'content_type.update',
      events: ['content_type.update'],
      change: async (ground) =>
        owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`, { name: 'Put', fields: [] }),
      keep: async (ground) =>
        owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`, { name: 'A type', fields: [] }),
    },
    example: async ({ tell }) => {
      const request = { path: { api_id: 'notice' }, body: { name: 'Notice', fields: EVENT_FIELDS } };
      await tell(request);
      await tell(request);
    },
  },
  'PATCH /spaces/{space_id}/environments/{environment}/content-types/{api_id}': {
    access: 'developer',
    body: { name: 'Other' },
    audit: {
      action: 'content_type.update',
      events: ['content_type.update'],
      change: async (ground) =>
        owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`, { name: 'Changed' }),
      keep: async (ground) => owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`, {}),
    },
    example: { path: { api_id: 'author' }, body: { description: 'Somebody who writes for us.' } },
  },
  'PATCH /content-types/{id}': {
    access: 'developer',
    body: { name: 'Other' },
    audit: {
      action: 'content_type.update',
      events: ['content_type.update'],
      change: async (ground) => owners(`/content-types/${(await ground.type()).id}`, { name: 'Changed' }),
      keep: async (ground) => owners(`/content-types/${(await ground.type()).id}`, { name: 'A type' }),
    },
    example: ({ tell, idOf }) => tell({ path: { id: idOf('ctp', 'author') }, body: { name: 'Writer' } }),
  },
  'GET /spaces/{space_id}/environments/{environment}/model': { access: 'viewer', example: {} },
  'POST /spaces/{space_id}/environments/{environment}/model': {
    access: 'developer',
    body: { content_types: [{ api_id: 'author', ...AUTHOR }] },
    stalls: { attacks: costlyModels },
    audit: {
      action: 'content_type.update',
      events: ['content_type.update'],
      change: async (ground) =>
        owners(`${ground.scene.base}/model`, {
          content_types: [{ api_id: (await ground.type()).apiId, name: 'Pushed', fields: [] }],
        }),
      keep: async (ground) =>
        owners(`${ground.scene.base}/model`, {
          content_types: [{ api_id: (await ground.type()).apiId, name: 'A type', fields: [] }],
        }),
    },
    example: {
      body: { content_types: [{ api_id: 'author', name: 'Author', fields: EVENT_FIELDS }], dry_run: true },
    },
  },
  'DELETE /content-types/{id}': {
    access: 'developer',
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'content_type.delete',
      events: ['content_type.delete'],
      change: async (ground) => owners(`/content-types/${(await ground.type()).id}`),
    },
    example: ({ tell, idOf }) => tell({ path: { id: idOf('ctp', 'event') } }),
  },
  'DELETE /spaces/{space_id}/environments/{environment}/content-types/{api_id}': {
    access: 'developer',
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'content_type.delete',
      events: ['content_type.delete'],
      change: async (ground) => owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`),
    },
    example: { path: { api_id: 'notice' } },
  },
  'DELETE /spaces/{space_id}/environments/{environment}/content-types/{api_id}/hidden-fields/{field_id}': {
    access: 'developer',
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'content_type.update',
      events: ['content_type.update'],
      change: async (ground) => {
        const { apiId } = await ground.typeWithHiddenField();
        return owners(`${ground.scene.base}/content-types/${apiId}/hidden-fields/gone`);
      },
    },
    example: async ({ tell, owner, space }) => {
      await makeHiddenFields(owner, `${space}/environments/master`);
      await tell({ path: { api_id: 'contact', field_id: 'fax' } });
    },
  },
  'DELETE /content-types/{id}/hidden-fields/{field_id}': {
    access: 'developer',
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'content_type.update',
      events: ['content_type.update'],
      change: async (ground) => owners(`/content-types/${(await ground.typeWithHiddenField()).id}/hidden-fields/gone`),
    },
    example: async ({ tell, owner, space, idOf }) => {
      await tell({ path: { id: idOf('ctp', 'contact'), field_id: 'pager' } });
      await removeHiddenFields(owner, `${space}/environments/master`);
    },
  },
} satisfies SomeRoutes;
