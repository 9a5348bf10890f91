/** The import route: NDJSON in, a result for each line out. */

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { acceptsLines, LINES_TYPE } from '../../platform/http/accept.ts';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { postponeTimeout } from '../../platform/http/request-timeout.ts';
import { ViolationSchema } from '../../platform/http/violation-schema.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { kindNames } from '../kinds/content-kind.ts';
import type { ContentImport, LineResult } from './import.ts';
import { IMPORT_LINES_MAX, readLines, rejectManyLines } from './records.ts';

/** Largest body of an import, in bytes. */
export const IMPORT_BYTES_MAX = 8 * 1_048_576;

const ImportResult = Type.Object(
  {
    line: Type.Integer({ description: 'From 1.' }),
    kind: Type.Union([Type.Enum([...kindNames]), Type.Null()]),
    key: Type.Union([Type.String(), Type.Null()]),
    id: Type.Union([Type.String(), Type.Null()]),
    result: Type.Enum(['created', 'updated', 'unchanged', 'refused']),
    warnings: Type.Array(ViolationSchema),
    error: Type.Optional(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        errors: Type.Optional(Type.Unknown()),
        truncated: Type.Optional(Type.Boolean({ description: 'Whether there are more `errors`.' })),
      }),
    ),
  },
  { additionalProperties: false },
);

const ImportResults = Type.Object(
  { results: Type.Array(ImportResult) },
  { additionalProperties: false, title: 'ImportResults' },
);

export function importRoutes(api: Api, contentImport: ContentImport): void {
  api.addContentTypeParser(LINES_TYPE, { parseAs: 'buffer', bodyLimit: IMPORT_BYTES_MAX }, (_request, body, done) => {
    try {
      rejectManyLines(body as Buffer);
      done(null, body);
    } catch (error) {
      done(error as Error, undefined);
    }
  });

  api.post(
    '/spaces/:space_id/environments/:environment/import',
    {
      bodyLimit: IMPORT_BYTES_MAX,
      onRequest: requireLines,
      preParsing: haveTime,
      config: { permission: 'content.import', lines: true },
      schema: {
        tags: ['Import'],
        summary: 'Import content types, assets and entries by key',
        description: `Send NDJSON: one record per line, \`{"content_type": {…}}\`, \`{"asset": {…}}\` or \`{"entry": {…}}\`. The resource with the key is created, or changed to match the record. An entry has its \`status\` and, if that is \`changed\`, \`published_fields\` beside the \`fields\` of the draft. At most ${IMPORT_LINES_MAX} lines. Results are sent while the import runs: with \`Accept: application/x-ndjson\` one per line, otherwise in one document.`,
        consumes: [LINES_TYPE],
        params: Type.Object({ space_id: Type.String(), environment: Type.String() }),
        querystring: Type.Object(
          {
            events: Type.Optional(Type.Boolean({ description: 'Whether webhooks receive events; false by default.' })),
          },
          { additionalProperties: false },
        ),
        response: {
          200: {
            description: 'A result for each line that is not empty.',
            content: { 'application/json': { schema: ImportResults }, [LINES_TYPE]: { schema: ImportResult } },
          },
          ...responses('environment_not_ready', 'payload_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment } = request.params;
      const lines = readLines((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      const work = { lines, withEvents: request.query.events === true };
      const steps = contentImport.run(unrepeated(request.actor), { spaceId, environment }, work);
      // An error that prevents the whole import is an error response; after that, each line has its own result.
      const first = await steps.next();
      return acceptsLines(request)
        ? sendTexts(reply, LINES_TYPE, lineTexts(first, steps))
        : sendTexts(reply, 'application/json', documentTexts(first, steps));
    },
  );
}

/** Disables the timeout, because a client may need a long time to send that many lines. */
async function haveTime({ raw, server }: FastifyRequest): Promise<void> {
  postponeTimeout(server.server, raw)();
}

type Steps = AsyncGenerator<LineResult[]>;

/** Sends the results of a step once the client has read the previous ones. */
function sendTexts(reply: FastifyReply, type: string, texts: AsyncIterable<string>): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(texts, { highWaterMark: 1 }));
}

/** One result per line. */
async function* lineTexts(first: IteratorResult<LineResult[]>, rest: Steps): AsyncGenerator<string> {
  for (let step = first; step.done !== true; step = await rest.next())
    yield step.value.map((result) => `${JSON.stringify(result)}\n`).join('');
}

/** One JSON document, with one result per line. */
async function* documentTexts(first: IteratorResult<LineResult[]>, rest: Steps): AsyncGenerator<string> {
  let before = '{"results":[\n';
  for (let step = first; step.done !== true; step = await rest.next()) {
    yield before + step.value.map((result) => JSON.stringify(result)).join(',\n');
    before = ',\n';
  }
  yield first.done === true ? `${before}]}` : '\n]}';
}

/** Ignores an `Idempotency-Key`, because repeating an import is safe: what already matches stays as it is. */
function unrepeated(actor: Actor): Actor {
  if (actor.origin === null) return actor;
  const { idempotency: _, ...origin } = actor.origin;
  return { ...actor, origin };
}

/** Rejects JSON, which other routes accept: it would be misread here. */
function requireLines(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  const isLines = type.trim().toLowerCase() === LINES_TYPE;
  done(
    isLines ? undefined : new DomainError('unsupported_media_type', `Send NDJSON with Content-Type: ${LINES_TYPE}.`),
  );
}
