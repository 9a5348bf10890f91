/** The routes of spaces and their locales. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOfRows } from '../../platform/http/paging.ts';
import { localeRoutes } from './locale-routes.ts';
import type { LocaleRules } from './locale-rules.ts';
import { SpaceChange, SpaceCreation, SpacePath, SpaceSchema, spaceRepresentation } from './schema.ts';
import type { Spaces } from './spaces.ts';
import type { ListedSpace } from './store.ts';

const tags = ['Spaces'];

export interface SpaceParts {
  readonly spaces: Spaces;
  readonly locales: LocaleRules;
}

/** Registers the routes under `/spaces` for the space itself. */
export function spaceRoutes(api: Api, parts: SpaceParts): void {
  listRoute(api, parts.spaces);
  createRoute(api, parts.spaces);
  readRoute(api, parts.spaces);
  changeRoute(api, parts.spaces);
  deleteRoute(api, parts.spaces);
  localeRoutes(api, parts.locales);
}

function listRoute(api: Api, spaces: Spaces): void {
  api.get(
    '/spaces',
    {
      config: { permission: 'space.read' },
      schema: {
        summary: 'List the spaces of the account',
        tags,
        querystring: ListQuery,
        response: { 200: PageOf(SpaceSchema) },
      },
    },
    async (request, reply) => {
      const { actor } = request;
      const order = {
        name: (space: ListedSpace) => space.name,
        created_at: (space: ListedSpace) => space.createdAt,
        updated_at: (space: ListedSpace) => space.updatedAt,
      };
      const read = async (ids: readonly string[]) =>
        new Map((await spaces.read(actor, ids)).map((space) => [space.id, spaceRepresentation(space)]));
      return pageOfRows(request, reply, await spaces.list(actor), { idOf: ({ id }) => id, order, read });
    },
  );
}

function createRoute(api: Api, spaces: Spaces): void {
  api.post(
    '/spaces',
    {
      config: { permission: 'space.create', location: '/spaces/:id' },
      schema: {
        summary: 'Create a space',
        description: 'It begins with the environment `master` and its default locale.',
        tags,
        body: SpaceCreation,
        response: { 201: SpaceSchema, ...responses('plan_limit_reached') },
      },
    },
    async (request, reply) => {
      const { name } = request.body;
      const space = await spaces.create(request.actor, { name, ...settingsIn(request.body) });
      return sendVersioned(reply.code(201), spaceRepresentation(space));
    },
  );
}

function readRoute(api: Api, spaces: Spaces): void {
  api.get(
    '/spaces/:space_id',
    {
      config: { permission: 'space.read' },
      schema: { summary: 'Read a space', tags, params: SpacePath, response: { 200: SpaceSchema } },
    },
    async (request, reply) =>
      sendVersioned(reply, spaceRepresentation(await spaces.find(request.actor, request.params.space_id))),
  );
}

function changeRoute(api: Api, spaces: Spaces): void {
  api.patch(
    '/spaces/:space_id',
    {
      config: { permission: 'space.update' },
      schema: {
        summary: 'Rename a space or switch its default locale',
        tags,
        params: SpacePath,
        body: SpaceChange,
        response: { 200: SpaceSchema, ...responses('version_conflict', 'conflict') },
      },
    },
    async (request, reply) => {
      const { name } = request.body;
      const expected = expectedVersion(request);
      const input = {
        ...(name === undefined ? {} : { name }),
        ...settingsIn(request.body),
        expected,
      };
      const space = await spaces.update(request.actor, request.params.space_id, input);
      return sendVersioned(reply, spaceRepresentation(space));
    },
  );
}

function deleteRoute(api: Api, spaces: Spaces): void {
  api.delete(
    '/spaces/:space_id',
    {
      config: { permission: 'space.delete' },
      schema: {
        summary: 'Delete a space with everything in it',
        description: 'Takes effect at once, for its keys too, and cannot be undone.',
        tags,
        params: SpacePath,
        response: { 204: Type.Null(), ...responses('version_conflict') },
      },
    },
    async (request, reply) => {
      await spaces.delete(request.actor, request.params.space_id, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

/** The settings of a space in a body; absent ones are left out. */
function settingsIn(body: {
  readonly default_locale?: string;
  readonly strip_metadata?: boolean;
  readonly ai?: 'on' | 'off';
}) {
  const { default_locale: defaultLocale, strip_metadata: stripsMetadata, ai } = body;
  return {
    ...(ai === undefined ? {} : { ai }),
    ...(defaultLocale === undefined ? {} : { defaultLocale }),
    ...(stripsMetadata === undefined ? {} : { stripsMetadata }),
  };
}
