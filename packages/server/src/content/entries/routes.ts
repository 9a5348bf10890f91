/**
 * The entry routes of the management plane, except the list (`list-route.ts`) and those of versions and references.
 * Each passes its request to one rule and returns the result.
 */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { EntryBulk } from './bulk.ts';
import type { Entries, EntryParts } from './entries.ts';
import {
  BulkBody,
  BulkResults,
  EntryChange,
  EntryCreation,
  EntryPath,
  EntryReplacement,
  EntrySchema,
} from './schema.ts';
import { entryActions } from './transitions.ts';
import { versionRoutes } from './versions/routes.ts';
import type { EntryVersions } from './versions/versions.ts';

const tags = ['Entries'];
const EnvironmentPath = Type.Object({ space_id: Type.String(), environment: Type.String() });

export interface EntryRouteParts {
  readonly parts: EntryParts;
  readonly entries: Entries;
  readonly bulk: EntryBulk;
  readonly versions: EntryVersions;
}

export function entryRoutes(api: Api, parts: EntryRouteParts): void {
  createRoute(api, parts);
  replaceRoute(api, parts);
  bulkRoute(api, parts);
  readRoute(api, parts);
  changeRoute(api, parts);
  deleteRoute(api, parts);
  actionRoutes(api, parts);
  versionRoutes(api, parts.versions);
}

function createRoute(api: Api, { entries }: EntryRouteParts): void {
  api.post(
    '/spaces/:space_id/environments/:environment/entries',
    {
      config: { permission: 'entry.create', location: '/entries/:id' },
      schema: {
        tags,
        summary: 'Create an entry',
        params: EnvironmentPath,
        body: EntryCreation,
        response: {
          201: EntrySchema,
          ...responses('conflict', 'slug_conflict', 'environment_not_ready', 'idempotency_conflict'),
        },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment } = request.params;
      const entry = await entries.create(request.actor, { spaceId, environment }, request.body);
      return reply.code(201).send(sendVersioned(reply, entry));
    },
  );
}

function replaceRoute(api: Api, { entries }: EntryRouteParts): void {
  api.put(
    '/spaces/:space_id/environments/:environment/entries/:key',
    {
      config: { permission: 'entry.create', location: '/entries/:id' },
      schema: {
        tags,
        summary: 'Create the entry with this key, or replace its draft',
        params: Type.Object({ ...EnvironmentPath.properties, key: Type.String() }),
        body: EntryReplacement,
        response: {
          200: EntrySchema,
          201: EntrySchema,
          ...responses('conflict', 'slug_conflict', 'version_conflict', 'invalid_transition', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment, key } = request.params;
      const { version, ...input } = request.body;
      const { entry, created } = await entries.put(
        request.actor,
        { spaceId, environment, key },
        input,
        expectedVersion(request),
      );
      return reply.code(created ? 201 : 200).send(sendVersioned(reply, entry));
    },
  );
}

function bulkRoute(api: Api, { bulk }: EntryRouteParts): void {
  api.post(
    '/spaces/:space_id/environments/:environment/entries/bulk',
    {
      config: { permission: 'entry.publish' },
      schema: {
        tags,
        summary: 'Publish, unpublish, archive or delete many entries',
        params: EnvironmentPath,
        body: BulkBody,
        response: { 200: BulkResults, ...responses('environment_not_ready', 'idempotency_conflict') },
      },
    },
    async (request) => {
      const { space_id: spaceId, environment } = request.params;
      return { results: await bulk.run(request.actor, { spaceId, environment }, request.body) };
    },
  );
}

function readRoute(api: Api, { entries }: EntryRouteParts): void {
  api.get(
    '/entries/:entry_id',
    {
      config: { permission: 'entry.read' },
      schema: {
        tags,
        summary: 'Read an entry with its newest draft',
        params: EntryPath,
        response: { 200: EntrySchema, ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => sendVersioned(reply, await entries.get(request.actor, request.params.entry_id)),
  );
}

function changeRoute(api: Api, { entries }: EntryRouteParts): void {
  api.patch(
    '/entries/:entry_id',
    {
      config: { permission: 'entry.update_own' },
      schema: {
        tags,
        summary: 'Change fields of an entry; others stay as they are',
        params: EntryPath,
        body: EntryChange,
        response: {
          200: EntrySchema,
          ...responses('slug_conflict', 'version_conflict', 'invalid_transition', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const { version, ...input } = request.body;
      const expected = expectedVersion(request);
      return sendVersioned(reply, await entries.update(request.actor, request.params.entry_id, input, expected));
    },
  );
}

function deleteRoute(api: Api, { entries }: EntryRouteParts): void {
  api.delete(
    '/entries/:entry_id',
    {
      config: { permission: 'entry.delete' },
      schema: {
        tags,
        summary: 'Delete an entry; a published one is unpublished first',
        params: EntryPath,
        response: {
          204: Type.Null({ description: 'Deleted.' }),
          ...responses('version_conflict', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      await entries.delete(request.actor, request.params.entry_id, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

function actionRoutes(api: Api, { entries }: EntryRouteParts): void {
  for (const action of entryActions) {
    const name = `${action.charAt(0).toUpperCase()}${action.slice(1)}`;
    const permission = action === 'publish' || action === 'unpublish' ? 'entry.publish' : 'entry.archive';
    api.post(
      `/entries/:entry_id/${action}`,
      {
        config: { permission },
        schema: {
          tags,
          summary: `${name} an entry`,
          params: EntryPath,
          response: {
            200: EntrySchema,
            ...responses('invalid_transition', 'version_conflict', 'environment_not_ready', 'idempotency_conflict'),
          },
        },
      },
      async (request, reply) => {
        const expected = expectedVersion(request);
        return sendVersioned(
          reply,
          await entries.act(request.actor, (request.params as { entry_id: string }).entry_id, action, expected),
        );
      },
    );
  }
}
