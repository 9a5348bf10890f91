/**
 * Single sign-on over HTTP, for tests: a service that may reach providers on this machine, and the steps of a log-in as a
 * browser takes them.
 */
import assert from 'node:assert/strict';
import { Actor, type ApiResponse } from '../../../testing/src/client.ts';
import { freshEmail, type Member, signUp } from '../../../testing/src/given.ts';
import { type Visited, WebVisitor } from '../../../testing/src/people/web-visitor.ts';
import { startSamlProvider } from '../../../testing/src/servers/saml-provider.ts';

/** What a service is started with so that it may reach providers on the loopback. */
export const REACHES_HOME = { LECTERN_SSO_ALLOW: '127.0.0.1', LECTERN_LOG_LEVEL: 'error' };

/** Where providers of OpenID Connect send browsers back to. */
export function redirectUriOf(url: string): string {
  return `${url}/auth/sso/callback`;
}

/** An owner whose account has a connection. */
export async function makeConnected(url: string, connection: object): Promise<Member> {
  const owner = await signUp(url);
  await owner.actor.post(`/accounts/${owner.accountId}/sso`, connection, 201);
  return owner;
}

/** Starts a log-in of a program, which takes the code from the last page. @returns where the service sends the browser */
export async function start(url: string, accountId: string, visitor: WebVisitor): Promise<string> {
  const started = await visitor.request(`${url}/auth/sso/start?account=${accountId}&show=code`);
  assert.equal(started.status, 303, started.text);
  return started.location ?? '';
}

/** The code in the URL of the last page. */
export function codeIn(visited: Visited): string {
  const { pathname, searchParams } = new URL(visited.url);
  assert.equal(pathname, '/sso/done', `${visited.url}: ${visited.text}`);
  assert.equal(visited.status, 200, visited.text);
  return searchParams.get('code') ?? '';
}

/** Exchanges the code of the last page for a session. */
export function exchange(url: string, visited: Visited, status = 200): Promise<ApiResponse> {
  return new Actor(url, null).post('/auth/sso/exchange', { code: codeIn(visited) }, status);
}

/** Fails unless the page says that nobody was let in. */
export function refusedOn(visited: Visited): void {
  assert.equal(visited.status, 403, `${visited.url}: ${visited.text}`);
  assert.match(String(visited.headers.get('content-type')), /^text\/html/);
  assert.match(visited.text, /<h1>This did not work/);
}

/** Why the account's single sign-on refused somebody last, as its audit has it. */
export async function lastRefusal(owner: Member): Promise<string> {
  const audit = await owner.actor.get(`/accounts/${owner.accountId}/audit?action=session.refuse&limit=1`, 200);
  return audit.string('items.0.changes.reason');
}

/** How often single sign-on of the account refused somebody. */
export async function refusals(owner: Member): Promise<number> {
  const audit = await owner.actor.get(`/accounts/${owner.accountId}/audit?action=session.refuse`, 200);
  return audit.number('total');
}

/** Gives the account of an owner a connection and a domain. @returns the domain */
export async function connect({ actor, accountId }: Member): Promise<string> {
  const path = `/accounts/${accountId}/sso`;
  const oidc = { issuer: 'https://provider.invalid', client_id: 'lectern', client_secret: 'a secret' };
  await actor.post(path, { protocol: 'oidc', oidc }, 201);
  const domain = `${accountId.replace('_', '-')}.invalid`;
  await actor.post(`${path}/domains`, { domain }, 201);
  return domain;
}

/** The code at the end of a log-in by SAML, of a new account's owner. */
export async function newCode(url: string, email = freshEmail()): Promise<string> {
  const { actor, accountId } = await signUp(url, email);
  const provider = await startSamlProvider({ id: accountId, email });
  try {
    const saml = { ...provider.settings, sso_url: 'https://provider.invalid/sso' };
    await actor.post(`/accounts/${accountId}/sso`, { protocol: 'saml', saml }, 201);
    const visitor = new WebVisitor();
    const request = await provider.read(await start(url, accountId, visitor));
    const SAMLResponse = Buffer.from(await provider.respond(request, provider.person)).toString('base64');
    return codeIn(await visitor.follow(await visitor.post(`${url}/auth/sso/saml/acs`, { SAMLResponse })));
  } finally {
    await provider.stop();
  }
}
