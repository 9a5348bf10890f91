/**
 * The routes of one entry: reading, changing, deleting it, and its actions. A path identifies the entry by its id, or by its key in
 * an environment; both are the same route with the same response.
 */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { DraftInput } from './draft.ts';
import type { Entries, EntryPlace } from './entries.ts';
import type { EntryRules } from './entry-rules.ts';
import { EntryChange, EntryKeyPath, EntryPath, EntrySchema, InChangeSet, PublishedEntrySchema } from './schema.ts';
import { type SentEntryParts, sendEntry } from './sent-entry.ts';
import { type EntryAction, entryActions } from './transitions.ts';

const tags = ['Entries'];

/** What the routes of one entry use. */
export interface OneEntryParts extends SentEntryParts {
  readonly entries: Entries;
  readonly inChangeSet: (id: string) => EntryRules;
}

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
export function oneEntryRoutes(api: Api, parts: OneEntryParts): void {
  for (const way of waysToOne) {
    readRoute(api, parts, way);
    changeRoute(api, parts, way);
    deleteRoute(api, parts, way);
    for (const action of entryActions) actionRoute(api, parts, way, action);
  }
}

function readRoute(api: Api, parts: OneEntryParts, { path, params, by }: WayToOne): void {
  api.get(
    path,
    {
      config: { permission: 'entry.read' },
      schema: {
        tags,
        summary: `Read an entry with its newest draft by its ${by}`,
        params,
        querystring: InChangeSet,
        response: { 200: EntrySchema, ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => {
      const place = await placeOf(parts.entries, request);
      const entry = await rulesFor(request, parts).get(place);
      return sendEntry(reply, parts, { environment: place.environment, entry });
    },
  );
}

function changeRoute(api: Api, parts: OneEntryParts, { path, params, by }: WayToOne): void {
  api.patch(
    path,
    {
      config: { permission: 'entry.update_own' },
      schema: {
        tags,
        summary: `Change fields of an entry by its ${by}; others stay as they are`,
        params,
        querystring: InChangeSet,
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
      const place = await placeOf(parts.entries, request);
      const entry = await rulesFor(request, parts).update(request.actor, place, input, save);
      return sendEntry(reply, parts, { environment: place.environment, entry });
    },
  );
}

function deleteRoute(api: Api, parts: OneEntryParts, { path, params, by }: WayToOne): void {
  api.delete(
    path,
    {
      config: { permission: 'entry.delete' },
      schema: {
        tags,
        summary: `Delete an entry by its ${by}; a published one is unpublished first`,
        params,
        querystring: InChangeSet,
        response: {
          204: Type.Null({ description: 'Deleted.' }),
          ...responses('invalid_transition', 'version_conflict', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const place = await placeOf(parts.entries, request);
      await rulesFor(request, parts).delete(request.actor, place, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

function actionRoute(api: Api, parts: OneEntryParts, { path, params, by }: WayToOne, action: EntryAction): void {
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
        querystring: InChangeSet,
        response: {
          200: action === 'publish' ? PublishedEntrySchema : EntrySchema,
          ...responses('invalid_transition', 'version_conflict', 'environment_not_ready', 'idempotency_conflict'),
        },
      },
    },
    async (request, reply) => {
      const expected = expectedVersion(request);
      const place = await placeOf(parts.entries, request);
      const rules = rulesFor(request, parts);
      const entry =
        action === 'publish'
          ? await rules.publish(request.actor, place, expected)
          : await rules.act(request.actor, place, action, expected);
      return sendEntry(reply, parts, { environment: place.environment, entry });
    },
  );
}

/** The rules that a request asks for: those of drafts, or of a change set. */
export function rulesFor(
  { query }: Pick<FastifyRequest, 'query'>,
  { entries, inChangeSet }: Pick<OneEntryParts, 'entries' | 'inChangeSet'>,
): EntryRules {
  const { change_set: id } = query as { readonly change_set?: string };
  return id === undefined ? entries : inChangeSet(id);
}

/** The environment and key for a path of either form. */
export async function placeOf(entries: Entries, request: FastifyRequest): Promise<EntryPlace> {
  const params = request.params as { entry_id: string } | { space_id: string; environment: string; key: string };
  if ('entry_id' in params) return entries.locate(request.actor, params.entry_id);
  const { space_id: spaceId, environment, key } = params;
  return entries.locateByKey(request.actor, { spaceId, environment, key });
}
