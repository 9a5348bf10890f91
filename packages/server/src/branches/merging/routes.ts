/** The routes that compare environments, merge them and undo merges. */

import { EnvironmentPath } from '../../model/spaces/schema.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { PageOf, pageInIdOrder, pageOf } from '../../platform/http/paging.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import type { Comparison } from './comparison.ts';
import type { Merges } from './merges.ts';
import {
  ComparedResource,
  ComparisonQuery,
  MergeBody,
  MergePath,
  MergeResult,
  MergeSchema,
  MergeSummary,
  MergesQuery,
} from './schema.ts';

const tags = ['Environments'];
/** Maximum names in a filter of a comparison. */
const NAMES_MAX = 1_000;

export interface MergeRouteParts {
  readonly merges: Merges;
  readonly comparison: Comparison;
}

export function mergeRoutes(api: Api, { merges, comparison }: MergeRouteParts): void {
  compareRoute(api, comparison);
  mergeRoute(api, merges);
  listRoute(api, merges);
  readRoute(api, merges);
  undoRoute(api, merges);
}

function compareRoute(api: Api, comparison: Comparison): void {
  api.get(
    '/spaces/:space_id/environments/:environment/compare',
    {
      config: { permission: 'entry.read' },
      schema: {
        tags,
        summary: 'Compare an environment with another one',
        description:
          'Lists content types, entries and assets that differ, value by value, with what the common ancestor held and ' +
          'which side changed it. Environments are related if one was cloned from the other, or both from a third one.',
        params: EnvironmentPath,
        querystring: ComparisonQuery,
        response: { 200: PageOf(ComparedResource), ...responses('conflict', 'environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment } = request.params;
      const { to, content_types: types, entries } = request.query;
      const found = await comparison.compare(
        request.actor,
        { spaceId, environment },
        { to, ...namesIn('content_types', types), ...namesIn('entries', entries) },
      );
      return pageOf(request, reply, found, { idOf: ({ path }) => path });
    },
  );
}

function mergeRoute(api: Api, merges: Merges): void {
  api.post(
    '/spaces/:space_id/environments/:environment/merges',
    {
      config: { permission: 'merge.create', location: '/spaces/:space_id/environments/:environment/merges/:id' },
      schema: {
        tags,
        summary: 'Merge another environment into this one, or plan it',
        description:
          'Three ways, against the common ancestor: content types setting by setting, entries and assets by field and ' +
          'locale. A plan is 200 and changes nothing; so is a merge without anything to change. A merge changes 10,000 ' +
          'resources at most: up to 1,000 in one write, as a whole; more in `parts`, each of which is one write. One with ' +
          'conflicts left is 409 `conflict` with `conflicts`.',
        params: EnvironmentPath,
        body: MergeBody,
        response: {
          200: MergeResult,
          201: MergeResult,
          ...responses(
            'plan_limit_reached',
            'conflict',
            'slug_conflict',
            'content_type_in_use',
            'field_has_data',
            'environment_not_ready',
            'idempotency_conflict',
          ),
        },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment } = request.params;
      const merged = await merges.merge(request.actor, { spaceId, environment }, request.body);
      return reply.code(merged.id === null ? 200 : 201).send(merged);
    },
  );
}

function listRoute(api: Api, merges: Merges): void {
  api.get(
    '/spaces/:space_id/environments/:environment/merges',
    {
      config: { permission: 'environment.read' },
      schema: {
        tags,
        summary: 'List the merges into an environment, newest first',
        params: EnvironmentPath,
        querystring: MergesQuery,
        response: { 200: PageOf(MergeSummary), ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment } = request.params;
      const read = (wanted: RowsWanted) => merges.list(request.actor, { spaceId, environment }, wanted);
      return pageInIdOrder(request, reply, { idOf: ({ id }) => id, read });
    },
  );
}

function readRoute(api: Api, merges: Merges): void {
  api.get(
    '/spaces/:space_id/environments/:environment/merges/:merge_id',
    {
      config: { permission: 'environment.read' },
      schema: {
        tags,
        summary: 'Read a merge',
        params: MergePath,
        response: { 200: MergeSchema, ...responses('environment_not_ready') },
      },
    },
    async (request) => {
      const { space_id: spaceId, environment, merge_id: id } = request.params;
      return merges.get(request.actor, { spaceId, environment }, id);
    },
  );
}

function undoRoute(api: Api, merges: Merges): void {
  api.post(
    '/spaces/:space_id/environments/:environment/merges/:merge_id/undo',
    {
      config: { permission: 'merge.create' },
      schema: {
        tags,
        summary: 'Undo a merge',
        description:
          'Everything that the merge changed is as it was before, part by part if it took several. What changed since is 409 ' +
          '`conflict` with `conflicts` that name it, and nothing is undone. Then the changes of the source can be merged again.',
        params: MergePath,
        response: {
          200: MergeSchema,
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
    async (request) => {
      const { space_id: spaceId, environment, merge_id: id } = request.params;
      return merges.undo(request.actor, { spaceId, environment }, id);
    },
  );
}

/** Parses the comma-separated names in a query parameter. */
function namesIn<K extends string>(parameter: K, text: string | undefined): { [P in K]?: string[] } {
  if (text === undefined) return {};
  const names = text.split(',');
  if (names.length > NAMES_MAX)
    throw invalid(`query.${parameter}`, 'maxItems', `Name at most ${NAMES_MAX} at once.`, {
      limit: NAMES_MAX,
      given: names.length,
    });
  return { [parameter]: names } as { [P in K]?: string[] };
}
