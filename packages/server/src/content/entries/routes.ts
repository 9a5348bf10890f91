/**
 * The routes that create entries or act on many. The others are in `list-route.ts`, `one-entry-routes.ts`,
 * `reference-routes.ts`, `preview-route.ts` and `versions/`. Each passes its request to one rule and returns the result.
 */
import type { Environment } from '../../model/spaces/environment.ts';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { BulkRules, EntryBulk } from './bulk.ts';
import type { Entries, EntryParts } from './entries.ts';
import type { EntryRules } from './entry-rules.ts';
import { oneEntryRoutes, placeOf, rulesFor } from './one-entry-routes.ts';
import { previewRoute } from './preview-route.ts';
import type { EntryPreviews } from './previews.ts';
import type { PublishPlans } from './publish-plan.ts';
import {
  BulkBody,
  BulkResults,
  EntryCreation,
  EntryKeyPath,
  EntryReplacement,
  EntrySchema,
  EnvironmentPath,
  InChangeSet,
  Plan,
  PlanBody,
} from './schema.ts';
import { type SentEntryParts, sendEntry } from './sent-entry.ts';
import { versionRoutes } from './versions/routes.ts';
import type { EntryVersions } from './versions/versions.ts';

const tags = ['Entries'];

export interface EntryRouteParts extends SentEntryParts {
  readonly parts: EntryParts;
  readonly entries: Entries;
  /** The same for entries inside of a change set. @param id of the set */
  readonly inChangeSet: (id: string) => EntryRules & BulkRules;
  readonly bulk: EntryBulk;
  readonly plans: PublishPlans;
  readonly versions: EntryVersions;
  readonly previews: EntryPreviews;
}

export function entryRoutes(api: Api, parts: EntryRouteParts): void {
  createRoute(api, parts);
  replaceRoute(api, parts);
  bulkRoute(api, parts);
  planRoute(api, parts);
  oneEntryRoutes(api, parts);
  versionRoutes(api, parts);
  previewRoute(api, parts.previews);
}

function createRoute(api: Api, parts: EntryRouteParts): void {
  api.post(
    '/spaces/:space_id/environments/:environment/entries',
    {
      config: { permission: 'entry.create', location: '/entries/:id' },
      schema: {
        tags,
        summary: 'Create an entry',
        params: EnvironmentPath,
        querystring: InChangeSet,
        body: EntryCreation,
        response: {
          201: EntrySchema,
          ...responses(
            'plan_limit_reached',
            'conflict',
            'slug_conflict',
            'environment_not_ready',
            'idempotency_conflict',
          ),
        },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment: name } = request.params;
      const environment = await parts.parts.environments.open(request.actor, spaceId, name);
      const entry = await rulesFor(request, parts).create(request.actor, environment, request.body);
      return reply.code(201).send(await sendEntry(reply, parts, { environment, entry }));
    },
  );
}

function replaceRoute(api: Api, parts: EntryRouteParts): void {
  api.put(
    '/spaces/:space_id/environments/:environment/entries/:key',
    {
      config: { permission: 'entry.create', location: '/entries/:id' },
      schema: {
        tags,
        summary: 'Create the entry with this key, or replace its draft',
        params: EntryKeyPath,
        querystring: InChangeSet,
        body: EntryReplacement,
        response: {
          200: EntrySchema,
          201: EntrySchema,
          ...responses(
            'plan_limit_reached',
            'conflict',
            'slug_conflict',
            'version_conflict',
            'invalid_transition',
            'environment_not_ready',
          ),
        },
      },
    },
    async (request, reply) => {
      const { version, autosave, ...input } = request.body;
      const save = { expected: expectedVersion(request), autosave };
      const place = await placeOf(parts.entries, request);
      const { entry, created } = await rulesFor(request, parts).put(request.actor, place, input, save);
      const sent = await sendEntry(reply, parts, { environment: place.environment, entry });
      return reply.code(created ? 201 : 200).send(sent);
    },
  );
}

function bulkRoute(api: Api, { bulk, inChangeSet }: EntryRouteParts): void {
  api.post(
    '/spaces/:space_id/environments/:environment/entries/bulk',
    {
      config: { permission: 'entry.publish' },
      schema: {
        tags,
        summary: 'Publish, unpublish, archive or delete many entries',
        params: EnvironmentPath,
        querystring: InChangeSet,
        body: BulkBody,
        response: {
          200: BulkResults,
          ...responses('invalid_transition', 'environment_not_ready', 'idempotency_conflict'),
        },
      },
    },
    async ({ params, query: { change_set: set }, actor, body }) => {
      const place = { spaceId: params.space_id, environment: params.environment };
      const inSet =
        set === undefined ? undefined : (environment: Environment) => inChangeSet(set).forBulk(actor, environment);
      return { results: await bulk.run(actor, place, body, inSet) };
    },
  );
}

function planRoute(api: Api, { plans }: EntryRouteParts): void {
  api.post(
    '/spaces/:space_id/environments/:environment/publish-plan',
    {
      config: { permission: 'entry.read' },
      schema: {
        tags,
        summary: 'List what would have to be published with some entries',
        description:
          'Follows the links of the drafts, and lists every entry on the way that is not published as it stands, with what keeps it from being published, checked as if all of them were published together. Changes nothing.',
        params: EnvironmentPath,
        body: PlanBody,
        response: { 200: Plan, ...responses('environment_not_ready') },
      },
    },
    async (request) => {
      const { space_id: spaceId, environment } = request.params;
      return plans.plan(request.actor, { spaceId, environment }, request.body);
    },
  );
}
