/** The routes of saved views. */
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { noContent } from '../../platform/http/no-content.ts';
import { ListQuery, PageOf, pageOfRows } from '../../platform/http/paging.ts';
import { NewView, SpacePath, View, ViewChange, ViewPath } from './schema.ts';
import type { ListedView } from './store.ts';
import type { Views } from './views.ts';

const tags = ['Saved views'];
const COLLECTION = '/spaces/:space_id/views';
const ONE = `${COLLECTION}/:view_id`;
/** Whether a view is shared decides the rest. */
const changing = { permission: 'view.manage_own' };

export function viewRoutes(api: Api, views: Views): void {
  api.get(COLLECTION, { schema: listSchema, config: { permission: 'view.read' } }, async (request, reply) => {
    const { actor, params } = request;
    const read = (ids: readonly string[]) => views.read(actor, params.space_id, ids);
    const rows = await views.list(actor, params.space_id);
    return pageOfRows(request, reply, rows, { idOf: ({ id }) => id, order: viewOrder, read });
  });
  api.post(
    COLLECTION,
    { schema: createSchema, config: { ...changing, location: `${COLLECTION}/:id` } },
    async (request, reply) => {
      const made = await views.create(request.actor, request.params.space_id, request.body);
      return reply.code(201).send(sendVersioned(reply, made));
    },
  );
  api.get(ONE, { schema: getSchema, config: { permission: 'view.read' } }, async (request, reply) => {
    return sendVersioned(reply, await views.get(request.actor, addressOf(request.params)));
  });
  api.patch(ONE, { schema: changeSchema, config: changing }, async (request, reply) => {
    const { version: _, ...input } = request.body;
    const expected = expectedVersion(request);
    return sendVersioned(reply, await views.update(request.actor, addressOf(request.params), input, expected));
  });
  api.delete(ONE, { schema: deleteSchema, config: changing }, async (request, reply) => {
    await views.delete(request.actor, addressOf(request.params), expectedVersion(request));
    return reply.code(204).send(null);
  });
}

function addressOf(params: { space_id: string; view_id: string }) {
  return { spaceId: params.space_id, id: params.view_id };
}

const viewOrder = {
  name: (view: ListedView) => view.name,
  created_at: (view: ListedView) => view.created_at,
  updated_at: (view: ListedView) => view.updated_at,
};

const listSchema = {
  summary: 'List the saved views of a space',
  description: 'The shared ones, and your own.',
  tags,
  params: SpacePath,
  querystring: ListQuery,
  response: { 200: PageOf(View), ...responses('not_found') },
};

const createSchema = {
  summary: 'Save a view',
  description: 'Everybody may save views for themselves; shared ones need the role editor.',
  tags,
  params: SpacePath,
  body: NewView,
  response: { 201: View, ...responses('not_found', 'conflict', 'environment_not_ready', 'idempotency_conflict') },
};

const getSchema = {
  summary: 'Read a saved view',
  tags,
  params: ViewPath,
  response: { 200: View, ...responses('not_found') },
};

const changeSchema = {
  summary: 'Change a saved view',
  description: 'Members that are left out stay. A shared view that is made personal becomes yours.',
  tags,
  params: ViewPath,
  body: ViewChange,
  response: { 200: View, ...responses('not_found', 'conflict', 'version_conflict', 'environment_not_ready') },
};

const deleteSchema = {
  summary: 'Delete a saved view',
  tags,
  params: ViewPath,
  response: { 204: noContent, ...responses('not_found', 'version_conflict') },
};
