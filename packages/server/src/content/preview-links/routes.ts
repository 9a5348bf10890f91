/** The routes of preview links. The page that a link opens is one of `planes/pages/`. */
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { noContent } from '../../platform/http/no-content.ts';
import { PageOf, pageOfRows } from '../../platform/http/paging.ts';
import { LinkPath, LinkQuery, NewPreviewLink, PreviewLink, SpacePath } from './schema.ts';
import type { ListedPreview, SharedPreviews } from './shared-previews.ts';

const tags = ['Preview links'];
const COLLECTION = '/spaces/:space_id/preview-links';
const ONE = `${COLLECTION}/:preview_link_id`;
const reading = { permission: 'preview_link.read' };
const making = { permission: 'preview_link.create' };

export function previewLinkRoutes(api: Api, previews: SharedPreviews): void {
  api.get(COLLECTION, { schema: listSchema, config: reading }, async (request, reply) => {
    const { actor, query } = request;
    const { space_id: spaceId } = request.params;
    const rows = await previews.list(actor, spaceId, query);
    const read = (ids: readonly string[]) => previews.read(actor, spaceId, ids);
    return pageOfRows(request, reply, rows, { idOf: ({ id }) => id, order: linkOrder, read });
  });
  api.post(
    COLLECTION,
    { schema: createSchema, config: { ...making, location: `${COLLECTION}/:id` } },
    async (request, reply) => {
      const made = await previews.create(request.actor, request.params.space_id, request.body);
      return reply.code(201).send(made);
    },
  );
  api.get(ONE, { schema: getSchema, config: reading }, async ({ actor, params }) => {
    return previews.get(actor, { spaceId: params.space_id, id: params.preview_link_id });
  });
  // Others' links take a further permission, which the rule looks at.
  api.delete(ONE, { schema: deleteSchema, config: making }, async ({ actor, params }, reply) => {
    await previews.delete(actor, { spaceId: params.space_id, id: params.preview_link_id });
    return reply.code(204).send(null);
  });
}

const linkOrder = {
  created_at: (link: ListedPreview) => link.created_at,
  expires_at: (link: ListedPreview) => link.expires_at,
  last_opened_at: (link: ListedPreview) => link.last_opened_at,
};

const listSchema = {
  summary: 'List the preview links of a space',
  description: 'One that has expired is listed for 30 more days.',
  tags,
  params: SpacePath,
  querystring: LinkQuery,
  response: { 200: PageOf(PreviewLink), ...responses('not_found') },
};

const createSchema = {
  summary: 'Make a preview link',
  description:
    'Whoever has it sees drafts without an account: those of the environment, for an hour each time that they open it. Give one of `entry`, `change_set` and `href`; `change_set` may stand beside either. It ends when it expires or is revoked, and when you may no longer read drafts.',
  tags,
  params: SpacePath,
  body: NewPreviewLink,
  response: {
    201: PreviewLink,
    ...responses('not_found', 'validation_failed', 'conflict', 'environment_not_ready', 'idempotency_conflict'),
  },
};

const getSchema = {
  summary: 'Read a preview link',
  tags,
  params: LinkPath,
  response: { 200: PreviewLink, ...responses('not_found') },
};

const deleteSchema = {
  summary: 'Revoke a preview link',
  description:
    'It stops working at once, with everything that was opened by it. Everybody may revoke their own, editors any.',
  tags,
  params: LinkPath,
  response: { 204: noContent, ...responses('not_found') },
};
