/** The routes of an entry's versions. Reading them changes nothing; restoring one is an ordinary save. */
import { Type } from 'typebox';
import type { Api } from '../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { ListQuery, numberAfter, PageOf, pageInIdOrder, pageOf } from '../../../platform/http/paging.ts';
import type { RowsWanted } from '../../../platform/kit/page-position.ts';
import type { Entries } from '../entries.ts';
import { EntryPath, EntrySchema, VersionDiff, VersionSchema, VersionWithFields } from '../schema.ts';
import { type SentEntryParts, sendEntry } from '../sent-entry.ts';
import type { EntryVersions } from './versions.ts';

const tags = ['Entries'];
/** More than any entry has, and within the integer range of both databases. */
const VERSION_MAX = 2_147_483_647;

const VersionPath = Type.Object({
  entry_id: Type.String(),
  version: Type.Integer({ minimum: 1, maximum: VERSION_MAX }),
});

export interface VersionRouteParts extends SentEntryParts {
  readonly entries: Entries;
  readonly versions: EntryVersions;
}

/** Routes of the versions of one entry. */
export function versionRoutes(api: Api, parts: VersionRouteParts): void {
  const { versions } = parts;
  listRoute(api, versions);
  readRoute(api, versions);
  diffRoute(api, versions);
  restoreRoute(api, parts);
}

function listRoute(api: Api, versions: EntryVersions): void {
  api.get(
    '/entries/:entry_id/versions',
    {
      config: { permission: 'entry.read' },
      schema: {
        tags,
        summary: 'List the versions of an entry, newest first',
        params: EntryPath,
        querystring: ListQuery,
        response: { 200: PageOf(VersionSchema), ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { entry_id: entryId } = request.params;
      if (request.query.order === undefined) {
        const read = ({ after, ...wanted }: RowsWanted) =>
          versions.page(request.actor, entryId, { before: numberAfter(after, VERSION_MAX), ...wanted });
        return pageInIdOrder(request, reply, { idOf: ({ version }) => String(version), read });
      }
      const list = await versions.list(request.actor, entryId);
      return pageOf(request, reply, list, {
        idOf: ({ version }) => String(Number.MAX_SAFE_INTEGER - version).padStart(16, '0'),
        order: { version: ({ version }) => version, created_at: (item) => item.created_at },
      });
    },
  );
}

function readRoute(api: Api, versions: EntryVersions): void {
  api.get(
    '/entries/:entry_id/versions/:version',
    {
      config: { permission: 'entry.read' },
      schema: {
        tags,
        summary: 'Read a version of an entry',
        params: VersionPath,
        response: { 200: VersionWithFields, ...responses('environment_not_ready') },
      },
    },
    async (request, reply) =>
      sendVersioned(reply, await versions.get(request.actor, request.params.entry_id, request.params.version)),
  );
}

function diffRoute(api: Api, versions: EntryVersions): void {
  api.get(
    '/entries/:entry_id/versions/:version/diff',
    {
      config: { permission: 'entry.read' },
      schema: {
        tags,
        summary: 'Compare two versions of an entry',
        params: VersionPath,
        querystring: Type.Object(
          { to: Type.Integer({ minimum: 1, maximum: VERSION_MAX, description: 'The version to compare with.' }) },
          { additionalProperties: false },
        ),
        response: { 200: VersionDiff, ...responses('environment_not_ready') },
      },
    },
    async (request) => versions.diff(request.actor, request.params.entry_id, request.params.version, request.query.to),
  );
}

function restoreRoute(api: Api, { versions, entries, ...parts }: VersionRouteParts): void {
  api.post(
    '/entries/:entry_id/versions/:version/restore',
    {
      config: { permission: 'entry.update' },
      schema: {
        tags,
        summary: 'Save the values of an old version as the draft',
        params: VersionPath,
        response: {
          200: EntrySchema,
          ...responses(
            'slug_conflict',
            'invalid_transition',
            'version_conflict',
            'environment_not_ready',
            'idempotency_conflict',
          ),
        },
      },
    },
    async (request, reply) => {
      const { entry_id: id, version } = request.params;
      const place = await entries.locate(request.actor, id);
      const entry = await versions.restore(request.actor, place, version, expectedVersion(request));
      return sendEntry(reply, parts, { environment: place.environment, entry });
    },
  );
}
