/** The routes of exports and imports as jobs. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { readRange } from '../../platform/http/byte-range.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOf } from '../../platform/http/paging.ts';
import type { Exports } from './export/exports.ts';
import { ARCHIVE_TYPE, type ArchiveUpload, withArchive } from './import/archive-upload.ts';
import type { Imports } from './import/imports.ts';
import {
  ExportPath,
  ExportSchema,
  exportRepresentation,
  ImportPath,
  ImportQuery,
  ImportSchema,
  ImportWithResults,
  importRepresentation,
  NewExport,
  resultRepresentation,
  TransferSpacePath,
} from './schema.ts';

const tags = ['Export and import'];
type JobRow = { readonly id: string; readonly created_at: number };
const byTime = { idOf: ({ id }: JobRow) => id, order: { created_at: ({ created_at: at }: JobRow) => at } };
const bytes = { [ARCHIVE_TYPE]: { schema: Type.Unsafe<never>({ type: 'string', format: 'binary' }) } };

export interface TransferRouteParts {
  readonly exports: Exports;
  readonly imports: Imports;
  readonly upload: ArchiveUpload;
}

export function transferRoutes(api: Api, { exports, imports, upload }: TransferRouteParts): void {
  exportCreationRoute(api, exports);
  exportRoutes(api, exports);
  fileRoute(api, exports);
  importCreationRoute(api, imports, upload);
  importRoutes(api, imports);
}

function exportCreationRoute(api: Api, exports: Exports): void {
  api.post(
    '/spaces/:space_id/exports',
    {
      config: { permission: 'content.export', location: '/spaces/:space_id/exports/:id' },
      schema: {
        tags,
        summary: 'Export a space, or one environment of it',
        description:
          'Made in the background; its file can be fetched for 24 hours once it is `ready`. It shows the space at a single moment between the request and `ready`.',
        params: TransferSpacePath,
        body: NewExport,
        response: { 201: ExportSchema, ...responses('conflict', 'environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { environment: only = null, preview_secrets: hasPreviewSecrets = false } = request.body ?? {};
      const row = await exports.create(request.actor, request.params.space_id, { only, hasPreviewSecrets });
      return reply.code(201).send(exportRepresentation(row, { entries: 0, assets: 0 }));
    },
  );
}

function exportRoutes(api: Api, exports: Exports): void {
  api.get(
    '/spaces/:space_id/exports',
    {
      config: { permission: 'content.export' },
      schema: {
        tags,
        summary: 'List the exports of a space',
        params: TransferSpacePath,
        querystring: ListQuery,
        response: { 200: PageOf(ExportSchema) },
      },
    },
    async (request, reply) => {
      const page = pageOf(request, reply, await exports.list(request.actor, request.params.space_id), byTime);
      const items = await Promise.all(
        page.items.map(async (row) => exportRepresentation(row, await exports.done(row))),
      );
      return { ...page, items };
    },
  );

  api.get(
    '/spaces/:space_id/exports/:export_id',
    {
      config: { permission: 'content.export' },
      schema: { tags, summary: 'Read how far an export is', params: ExportPath, response: { 200: ExportSchema } },
    },
    async (request) => {
      const row = await exports.get(request.actor, request.params.space_id, request.params.export_id);
      return exportRepresentation(row, await exports.done(row));
    },
  );

  api.delete(
    '/spaces/:space_id/exports/:export_id',
    {
      config: { permission: 'content.export' },
      schema: {
        tags,
        summary: 'Cancel an export',
        description:
          'Cancels a running export, or deletes the file of one that is `ready`. An export in any other state stays as it is.',
        params: ExportPath,
        response: { 200: ExportSchema },
      },
    },
    async (request) => {
      const row = await exports.cancel(request.actor, request.params.space_id, request.params.export_id);
      return exportRepresentation(row, await exports.done(row));
    },
  );
}

function fileRoute(api: Api, exports: Exports): void {
  api.get(
    '/spaces/:space_id/exports/:export_id/file',
    {
      config: { permission: 'content.export', ownType: true, unversioned: true },
      schema: {
        tags,
        summary: 'Fetch the file of an export',
        description: 'A tar archive of a folder; equal contents give equal bytes. `Range` fetches a part of it.',
        params: ExportPath,
        response: {
          200: { description: 'The archive.', content: bytes },
          206: { description: 'The part that `Range` selects.', content: bytes },
          ...responses('conflict'),
        },
      },
    },
    (request, reply) => sendFile(request, reply, exports),
  );
}

type FileRequest = FastifyRequest<{ Params: { space_id: string; export_id: string } }>;

async function sendFile(request: FileRequest, reply: FastifyReply, exports: Exports): Promise<FastifyReply> {
  const row = await exports.get(request.actor, request.params.space_id, request.params.export_id);
  if (row.status !== 'ready')
    throw new DomainError('conflict', row.problem ?? 'Wait until the export is ready; its file is still being made.');
  const tag = `"${row.id}"`;
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === tag ? readRange(request.headers.range, row.size) : null;
  reply.headers({ etag: tag, 'accept-ranges': 'bytes' });
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${row.size}`).send();
  const { start, end } = range ?? { start: 0, end: row.size - 1 };
  if (range !== null) reply.code(206).header('content-range', `bytes ${start}-${end}/${row.size}`);
  reply.headers({
    'content-type': ARCHIVE_TYPE,
    'content-length': end - start + 1,
    'content-disposition': `attachment; filename="${row.environment ?? 'space'}-${row.id}.tar"`,
  });
  return reply.send(exports.read(row, { start, end }));
}

function importCreationRoute(api: Api, imports: Imports, upload: ArchiveUpload): void {
  // The body is a stream, which the handler reads once the guard and the permission check have passed.
  api.addContentTypeParser(ARCHIVE_TYPE, (_request, body, done) => done(null, body));

  api.post(
    '/spaces/:space_id/imports',
    {
      config: { permission: 'content.import', location: '/spaces/:space_id/imports/:id' },
      schema: {
        tags,
        summary: 'Import an export',
        description:
          'Send the file of an export, or a tar archive of its folder. It is looked through before anything is written; then resources are created, or changed to match, by key, in the background. Nothing is deleted.',
        consumes: [ARCHIVE_TYPE],
        params: TransferSpacePath,
        querystring: ImportQuery,
        response: {
          201: ImportSchema,
          ...responses(
            'conflict',
            'environment_not_ready',
            'payload_too_large',
            'unsupported_media_type',
            'request_timeout',
          ),
        },
      },
    },
    async (request, reply) => {
      const { environment = null, dry_run: isDryRun = false } = request.query;
      const { actor, params } = request;
      const wanted = { environment, isDryRun };
      await imports.rejectEarly(actor, params.space_id, wanted).catch((error: unknown) => {
        // The rest of the body is read and discarded, so that the client can read the response.
        request.raw.resume();
        throw error;
      });
      const begun = await withArchive(request, upload, (archive) =>
        imports.create(actor, params.space_id, wanted, archive),
      );
      return reply.code(201).send(importRepresentation(begun));
    },
  );
}

function importRoutes(api: Api, imports: Imports): void {
  api.get(
    '/spaces/:space_id/imports',
    {
      config: { permission: 'content.import' },
      schema: {
        tags,
        summary: 'List the imports of a space',
        params: TransferSpacePath,
        querystring: ListQuery,
        response: { 200: PageOf(ImportSchema) },
      },
    },
    async (request, reply) => {
      const page = pageOf(request, reply, await imports.list(request.actor, request.params.space_id), byTime);
      return {
        ...page,
        items: await Promise.all(page.items.map(async (row) => importRepresentation(await imports.show(row)))),
      };
    },
  );

  api.get(
    '/spaces/:space_id/imports/:import_id',
    {
      config: { permission: 'content.import' },
      schema: {
        tags,
        summary: 'Read what an import did so far',
        params: ImportPath,
        response: { 200: ImportWithResults },
      },
    },
    async (request) => {
      const found = await imports.get(request.actor, request.params.space_id, request.params.import_id);
      const { results, truncated } = await imports.results(found.row);
      return { ...importRepresentation(found), results: results.map(resultRepresentation), truncated };
    },
  );

  api.delete(
    '/spaces/:space_id/imports/:import_id',
    {
      config: { permission: 'content.import' },
      schema: {
        tags,
        summary: 'Cancel an import',
        description:
          'A running import writes nothing more; what it has written stays, and `counts` says how far it got. An import that has ended stays as it is.',
        params: ImportPath,
        response: { 200: ImportSchema },
      },
    },
    async (request) => {
      const { actor, params } = request;
      return importRepresentation(await imports.cancel(actor, params.space_id, params.import_id));
    },
  );
}
