/** The import route: NDJSON in, a result for each line out. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { ContentImport } from './import.ts';
import { readLines, recordKinds } from './records.ts';

/** Largest body of an import, in bytes. */
export const IMPORT_BYTES_MAX = 8 * 1_048_576;
const NDJSON = 'application/x-ndjson';

const ImportResults = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'From 1.' }),
          kind: Type.Union([Type.Enum([...recordKinds]), Type.Null()]),
          key: Type.Union([Type.String(), Type.Null()]),
          id: Type.Union([Type.String(), Type.Null()]),
          result: Type.Enum(['created', 'updated', 'unchanged', 'refused']),
          warnings: Type.Array(Type.Object({ path: Type.String(), rule: Type.String(), message: Type.String() })),
          error: Type.Optional(
            Type.Object({ code: Type.String(), message: Type.String(), errors: Type.Optional(Type.Unknown()) }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false, title: 'ImportResults' },
);

export function importRoutes(api: Api, contentImport: ContentImport): void {
  api.addContentTypeParser(NDJSON, { parseAs: 'buffer', bodyLimit: IMPORT_BYTES_MAX }, (_request, body, done) => {
    done(null, readLines(body as Buffer));
  });

  api.post(
    '/spaces/:space_id/environments/:environment/import',
    {
      bodyLimit: IMPORT_BYTES_MAX,
      onRequest: requireLines,
      config: { permission: 'content.import' },
      schema: {
        tags: ['Import'],
        summary: 'Import content types, assets and entries by key',
        description:
          'Send NDJSON: one record per line, `{"content_type": {…}}`, `{"asset": {…}}` or `{"entry": {…}}`. The resource with the key is created, or changed to match the record. An entry has its `status` and, if that is `changed`, `published_fields` beside the `fields` of the draft.',
        consumes: [NDJSON],
        params: Type.Object({ space_id: Type.String(), environment: Type.String() }),
        querystring: Type.Object(
          {
            events: Type.Optional(Type.Boolean({ description: 'Whether webhooks receive events; false by default.' })),
          },
          { additionalProperties: false },
        ),
        response: {
          200: ImportResults,
          ...responses('environment_not_ready', 'payload_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request) => {
      const { space_id: spaceId, environment } = request.params;
      const lines = request.body as ReturnType<typeof readLines>;
      const withEvents = request.query.events === true;
      const results = await contentImport.run(
        unrepeated(request.actor),
        { spaceId, environment },
        { lines: lines ?? [], withEvents },
      );
      return { results: results.map((result) => ({ ...result, warnings: [...result.warnings] })) };
    },
  );
}

/** An import can be repeated safely: what matches already stays as it is. An `Idempotency-Key` has no effect. */
function unrepeated(actor: Actor): Actor {
  if (actor.origin === null) return actor;
  const { idempotency: _, ...origin } = actor.origin;
  return { ...actor, origin };
}

/** Other routes take JSON, which would be misread here. */
function requireLines(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  const isLines = type.trim().toLowerCase() === NDJSON;
  done(isLines ? undefined : new DomainError('unsupported_media_type', `Send NDJSON with Content-Type: ${NDJSON}.`));
}
