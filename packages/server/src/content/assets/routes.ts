/**
 * The media routes of the management plane. Handlers read a form only after the guard and the permission check, so that nobody
 * without permission can write to disk.
 */
import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Models } from '../../model/content-types/models.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Database } from '../../platform/database/database.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { writeCursor } from '../../platform/http/cursor.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { nextPageLink, PageOf } from '../../platform/http/paging.ts';
import { readByHandler } from '../../platform/http/validation.ts';
import type { PublicAddress } from '../../reading/delivery/asset-address.ts';
import { readAssetPage } from '../../reading/delivery/asset-page.ts';
import { waitForMinRevision } from '../../reading/query-string/min-revision.ts';
import { searchOf } from '../../reading/query-string/parameters.ts';
import { readManagedAssetList } from './list-query.ts';
import type { AssetPlace, Media, MediaRequest } from './media.ts';
import { valuesOfForm } from './media-input.ts';
import { assetView } from './representation.ts';
import {
  AssetChange,
  AssetCreation,
  AssetPath,
  AssetSchema,
  EnvironmentPath,
  ManagedAssetListQuery,
} from './schema.ts';
import { type UploadParts, withUpload } from './upload.ts';

const tags = ['Media'];
const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';
/** Delivery serves assets at the same path. */
const ASSETS = '/spaces/:space_id/environments/:environment/assets';

export interface MediaRouteParts {
  readonly media: Media;
  readonly upload: UploadParts;
  /** What reading lists requires. */
  readonly lists: { readonly database: Database; readonly models: Models; readonly heads: Pick<Heads, 'of'> };
  readonly address: PublicAddress;
}

export function mediaRoutes(api: Api, parts: MediaRouteParts): void {
  api.register(async (scope) => {
    // The size is checked while reading the form.
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false });
    uploadRoutes(scope as unknown as Api, parts);
  });
  listRoute(api, parts);
  getRoute(api, parts);
  deleteRoute(api, parts);
}

function uploadRoutes(api: Api, { media, upload }: MediaRouteParts): void {
  api.post(
    '/spaces/:space_id/environments/:environment/media',
    {
      ...readByHandler,
      config: { permission: 'asset.create', location: '/media/:id', expectedAt: [ASSETS] },
      schema: {
        tags,
        summary: 'Upload a file as a new asset',
        description: 'Send a form with one file; other fields may come before or after it.',
        consumes: [FORM],
        params: EnvironmentPath,
        body: AssetCreation,
        response: { 201: AssetSchema, ...responses('plan_limit_reached', 'conflict', 'environment_not_ready') },
      },
    },
    async (request, reply) => {
      rejectQuery(request);
      const { space_id: spaceId, environment: name } = request.params;
      const environment = await media.open(request.actor, { spaceId, environment: name });
      const asset = await withForm(request, upload, (given) => media.create(request.actor, environment, given));
      return reply.code(201).send(sendVersioned(reply, asset));
    },
  );

  api.patch(
    '/media/:asset_id',
    {
      ...readByHandler,
      config: { permission: 'asset.update_own' },
      schema: {
        tags,
        summary: 'Change an asset; omitted properties stay',
        description: 'Send JSON, or a form with a new file, which gets a new URL.',
        consumes: [JSON_TYPE, FORM],
        params: AssetPath,
        body: AssetChange,
        response: { 200: AssetSchema, ...responses('plan_limit_reached', 'version_conflict', 'environment_not_ready') },
      },
    },
    async (request, reply) => {
      rejectQuery(request);
      const place = await media.locateExisting(request.actor, request.params.asset_id);
      return sendVersioned(reply, await change(request, place, { media, upload }));
    },
  );
}

function change(
  request: FastifyRequest,
  place: AssetPlace,
  { media, upload }: Pick<MediaRouteParts, 'media' | 'upload'>,
) {
  const run = (given: MediaRequest) =>
    media.update(request.actor, place, given, expectedVersion(request, versionIn(given.values)));
  if (request.isMultipart()) return withForm(request, upload, run);
  return run({ values: objectOf(request.body), file: null });
}

function listRoute(api: Api, { media, lists, address }: MediaRouteParts): void {
  api.get(
    '/spaces/:space_id/environments/:environment/media',
    {
      ...readByHandler,
      config: { permission: 'asset.read', expectedAt: [ASSETS] },
      schema: {
        tags,
        summary: 'List assets',
        params: EnvironmentPath,
        querystring: ManagedAssetListQuery,
        response: { 200: PageOf(AssetSchema), ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment: name } = request.params;
      const environment = await media.open(request.actor, { spaceId, environment: name });
      const search = searchOf(request.url);
      await waitForMinRevision(lists.heads, environment, search);
      const model = await lists.models.confirmed(environment);
      const query = readManagedAssetList(search, model);
      const { rows, total, skip, limit, next } = await readAssetPage(lists.database.reader, query, model);
      if (next !== null) reply.header('link', nextPageLink(request.url, writeCursor(next, query.cursorScope)));
      return { items: rows.map((row) => assetView(row, { environment, model, address })), total, skip, limit };
    },
  );
}

function getRoute(api: Api, { media }: MediaRouteParts): void {
  api.get(
    '/media/:asset_id',
    {
      config: { permission: 'asset.read' },
      schema: {
        tags,
        summary: 'Read an asset',
        params: AssetPath,
        response: { 200: AssetSchema, ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => sendVersioned(reply, await media.get(request.actor, request.params.asset_id)),
  );
}

function deleteRoute(api: Api, { media }: MediaRouteParts): void {
  api.delete(
    '/media/:asset_id',
    {
      config: { permission: 'asset.delete' },
      schema: {
        tags,
        summary: 'Delete an asset; entries that link to it stay as they are',
        params: AssetPath,
        response: {
          204: Type.Null({ description: 'Deleted.' }),
          ...responses('version_conflict', 'environment_not_ready'),
        },
      },
    },
    async (request, reply) => {
      const place = await media.locate(request.actor, request.params.asset_id);
      await media.delete(request.actor, place, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

/** Reads the form of a request and runs an action with it. */
function withForm<T>(
  request: FastifyRequest,
  parts: UploadParts,
  run: (given: MediaRequest) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new DomainError('unsupported_media_type', `Send the file as a form, with Content-Type: ${FORM}.`);
  return withUpload(request, parts, ({ fields, file }) => run({ values: valuesOfForm(fields), file }));
}

function rejectQuery(request: FastifyRequest): void {
  const [name] = new URLSearchParams(searchOf(request.url)).keys();
  if (name === undefined) return;
  throw invalid(`query.${name.slice(0, 64)}`, 'unknown', 'This route has no query parameters; remove it.');
}

function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw invalid('body', 'type', 'Has to be an object.');
}

function versionIn({ version }: Readonly<Record<string, unknown>>): number | undefined {
  if (version === undefined || (Number.isSafeInteger(version) && Number(version) >= 1))
    return version as number | undefined;
  throw invalid('version', 'type', 'Send the version that was read, a whole number from 1.');
}
