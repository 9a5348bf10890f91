/**
 * The plane of Studio: the files of its build, and its page at every other path, as Studio itself reads the path.
 * Guard: none, and no limit, as for other files; the page holds nothing of anybody until it has called the API with a
 * token. It tells everybody one thing of the installation: whether the first account is still to be created. A preview is shown in a
 * frame of this page alone, as long as the session is active that the API gave its token to.
 * The page is never cached, and files with a hash in their name always are.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PreviewFrames } from '../content/entries/preview-frames.ts';
import type { Sessions } from '../identity/auth/sessions/sessions.ts';
import type { SignUp } from '../identity/auth/users/sign-up.ts';
import { notFound } from '../platform/errors/domain-error.ts';
import type { Api } from '../platform/http/api.ts';
import { logRequests } from '../platform/http/logger.ts';
import type { Pages } from '../platform/http/pages/page.ts';
import { sendPage } from '../platform/http/pages/send-page.ts';
import type { Clock } from '../platform/kit/clock.ts';
import { acceptedEncodings } from '../reading/delivery/encoding.ts';
import { PreparedBody } from './prepared-body.ts';
import type { BuiltStudio, Coding, StudioFile } from './studio/built-studio.ts';
import { type MediaOrigins, pageHeaders } from './studio/policy.ts';
import { sendFrame } from './studio/preview-frame.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
const NONCE_BYTES = 16;
/** What pages of sites load, by its name in the build too. */
const PAGE_SCRIPT = 'preview.js';
/** Kept for long, and asked for again: a new build reaches sites that nobody builds anew. */
const PAGE_SCRIPT_HEADERS = {
  'cache-control': `${AN_HOUR}, stale-while-revalidate=2592000`,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
/** A missing file there is one of an older build, for which no page would do. */
const BUILT_FILES = 'assets/';

const NOT_BUILT: Pages = {
  en: {
    title: 'Studio is not built',
    paragraphs: [
      'Run `node scripts/build.mjs` in the folder of Lectern, and load this page again. `npm start` does so by itself.',
      'The API works without it.',
    ],
    link: { label: 'API reference', url: '/docs' },
  },
  de: {
    title: 'Studio ist noch nicht gebaut',
    paragraphs: [
      'Führen Sie `node scripts/build.mjs` im Ordner von Lectern aus, und laden Sie diese Seite neu. `npm start` tut das von selbst.',
      'Die API funktioniert auch ohne Studio.',
    ],
    link: { label: 'API-Referenz', url: '/docs' },
  },
};

const route = { schema: { hide: true }, config: { public: true } };

export interface StudioParts {
  readonly built: BuiltStudio;
  readonly frames: PreviewFrames;
  readonly sessions: Pick<Sessions, 'isActive'>;
  readonly signUp: Pick<SignUp, 'awaitsFirst'>;
  readonly clock: Clock;
  readonly mediaOrigins: MediaOrigins;
}

export function studioPlane(api: Api, parts: StudioParts): void {
  if (api.log.level === 'debug' || api.log.level === 'trace') logRequests(api, 'debug');
  api.get('/studio', route, (_request, reply) => sendStudio(reply, parts));
  api.get<{ Querystring: { token?: unknown } }>('/studio/frame', route, async (request, reply) => {
    const url = isInOwnFrame(request) ? await previewUrl(parts, String(request.query.token)) : undefined;
    return sendFrame(reply, url);
  });
  pageScriptRoute(api, parts.built);
  api.get<{ Params: { '*': string } }>('/studio/*', route, async (request, reply) => {
    const name = request.params['*'];
    const file = await parts.built.file(name);
    if (file !== undefined) return sendFile(request, reply, file);
    if (name.startsWith(BUILT_FILES)) throw notFound('file');
    return sendStudio(reply, parts);
  });
}

/** The script with which the page of a site takes part in its preview. Pages of any origin load it. */
function pageScriptRoute(api: Api, built: BuiltStudio): void {
  let prepared: { readonly file: StudioFile; readonly body: PreparedBody } | undefined;
  api.get(`/${PAGE_SCRIPT}`, route, async (request, reply) => {
    const file = await built.file(PAGE_SCRIPT);
    if (file === undefined) throw notFound('file');
    if (prepared?.file !== file) prepared = { file, body: new PreparedBody(await file.read(null)) };
    reply.headers({ ...PAGE_SCRIPT_HEADERS, 'content-type': file.mediaType });
    return prepared.body.send(request, reply);
  });
}

/** Whether a page of this service asks for it as the content of a frame. Browsers say so, and no page can pretend to. */
function isInOwnFrame({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin';
}

/** The address that a token shows; undefined if it is too old, or its session has ended. */
async function previewUrl({ frames, sessions, clock }: StudioParts, token: string): Promise<string | undefined> {
  const frame = frames.open(token, clock());
  return frame !== undefined && (await sessions.isActive(frame.sessionId)) ? frame.url : undefined;
}

async function sendStudio(reply: FastifyReply, { built, mediaOrigins, signUp }: StudioParts): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const page = await built.page({ nonce, awaitsFirst: await signUp.awaitsFirst() });
  if (page === null) return sendPage(reply, NOT_BUILT, 503);
  return reply.headers(pageHeaders(nonce, mediaOrigins())).send(page);
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StudioFile): Promise<FastifyReply> {
  const { mediaType, isHashed, codings } = file;
  const coding = codingFor(request, codings);
  if (codings.size > 0) reply.header('vary', 'Accept-Encoding');
  if (coding !== null) reply.header('content-encoding', coding);
  const body = await file.read(coding);
  return reply.headers({ 'content-type': mediaType, 'cache-control': isHashed ? IMMUTABLE : AN_HOUR }).send(body);
}

function codingFor({ headers }: FastifyRequest, codings: ReadonlySet<Coding>): Coding | null {
  const header = headers['accept-encoding'];
  const { best, gzip } = acceptedEncodings(Array.isArray(header) ? header.join() : header);
  if (best !== 'identity' && codings.has(best)) return best;
  return gzip && codings.has('gzip') ? 'gzip' : null;
}
