/**
 * Sends the server's own pages, and lets routes accept forms. Invariant: every response of a group of page routes is a page,
 * including errors, which have the same status as in the API.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { DomainError } from '../../errors/domain-error.ts';
import { languageOf } from '../../kit/language.ts';
import type { Api } from '../api.ts';
import { errorOf, putErrorHeaders } from '../error-responses.ts';
import { errorPages } from './error-pages.ts';
import { parseForm } from './form-body.ts';
import { type Page, type Pages, renderPage } from './page.ts';
import { PAGE_HEADERS } from './page-style.ts';

/** Largest body of a form, in bytes. */
export const FORM_BYTES_MAX = 16_384;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Sends a page, in the language that whoever asks for it reads. */
export function sendPage(reply: FastifyReply, page: Page | Pages, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .send(renderPage('title' in page ? page : spoken(reply, page)));
}

/** Sends the page of an error, with the status and headers that the API has for it. */
export function sendErrorPage(
  reply: FastifyReply,
  error: DomainError,
  page: Page | Pages = errorPages(error),
): FastifyReply {
  return sendPage(reply, page, putErrorHeaders(reply, error));
}

/** Makes the routes registered on `api` after this call take forms and respond to errors with pages. */
export function servePages(api: Api): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX }, (_request, body, done) => {
    try {
      done(null, parseForm(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  api.setErrorHandler<FastifyError>((error, request: FastifyRequest, reply: FastifyReply) =>
    sendErrorPage(reply, errorOf(error, request)),
  );
}

function spoken({ request }: FastifyReply, pages: Pages): Page {
  const language = languageOf(request.headers['accept-language']);
  return { ...pages[language], language };
}
