/**
 * The routes of one entry: reading, changing, deleting it, and its actions. A path identifies the entry by its id, or by its key in
 * an environment; both are the same route with the same response.
 */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { DraftInput } from './draft.ts';
import type { Entries, EntryPlace } from './entries.ts';
import { EntryChange, EntryKeyPath, EntryPath, EntrySchema, PublishedEntrySchema } from './schema.ts';
import { type EntryAction, entryActions } from './transitions.ts';

const tags = ['Entries'];

/** A path to one entry, and how the path identifies it. */
interface WayToOne {
  readonly path: string;
  readonly params: typeof EntryPath | typeof EntryKeyPath;
  readonly by: 'id' | 'key';
}

const waysToOne: readonly WayToOne[] = [
  { path: '/entries/:entry_id', params: EntryPath, by: 'id' },
  { path: '/spaces/:space_id/environments/:environment/entries/:key', params: EntryKeyPath, by: 'key' },
];

/** Registers each route under both paths. */
export function oneEntryRoutes(api: Api, entries: Entries): void {
  for (const way of waysToOne) {
    readRoute(api, entries, way);
    changeRoute(api, entries, way);
    deleteRoute(api, entries, way);
    for (const action of entryActions) actionRoute(api, entries, way, action);
  }
}

function readRoute(api: Api, entries: Entries, { path, params, by }: WayToOne): void {
  api.get(
    path,
    {
      config: { permission: 'entry.read' },
      schema: {
        tags,
        summary: `Read an entry with its newest draft by its ${by}`,
        params,
        response: { 200: EntrySchema, ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => sendVersioned(reply, await entries.get(await placeOf(entries, request))),
  );
}

function changeRoute(api: Api, entries: Entries, { path, params, by }: WayToOne): void {
  api.patch(
    path,
    {
      config: { permission: 'entry.update_own' },
      schema: {
        tags,
        summary: `Change fields of an entry by its ${by}; others stay as they are`,
        params,
        body: EntryChange,
        response: {
          200: EntrySchema,
          ...responses('slug_conflict', 'version_conflict', 'invalid_transition', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const { version, autosave, ...input } = request.body as DraftInput & { version?: number; autosave?: boolean };
      const save = { expected: expectedVersion(request), autosave };
      const place = await placeOf(entries, request);
      return sendVersioned(reply, await entries.update(request.actor, place, input, save));
    },
  );
}

function deleteRoute(api: Api, entries: Entries, { path, params, by }: WayToOne): void {
  api.delete(
    path,
    {
      config: { permission: 'entry.delete' },
      schema: {
        tags,
        summary: `Delete an entry by its ${by}; a published one is unpublished first`,
        params,
        response: {
          204: Type.Null({ description: 'Deleted.' }),
          ...responses('version_conflict', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const place = await placeOf(entries, request);
      await entries.delete(request.actor, place, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

function actionRoute(api: Api, entries: Entries, { path, params, by }: WayToOne, action: EntryAction): void {
  const name = `${action.charAt(0).toUpperCase()}${action.slice(1)}`;
  const permission = action === 'publish' || action === 'unpublish' ? 'entry.publish' : 'entry.archive';
  api.post(
    `${path}/${action}`,
    {
      config: { permission },
      schema: {
        tags,
        summary: `${name} an entry by its ${by}`,
        params,
        response: {
          200: action === 'publish' ? PublishedEntrySchema : EntrySchema,
          ...responses('invalid_transition', 'version_conflict', 'environment_not_ready', 'idempotency_conflict'),
        },
      },
    },
    async (request, reply) => {
      const expected = expectedVersion(request);
      const place = await placeOf(entries, request);
      const entry =
        action === 'publish'
          ? await entries.publish(request.actor, place, expected)
          : await entries.act(request.actor, place, action, expected);
      return sendVersioned(reply, entry);
    },
  );
}

/** The environment and key for a path of either form. */
async function placeOf(entries: Entries, request: FastifyRequest): Promise<EntryPlace> {
  const params = request.params as { entry_id: string } | { space_id: string; environment: string; key: string };
  if ('entry_id' in params) return entries.locate(request.actor, params.entry_id);
  const { space_id: spaceId, environment, key } = params;
  return entries.locateByKey(request.actor, { spaceId, environment, key });
}
