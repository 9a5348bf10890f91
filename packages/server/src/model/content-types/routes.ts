/** The routes of content types: by environment and api_id, and by id. Both addresses of a type share their handlers. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Violation } from '../../../../contract/src/violations.ts';
import { invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOf } from '../../platform/http/paging.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Environment } from '../spaces/environment.ts';
import type { Environments } from '../spaces/environments.ts';
import { keyWithin, parseResourceId } from '../spaces/resource-id.ts';
import type { ContentType } from './content-type.ts';
import type { ContentTypes, TypePlace, TypeSave } from './content-types.ts';
import { typeRepresentation } from './representation.ts';
import {
  ContentTypeChange,
  ContentTypeCreation,
  ContentTypeReplacement,
  ContentTypeSchema,
  EnvironmentTypesPath,
  HiddenFieldInEnvironmentPath,
  HiddenFieldPath,
  LossQuery,
  TypeInEnvironmentPath,
  TypePath,
} from './schema.ts';
import type { ContentTypeInput } from './type-plan.ts';

const tags = ['Content types'];
const COLLECTION = '/spaces/:space_id/environments/:environment/content-types';

/** A path to one content type, and how the path identifies it. */
interface WayToOne {
  readonly path: string;
  readonly params: typeof TypeInEnvironmentPath | typeof TypePath;
  readonly hiddenFieldParams: typeof HiddenFieldInEnvironmentPath | typeof HiddenFieldPath;
  readonly by: 'api_id' | 'id';
}

const waysToOne: readonly WayToOne[] = [
  {
    path: `${COLLECTION}/:api_id`,
    params: TypeInEnvironmentPath,
    hiddenFieldParams: HiddenFieldInEnvironmentPath,
    by: 'api_id',
  },
  { path: '/content-types/:id', params: TypePath, hiddenFieldParams: HiddenFieldPath, by: 'id' },
];

export interface ContentTypeParts {
  readonly contentTypes: ContentTypes;
  readonly environments: Environments;
}

export function contentTypeRoutes(api: Api, parts: ContentTypeParts): void {
  listRoute(api, parts);
  createRoute(api, parts);
  replaceRoute(api, parts);
  for (const way of waysToOne) {
    readRoute(api, parts, way);
    changeRoute(api, parts, way);
    deleteRoute(api, parts, way);
    deleteHiddenFieldRoute(api, parts, way);
  }
}

function listRoute(api: Api, { contentTypes, environments }: ContentTypeParts): void {
  api.get(
    COLLECTION,
    {
      config: { permission: 'content_type.read' },
      schema: {
        summary: 'List the content types of an environment',
        tags,
        params: EnvironmentTypesPath,
        querystring: ListQuery,
        response: { 200: PageOf(ContentTypeSchema), ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => {
      const environment = await openEnvironment(environments, request.actor, request.params);
      const types = await contentTypes.list(environment);
      const page = pageOf(request, reply, types, { idOf: ({ apiId }) => apiId, order: orders });
      return { ...page, items: page.items.map((type) => typeRepresentation(type, environment.code)) };
    },
  );
}

function createRoute(api: Api, { contentTypes, environments }: ContentTypeParts): void {
  api.post(
    COLLECTION,
    {
      config: { permission: 'content_type.manage', location: '/content-types/:id' },
      schema: {
        summary: 'Create a content type',
        tags,
        params: EnvironmentTypesPath,
        body: ContentTypeCreation,
        response: { 201: ContentTypeSchema, ...responses('plan_limit_reached', 'conflict', 'environment_not_ready') },
      },
    },
    async (request, reply) => {
      const environment = await openEnvironment(environments, request.actor, request.params);
      const type = await contentTypes.create(request.actor, environment, request.body);
      return sendVersioned(reply.code(201), typeRepresentation(type, environment.code));
    },
  );
}

function replaceRoute(api: Api, { contentTypes, environments }: ContentTypeParts): void {
  api.put(
    `${COLLECTION}/:api_id`,
    {
      config: { permission: 'content_type.manage', location: '/content-types/:id' },
      schema: {
        summary: 'Create or replace a content type',
        description:
          'Lets models be kept in code: what the body leaves out is empty, and sending it again changes nothing.',
        tags,
        params: TypeInEnvironmentPath,
        querystring: LossQuery,
        body: ContentTypeReplacement,
        response: {
          200: ContentTypeSchema,
          201: ContentTypeSchema,
          ...responses('plan_limit_reached', 'conflict', 'version_conflict', 'field_has_data', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const environment = await openEnvironment(environments, request.actor, request.params);
      const { api_id: given, version, ...input } = request.body;
      const apiId = keyWithin(environment.codes, 'content_type', request.params.api_id) ?? request.params.api_id;
      if (given !== undefined && given !== apiId)
        throw invalid('api_id', 'const', 'Give the api_id of the path, or leave it out; it never changes.', {
          listed: [apiId],
        });
      const save = { input, ...saveOptions(request) };
      const { type, result } = await contentTypes.put(request.actor, { environment, apiId }, save);
      const shown = typeRepresentation(type, environment.code, save.warnings);
      return sendVersioned(reply.code(result === 'created' ? 201 : 200), shown);
    },
  );
}

function readRoute(api: Api, parts: ContentTypeParts, { path, params, by }: WayToOne): void {
  api.get(
    path,
    {
      config: { permission: 'content_type.read' },
      schema: {
        summary: `Read a content type by its ${by}`,
        tags,
        params,
        response: { 200: ContentTypeSchema, ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { environment, apiId } = await placeOf(parts.environments, request);
      return sendVersioned(
        reply,
        typeRepresentation(await parts.contentTypes.get(environment, apiId), environment.code),
      );
    },
  );
}

function changeRoute(api: Api, parts: ContentTypeParts, { path, params, by }: WayToOne): void {
  api.patch(
    path,
    {
      config: { permission: 'content_type.manage' },
      schema: {
        summary: `Change a content type by its ${by}`,
        description:
          'Members that are left out stay. `fields` is the whole list, in order; leaving out a field with data needs `confirm_data_loss`.',
        tags,
        params,
        querystring: LossQuery,
        body: ContentTypeChange,
        response: {
          200: ContentTypeSchema,
          ...responses('conflict', 'version_conflict', 'field_has_data', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const place = await placeOf(parts.environments, request);
      const { version, ...input } = request.body as ContentTypeInput & { version?: number };
      const save = { input, ...saveOptions(request) };
      const type = await parts.contentTypes.update(request.actor, place, save);
      return sendVersioned(reply, typeRepresentation(type, place.environment.code, save.warnings));
    },
  );
}

function deleteRoute(api: Api, parts: ContentTypeParts, { path, params, by }: WayToOne): void {
  api.delete(
    path,
    {
      config: { permission: 'content_type.manage' },
      schema: {
        summary: `Delete a content type without entries by its ${by}`,
        tags,
        params,
        response: {
          204: Type.Null(),
          ...responses('content_type_in_use', 'version_conflict', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const place = await placeOf(parts.environments, request);
      await parts.contentTypes.delete(request.actor, place, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

function deleteHiddenFieldRoute(api: Api, parts: ContentTypeParts, { path, hiddenFieldParams, by }: WayToOne): void {
  api.delete(
    `${path}/hidden-fields/:field_id`,
    {
      config: { permission: 'content_type.manage' },
      schema: {
        summary: `Delete a hidden field of a content type by its ${by}`,
        description:
          'From then on it cannot be restored. Its values are removed for good in the background, from old versions too.',
        tags,
        params: hiddenFieldParams,
        response: { 204: Type.Null(), ...responses('version_conflict', 'environment_not_ready') },
      },
    },
    async (request, reply) => {
      const place = await placeOf(parts.environments, request);
      const { field_id: fieldId } = request.params as { field_id: string };
      await parts.contentTypes.deleteHiddenField(request.actor, place, { fieldId, expected: expectedVersion(request) });
      return reply.code(204).send(null);
    },
  );
}

const orders = {
  name: ({ name }: ContentType) => name,
  api_id: ({ apiId }: ContentType) => apiId,
  created_at: ({ createdAt }: ContentType) => createdAt,
  updated_at: ({ updatedAt }: ContentType) => updatedAt,
};

/** Finds the environment and type for a path of either form. Anything missing gives the same 404. */
async function placeOf(environments: Environments, request: FastifyRequest): Promise<TypePlace> {
  const params = request.params as { id: string } | { space_id: string; environment: string; api_id: string };
  if ('id' in params) {
    const id = parseResourceId(params.id);
    if (id?.kind !== 'content_type') throw notFound('content_type');
    return { environment: await environments.byCode(request.actor, id.code, 'content_type'), apiId: id.key };
  }
  const environment = await openEnvironment(environments, request.actor, params);
  const apiId = keyWithin(environment.codes, 'content_type', params.api_id);
  if (apiId === null) throw notFound('content_type');
  return { environment, apiId };
}

function openEnvironment(
  environments: Environments,
  actor: Actor,
  params: { space_id: string; environment: string },
): Promise<Environment> {
  return environments.open(actor, params.space_id, params.environment);
}

function saveOptions(request: FastifyRequest): Omit<TypeSave<never>, 'input'> & { readonly warnings: Violation[] } {
  const expected = expectedVersion(request);
  const { confirm_data_loss: confirmDataLoss = false } = request.query as { confirm_data_loss?: boolean };
  return { confirmDataLoss, expected, warnings: [] };
}
