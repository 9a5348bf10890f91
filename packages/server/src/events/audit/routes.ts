/** The audit routes: a page of records, or all matching records as NDJSON if the client accepts that; one record; the seal. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { momentTime } from '../../../../contract/src/moments.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { acceptsLines, LINES_TYPE } from '../../platform/http/accept.ts';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import {
  foreignCursor,
  LIMIT_DEFAULT,
  linkNextPage,
  type Page,
  PageOf,
  pageStart,
  positionBehind,
} from '../../platform/http/paging.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { Audit, RecordQuery } from './audit.ts';
import { AuditQuery, AuditRecord, AuditSeal, ID_LENGTH_MAX } from './schema.ts';
import type { Place } from './store.ts';

const params = Type.Object({ account_id: Type.String() });

export function auditRoutes(api: Api, audit: Audit): void {
  api.get(
    '/accounts/:account_id/audit',
    {
      config: { permission: 'audit.read', lines: true },
      schema: {
        tags: ['Audit'],
        summary: 'Read the audit of the account',
        description:
          'What was changed, by whom and from where, newest first. With `Accept: application/x-ndjson` all matching records are streamed, one per line, limited by `limit` and `cursor` if given.',
        params,
        querystring: AuditQuery,
        response: {
          200: {
            description: 'A page of records, or all as lines.',
            content: {
              'application/json': { schema: PageOf(AuditRecord) },
              [LINES_TYPE]: { schema: AuditRecord },
            },
          },
          ...responses('not_found', 'validation_failed'),
        },
      },
    },
    async (request, reply) => {
      const { account_id: accountId } = request.params;
      if (acceptsLines(request)) return sendLines(reply, audit.lines(request.actor, accountId, linesQuery(request)));
      return page(audit, request, reply);
    },
  );

  api.get(
    '/accounts/:account_id/audit/seal',
    {
      config: { permission: 'audit.read' },
      schema: {
        tags: ['Audit'],
        summary: 'Read how far the audit is sealed',
        description:
          'Records are linked to a chain, so that none can be altered, removed or inserted unnoticed. Only the end of the chain is checked here.',
        params,
        response: { 200: AuditSeal, ...responses('not_found') },
      },
    },
    async (request) => {
      const { records, unsealed, links, sealedAt, head, isWhole } = await audit.seal(
        request.actor,
        request.params.account_id,
      );
      return { records, unsealed, links, sealed_at: isoTime(sealedAt), head, whole: isWhole };
    },
  );

  recordRoute(api, audit);
}

function recordRoute(api: Api, audit: Audit): void {
  api.get(
    '/accounts/:account_id/audit/records/:record_id',
    {
      config: { permission: 'audit.read' },
      schema: {
        tags: ['Audit'],
        summary: 'Read a record of the audit',
        params: Type.Object({ ...params.properties, record_id: Type.String({ maxLength: ID_LENGTH_MAX }) }),
        response: { 200: AuditRecord, ...responses('not_found') },
      },
    },
    async (request) => audit.get(request.actor, request.params.account_id, request.params.record_id),
  );
}

type Query = Static<typeof AuditQuery>;

async function page(audit: Audit, request: FastifyRequest, reply: FastifyReply): Promise<Page<AuditRecord>> {
  const query = request.query as Query;
  const { account_id: accountId } = request.params as Static<typeof params>;
  const { after, passed } = startOf(request);
  const limit = query.limit ?? LIMIT_DEFAULT;
  const page = { ...filterAndOrder(query), after, skip: after === null ? passed : 0, limit };
  const { items, total, next } = await audit.page(request.actor, accountId, page);
  if (next !== null) {
    const place = { values: [next.at], id: String(next.id) };
    linkNextPage(request, reply, positionBehind(place, passed + items.length));
  }
  return { items, total, skip: passed, limit };
}

function sendLines(reply: FastifyReply, lines: AsyncIterable<string>): FastifyReply {
  return reply.type(`${LINES_TYPE}; charset=utf-8`).send(Readable.from(lines, { objectMode: false }));
}

function linesQuery(request: FastifyRequest): RecordQuery {
  const query = request.query as Query;
  const { after, passed } = startOf(request);
  return { ...filterAndOrder(query), after, skip: after === null ? passed : 0, limit: query.limit ?? null };
}

function filterAndOrder(query: Query): Pick<RecordQuery, 'filter' | 'newestFirst'> {
  const { action, actor, space_id: spaceId, target } = query;
  const [since, until] = [timeOf(query, 'since'), timeOf(query, 'until')];
  const filter = {
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actor }),
    ...(spaceId === undefined ? {} : { spaceId }),
    ...(target === undefined ? {} : { target }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
  return { filter, newestFirst: query.order !== 'at' };
}

function timeOf(query: Query, name: 'since' | 'until'): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const time = momentTime(text);
  if (time === undefined)
    throw invalid(`query.${name}`, 'format', `Give ${name} in ISO 8601, such as 2026-11-21T10:00:00Z.`);
  return time;
}

/** Where the requested records begin, and how many come before them. */
function startOf(request: FastifyRequest): { after: Place | null; passed: number } {
  const { after, passed } = pageStart(request);
  if (after === undefined) return { after: null, passed };
  const at = after.values[0];
  const id = Number(after.id);
  if (!Number.isSafeInteger(at) || !Number.isSafeInteger(id)) throw foreignCursor();
  return { after: { at: Number(at), id }, passed };
}
