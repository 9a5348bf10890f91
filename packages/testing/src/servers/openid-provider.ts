/**
 * A real OpenID provider (`oidc-provider`) for tests, with its own log-in page: whoever enters a person's name there is that
 * person. Tests can change its responses before they are sent, to simulate attacks. Whoever starts one stops it.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
// @ts-expect-error: it has no types of its own.
import { Provider } from 'oidc-provider';
import type { Visited, WebVisitor } from '../people/web-visitor.ts';

const CLIENT = { client_id: 'lectern', client_secret: 'a secret of the provider' };

/** The provider's claims about a person, besides their id there. */
export interface PersonClaims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** Changes the ID token of the next responses. @returns the token to send instead */
export type Forgery = (claims: JWTPayload, provider: TestOpenIdProvider) => string | Promise<string>;

export interface TestOpenIdProvider {
  readonly issuer: string;
  /** The settings that Lectern needs for it. */
  readonly settings: { readonly issuer: string; readonly client_id: string; readonly client_secret: string };
  /** People by their ids at the provider. */
  readonly people: Map<string, PersonClaims>;
  /** Changes ID tokens; null to leave them as they are. */
  forgery: Forgery | null;
  readonly privateKey: KeyObject;
  /** An ID token with these claims, signed by a key of the provider's unless another is given. */
  sign(claims: JWTPayload, key?: KeyObject): Promise<string>;
  /** Logs a person in, from the URL that the service redirected to until the redirect back to the service. */
  logIn(visitor: WebVisitor, authorizationUrl: string, person: string): Promise<Visited>;
  stop(): Promise<void>;
}

/** @param redirectUri where it may redirect browsers to */
export async function startOpenIdProvider(redirectUri: string): Promise<TestOpenIdProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const people = new Map<string, PersonClaims>();
  const server = http.createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'key', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    renderError: (context: { body: string }, output: object) => {
      context.body = JSON.stringify(output);
    },
  });
  const test: TestOpenIdProvider = {
    issuer,
    settings: { issuer, ...CLIENT },
    people,
    forgery: null,
    privateKey,
    sign: (claims, key = privateKey) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(key),
    logIn: (visitor, url, person) => logIn(visitor, url, { person, redirectUri }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  provider.use(async (context: TokenContext, next: () => Promise<void>) => {
    await next();
    const token = context.path === '/token' ? context.body?.id_token : undefined;
    if (test.forgery === null || token === undefined) return;
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    context.body = { ...context.body, id_token: await test.forgery(claims, test) };
  });
  server.on('request', provider.callback());
  return test;
}

interface TokenContext {
  readonly path: string;
  body?: { readonly id_token?: string };
}

/** Fills the provider's forms: log-in, then consent. */
async function logIn(
  visitor: WebVisitor,
  url: string,
  { person, redirectUri }: { readonly person: string; readonly redirectUri: string },
): Promise<Visited> {
  let visited = await visitor.follow(url, redirectUri);
  while (visited.location === undefined && visited.text.includes('<form')) {
    const [, action = ''] = /action="([^"]+)"/.exec(visited.text) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(visited.text) ?? [];
    const fields = prompt === 'login' ? { prompt, login: person, password: 'any' } : { prompt };
    visited = await visitor.follow(await visitor.post(new URL(action, visited.url).href, fields), redirectUri);
  }
  return visited;
}
