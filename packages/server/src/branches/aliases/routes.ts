/** The routes of a space's environment aliases. */
import { Type } from 'typebox';
import { SpacePath } from '../../model/spaces/schema.ts';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOf } from '../../platform/http/paging.ts';
import type { Aliases } from './aliases.ts';
import { AliasPath, AliasReplacement, AliasSchema, aliasRepresentation } from './schema.ts';

const tags = ['Environments'];
const ALIASES = '/spaces/:space_id/environment-aliases';

export function aliasRoutes(api: Api, aliases: Aliases): void {
  listRoute(api, aliases);
  readRoute(api, aliases);
  putRoute(api, aliases);
  deleteRoute(api, aliases);
}

function listRoute(api: Api, aliases: Aliases): void {
  api.get(
    ALIASES,
    {
      config: { permission: 'environment.read' },
      schema: {
        summary: 'List the environment aliases of a space',
        tags,
        params: SpacePath,
        querystring: ListQuery,
        response: { 200: PageOf(AliasSchema) },
      },
    },
    async (request, reply) => {
      const all = (await aliases.list(request.actor, request.params.space_id)).map(aliasRepresentation);
      const order = {
        name: ({ name }: { name: string }) => name,
        created_at: (item: { created_at: string }) => item.created_at,
        updated_at: (item: { updated_at: string }) => item.updated_at,
      };
      return pageOf(request, reply, all, { idOf: ({ id }) => id, order });
    },
  );
}

function readRoute(api: Api, aliases: Aliases): void {
  api.get(
    `${ALIASES}/:alias`,
    {
      config: { permission: 'environment.read' },
      schema: {
        summary: 'Read an environment alias',
        tags,
        params: AliasPath,
        response: { 200: AliasSchema },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, alias: name } = request.params;
      return sendVersioned(reply, aliasRepresentation(await aliases.find(request.actor, { spaceId, name })));
    },
  );
}

function putRoute(api: Api, aliases: Aliases): void {
  api.put(
    `${ALIASES}/:alias`,
    {
      config: { permission: 'environment.create', location: '/spaces/:space_id/environment-aliases/:name' },
      schema: {
        summary: 'Create an environment alias, or point it at another environment',
        description:
          'Takes effect at once: with the `X-CMS-Revision` of the response as `min_revision`, no process responds from the ' +
          'previous environment. Ids that are read through the alias keep its code. With `rename_current_to`, the name of ' +
          'an environment, such as `master`, becomes an alias, with its code; the environment gets the new name.',
        tags,
        params: AliasPath,
        body: AliasReplacement,
        response: {
          200: AliasSchema,
          201: AliasSchema,
          ...responses('conflict', 'version_conflict', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, alias: name } = request.params;
      const { environment, rename_current_to: renameCurrentTo } = request.body;
      const input = { environment, renameCurrentTo, expected: expectedVersion(request) };
      const { alias, isNew } = await aliases.put(request.actor, { spaceId, name }, input);
      return sendVersioned(reply.code(isNew ? 201 : 200), aliasRepresentation(alias));
    },
  );
}

function deleteRoute(api: Api, aliases: Aliases): void {
  api.delete(
    `${ALIASES}/:alias`,
    {
      config: { permission: 'environment.delete' },
      schema: {
        summary: 'Delete an environment alias',
        description:
          'Any but `master`. The environment stays. Keys limited to the alias can no longer read anything, even if ' +
          'there is an alias of that name later.',
        tags,
        params: AliasPath,
        response: { 204: Type.Null(), ...responses('conflict', 'version_conflict') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, alias: name } = request.params;
      await aliases.delete(request.actor, { spaceId, name }, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}
