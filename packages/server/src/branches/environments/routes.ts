/** The routes of a space's environments. */
import { Type } from 'typebox';
import type { ListedEnvironment } from '../../model/spaces/environment-rows.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { EnvironmentPath, SpacePath } from '../../model/spaces/schema.ts';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOfRows } from '../../platform/http/paging.ts';
import type { EnvironmentChanges } from './environment-changes.ts';
import { EnvironmentChange, EnvironmentCreation, EnvironmentSchema, environmentRepresentation } from './schema.ts';

export interface EnvironmentRouteParts {
  readonly environments: Environments;
  readonly environmentChanges: EnvironmentChanges;
}

const tags = ['Environments'];

export function environmentRoutes(api: Api, { environments, environmentChanges }: EnvironmentRouteParts): void {
  listRoute(api, environments);
  createRoute(api, environmentChanges);
  readRoute(api, environments);
  changeRoute(api, environmentChanges);
  deleteRoute(api, environmentChanges);
  cloneRoute(api, environmentChanges);
}

function listRoute(api: Api, environments: Environments): void {
  api.get(
    '/spaces/:space_id/environments',
    {
      config: { permission: 'environment.read' },
      schema: {
        summary: 'List the environments of a space',
        tags,
        params: SpacePath,
        querystring: ListQuery,
        response: { 200: PageOf(EnvironmentSchema) },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId } = request.params;
      const rows = await environments.listed(request.actor, spaceId);
      const order = {
        name: ({ name }: ListedEnvironment) => name,
        created_at: ({ createdAt }: ListedEnvironment) => createdAt,
      };
      const read = async (ids: readonly string[]) =>
        new Map((await environments.read(spaceId, ids)).map((one) => [one.id, environmentRepresentation(one)]));
      return pageOfRows(request, reply, rows, { idOf: ({ id }) => id, order, read });
    },
  );
}

function createRoute(api: Api, changes: EnvironmentChanges): void {
  api.post(
    '/spaces/:space_id/environments',
    {
      config: { permission: 'environment.create', location: '/spaces/:space_id/environments/:name' },
      schema: {
        summary: 'Create an empty environment',
        tags,
        params: SpacePath,
        body: EnvironmentCreation,
        response: { 201: EnvironmentSchema, ...responses('plan_limit_reached', 'conflict') },
      },
    },
    async (request, reply) => {
      const environment = await changes.create(request.actor, request.params.space_id, request.body);
      return sendVersioned(reply.code(201), environmentRepresentation(environment));
    },
  );
}

function readRoute(api: Api, environments: Environments): void {
  api.get(
    '/spaces/:space_id/environments/:environment',
    {
      config: { permission: 'environment.read' },
      schema: {
        summary: 'Read an environment in any status',
        tags,
        params: EnvironmentPath,
        response: { 200: EnvironmentSchema },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment: name } = request.params;
      const known = await environments.find(request.actor, spaceId, name);
      const [environment = known] = await environments.read(spaceId, [known.id]);
      return sendVersioned(reply, environmentRepresentation(environment));
    },
  );
}

function changeRoute(api: Api, changes: EnvironmentChanges): void {
  api.patch(
    '/spaces/:space_id/environments/:environment',
    {
      config: { permission: 'environment.update' },
      schema: {
        summary: 'Lock or unlock the model of an environment',
        description:
          'While it is locked, its content types are changed only by keys that push models, whatever the route: 409 `model_locked` for all others.',
        tags,
        params: EnvironmentPath,
        body: EnvironmentChange,
        response: { 200: EnvironmentSchema, ...responses('version_conflict', 'environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment: name } = request.params;
      const expected = expectedVersion(request);
      const environment = await changes.update(request.actor, { spaceId, name }, { ...request.body, expected });
      return sendVersioned(reply, environmentRepresentation(environment));
    },
  );
}

function deleteRoute(api: Api, changes: EnvironmentChanges): void {
  api.delete(
    '/spaces/:space_id/environments/:environment',
    {
      config: { permission: 'environment.delete' },
      schema: {
        summary: 'Delete an environment with everything in it',
        description:
          'Any but `master`, and none that an alias stands for. Takes effect at once; a new environment of the same name gets the same code in ids.',
        tags,
        params: EnvironmentPath,
        response: { 204: Type.Null(), ...responses('conflict', 'version_conflict') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment: name } = request.params;
      await changes.delete(request.actor, { spaceId, name }, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

function cloneRoute(api: Api, changes: EnvironmentChanges): void {
  api.post(
    '/spaces/:space_id/environments/:environment/clone',
    {
      config: { permission: 'environment.create', location: '/spaces/:space_id/environments/:name' },
      schema: {
        summary: 'Clone an environment',
        description:
          'Copies content types, entries with their draft and published state, and assets in the background. Until the ' +
          'clone is `ready`, it can only be read itself, or deleted, which ends the copying; any other request into it ' +
          'is 409 `environment_not_ready`. It is `failed` if that is impossible; then delete it.',
        tags,
        params: EnvironmentPath,
        body: EnvironmentCreation,
        response: { 201: EnvironmentSchema, ...responses('plan_limit_reached', 'conflict', 'environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment: name } = request.params;
      const clone = await changes.clone(request.actor, { spaceId, name }, request.body);
      return sendVersioned(reply.code(201), environmentRepresentation(clone));
    },
  );
}
