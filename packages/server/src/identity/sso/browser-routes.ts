/**
 * The steps of a browser through single sign-on, and the two requests of a log-in page: where to send somebody, and a session for
 * the code at the end. Browsers get redirects and pages. Redirects lead only to the provider of the account or to this service.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalid } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { sendPage, servePages } from '../../platform/http/pages/send-page.ts';
import { originOf } from '../actors/request-origin.ts';
import { type PublicUrl, sendSession } from '../auth/sessions/refresh-cookie.ts';
import { SessionResponse } from '../auth/sessions/schema.ts';
import { cookieOf, ensureCookie } from './browser-cookie.ts';
import { SsoDiscovered, SsoDiscovery, SsoExchange } from './schema.ts';
import type { SingleSignOn } from './single-sign-on.ts';
import type { SsoEnd } from './sso-log-in.ts';

const tags = ['Single sign-on'];
const RESPONSE_BYTES_MAX = 262_144;
const VALUE_LENGTH_MAX = 255;

export function ssoLogInRoutes(api: Api, sso: SingleSignOn, place: PublicUrl): void {
  const { logIn } = sso;
  api.post('/auth/sso/discover', { schema: discoverSchema, config: { public: true } }, (request) => {
    return logIn.discover(request.body.email, originOf(request));
  });
  api.post('/auth/sso/exchange', { schema: exchangeSchema, config: { public: true } }, async (request, reply) => {
    const { code, refresh } = request.body;
    const inCookie = refresh === 'cookie';
    const browser = inCookie ? { browser: { cookie: cookieOf(request, sso.address.url) } } : {};
    const tokens = await logIn.exchange(code, { origin: originOf(request), ...browser });
    return sendSession(request, reply, { tokens, inCookie, ...place });
  });
  api.register(async (scope) => {
    const pages = scope as unknown as Api;
    servePages(pages);
    browserRoutes(pages, sso);
  });
}

function browserRoutes(api: Api, { logIn, address, endsInStudio }: SingleSignOn): void {
  const config = { public: true, ownType: true } as const;
  const visitOf = (request: FastifyRequest) => ({ cookie: cookieOf(request, address.url), origin: originOf(request) });
  const done = (reply: FastifyReply, end: SsoEnd) => {
    if (end === 'tested') return reply.redirect(`${address.url}/sso/tested`, 303);
    const { code, showsCode } = end;
    const page = endsInStudio && !showsCode ? 'studio/sso' : 'sso/done';
    return reply.redirect(`${address.url}/${page}?code=${code}`, 303);
  };
  api.get('/auth/sso/start', { schema: startSchema, config }, async (request, reply) => {
    const { account: accountId, show } = request.query;
    const cookie = ensureCookie(request, reply, address.url);
    return reply.redirect(await logIn.start({ accountId, showsCode: show === 'code', cookie }), 303);
  });
  api.get('/auth/sso/test', { schema: testSchema, config }, async (request, reply) => {
    const cookie = ensureCookie(request, reply, address.url);
    return reply.redirect(await logIn.startTest(request.query.token, { cookie, origin: originOf(request) }), 303);
  });
  // Providers may add parameters to their responses: these two routes read the ones they know and ignore the rest.
  const open = { config, validatorCompiler: () => () => true, schema: { hide: true } };
  api.get('/auth/sso/callback', open, async (request, reply) => {
    const query = request.url.slice(request.url.indexOf('?') + 1);
    return done(reply, await logIn.answerOidc(query, visitOf(request)));
  });
  api.post(
    '/auth/sso/saml/acs',
    { ...open, bodyLimit: RESPONSE_BYTES_MAX, schema: acsSchema },
    async (request, reply) => {
      const { SAMLResponse: response } = (request.body ?? {}) as { readonly SAMLResponse?: string };
      if (response === undefined) throw invalid('SAMLResponse', 'required', 'Post the form field SAMLResponse.');
      const token = await logIn.answerSaml(response, originOf(request));
      return reply.redirect(`${address.url}/auth/sso/saml/enter?answer=${token}`, 303);
    },
  );
  api.get('/auth/sso/saml/enter', { schema: enterSchema, config }, async (request, reply) => {
    return done(reply, await logIn.enterBySaml(request.query.answer, visitOf(request)));
  });
  api.get('/sso/done', { schema: doneSchema, config }, async (request, reply) => {
    const { code } = request.query;
    await logIn.requireCodeOf(code, cookieOf(request, address.url));
    return sendPage(reply, loggedIn(code));
  });
  api.get('/sso/tested', { schema: { hide: true }, config }, (_request, reply) => sendPage(reply, TESTED));
}

const TESTED = {
  en: {
    title: 'The test log-in succeeded',
    paragraphs: [
      'Nobody was logged in, and nothing was changed. Go back to where you started the test: it shows who would have been logged in. You can close this window.',
    ],
  },
  de: {
    title: 'Die Testanmeldung hat geklappt',
    paragraphs: [
      'Niemand wurde angemeldet, und nichts wurde geändert. Kehren Sie dorthin zurück, wo Sie den Test begonnen haben: Dort steht, als wer Sie angemeldet wären. Dieses Fenster können Sie schließen.',
    ],
  },
};

function loggedIn(code: string) {
  return {
    en: {
      title: 'You are logged in',
      paragraphs: [
        'Return to the program that opened this page.',
        `If it asks for a code, enter this one within five minutes, and give it to nobody else: ${code}`,
      ],
    },
    de: {
      title: 'Sie sind angemeldet',
      paragraphs: [
        'Kehren Sie zu dem Programm zurück, das diese Seite geöffnet hat.',
        `Fragt es nach einem Code, geben Sie innerhalb von fünf Minuten diesen ein, und geben Sie ihn niemandem sonst: ${code}`,
      ],
    },
  };
}

const discoverSchema = {
  summary: 'Find the single sign-on of an e-mail address',
  description:
    'Where a log-in page sends whoever enters this address: the account that has verified its domain. The response is the same whether or not there is such a user.',
  tags,
  body: SsoDiscovery,
  response: { 200: SsoDiscovered, ...responses('api_quota_exceeded') },
};

const exchangeSchema = {
  summary: 'Exchange the code of single sign-on for a session',
  description:
    'The code is in the URL of the last page. It works once, within five minutes, and with `refresh: "cookie"` only in the browser that started the log-in. A program that waits for a code adds `&show=code` to the URL at which the log-in starts; otherwise the log-in ends in Studio, if there is one.',
  tags,
  body: SsoExchange,
  response: { 200: SessionResponse, ...responses('unauthenticated', 'account_suspended') },
};

const startSchema = {
  hide: true,
  querystring: Type.Object(
    { account: Type.String({ maxLength: VALUE_LENGTH_MAX }), show: Type.Optional(Type.Enum(['code'])) },
    { additionalProperties: false },
  ),
};

const testSchema = {
  hide: true,
  querystring: Type.Object({ token: Type.String({ maxLength: VALUE_LENGTH_MAX }) }, { additionalProperties: false }),
};

const acsSchema = { hide: true, consumes: ['application/x-www-form-urlencoded'] };

const enterSchema = {
  hide: true,
  querystring: Type.Object({ answer: Type.String({ maxLength: VALUE_LENGTH_MAX }) }, { additionalProperties: false }),
};

const doneSchema = {
  hide: true,
  querystring: Type.Object({ code: Type.String({ maxLength: VALUE_LENGTH_MAX }) }, { additionalProperties: false }),
};
