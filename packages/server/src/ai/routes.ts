/** The AI routes. Each responds with JSON, or streams events while the result is being made if the client accepts them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Api } from '../platform/http/api.ts';
import { expectedVersion } from '../platform/http/conditional.ts';
import { responses } from '../platform/http/error-schemas.ts';
import { StepEvents, sendSteps } from '../platform/http/event-stream.ts';
import type { Ai } from './ai.ts';
import type { EntryTranslation } from './entry-translation.ts';
import type { AiRequest, Steps } from './operations.ts';
import * as schema from './schema.ts';

export interface AiRouteParts {
  readonly ai: Ai;
  readonly translation: EntryTranslation;
}

export function aiRoutes(api: Api, { ai, translation }: AiRouteParts): void {
  api.get('/ai/status', { config: { permission: 'ai.use', unversioned: true }, schema: statusSchema }, async () =>
    ai.status(),
  );
  api.post(
    '/ai/generate',
    routeOf('Write a text, or the text fields of an entry', schema.GenerateRequest, schema.GenerateResult),
    async (request, reply) => send(request, reply, (asked) => ai.generate(asked, request.body)),
  );
  api.post('/ai/rewrite', routeOf('Rewrite a text', schema.RewriteRequest, schema.TextResult), async (request, reply) =>
    send(request, reply, (asked) => ai.rewrite(asked, request.body)),
  );
  translateRoute(api, translation);
  api.post(
    '/ai/summarize',
    routeOf('Summarize a text or an entry', schema.SummarizeRequest, schema.TextResult),
    async (request, reply) => send(request, reply, (asked) => ai.summarize(asked, request.body)),
  );
  api.post(
    '/ai/seo',
    routeOf('Write title and description of an entry for search engines', schema.SeoRequest, schema.SeoResult),
    async (request, reply) => send(request, reply, (asked) => ai.seo(asked, request.body)),
  );
  api.post(
    '/ai/alt-text',
    routeOf('Describe an image for people who cannot see it', schema.AltTextRequest, schema.TextResult),
    async (request, reply) => send(request, reply, (asked) => ai.altText(asked, request.body)),
  );
}

const statusSchema = {
  tags: ['AI'],
  summary: 'Read whether a model is set up, and whether it answers',
  description:
    'Nothing is sent to the provider for it: `answered_at` and `failed_at` are those of calls that were made anyway.',
  response: { 200: schema.AiStatus },
};

function translateRoute(api: Api, translation: EntryTranslation): void {
  const route = routeOf('Translate the text fields of an entry', schema.TranslateRequest, schema.TranslateResult);
  const errors = responses(
    'conflict',
    'version_conflict',
    'invalid_transition',
    'environment_not_ready',
    'idempotency_conflict',
  );
  api.post(
    '/ai/translate-fields',
    { ...route, schema: { ...route.schema, response: { ...route.schema.response, ...errors } } },
    async (request, reply) => {
      const expected = expectedVersion(request);
      return send(request, reply, (asked) => translation.translate(asked, request.body, expected));
    },
  );
}

function routeOf<B extends TSchema, R extends TSchema>(summary: string, body: B, result: R) {
  return {
    config: { permission: 'ai.use', events: true },
    schema: {
      tags: ['AI'],
      summary,
      body,
      response: {
        200: {
          description:
            'The result. As events, `text` brings what has been written since the last one, and `done` the whole.',
          content: { 'application/json': { schema: result }, 'text/event-stream': { schema: StepEvents } },
        },
        ...responses('plan_limit_reached', 'environment_not_ready', 'ai_provider_error', 'ai_not_configured'),
      },
    },
  };
}

/** Runs an operation. It stops when its client disconnects. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (asked: AiRequest) => Steps<object>,
): Promise<FastifyReply> {
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  return sendSteps(request, reply, run({ actor: request.actor, signal: closed.signal }));
}
