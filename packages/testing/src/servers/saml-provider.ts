/**
 * A real SAML provider (`samlp`) for tests: a page that shows who logs in, and posts the signed response to the service. Responses
 * can also be made directly, to simulate attacks. Whoever starts one stops it.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
// @ts-expect-error: it has no types of its own.
import samlp from 'samlp';
import { removeFolder, temporaryFolder } from '../temporary-folder.ts';

/** A person as the provider knows them. */
export interface SamlPerson {
  readonly id: string;
  readonly email: string;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** The content of a request of the service. */
export interface SamlRequest {
  readonly id: string;
  readonly issuer: string;
  readonly assertionConsumerServiceURL: string;
  readonly destination: string;
}

/** Differences from a valid response. */
export interface SamlOverrides {
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string;
  readonly lifetimeInSeconds?: number;
  readonly signAssertion?: boolean;
  readonly signResponse?: boolean;
  readonly signatureAlgorithm?: string;
  readonly nameIdentifierFormat?: string;
  readonly key?: string;
  readonly cert?: string;
}

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

export interface TestSamlProvider extends KeyPair {
  readonly entityId: string;
  /** The settings that Lectern needs for it. */
  readonly settings: { readonly idp_entity_id: string; readonly sso_url: string; readonly certificate: string };
  /** The person who logs in at its page. */
  person: SamlPerson;
  /** Reads the request in the URL that the service redirected to. */
  read(url: string): Promise<SamlRequest>;
  /** The XML of a response to a request. */
  respond(request: SamlRequest, person: SamlPerson, overrides?: SamlOverrides): Promise<string>;
  stop(): Promise<void>;
}

/** A new key with a certificate of its own. */
export function newKeyPair(): KeyPair {
  const folder = temporaryFolder('saml');
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const kind = ['-newkey', 'rsa:2048', '-nodes', '-sha256', '-days', '2', '-subj', '/CN=provider'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert], { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    removeFolder(folder);
  }
}

export async function startSamlProvider(person: SamlPerson): Promise<TestSamlProvider> {
  const pair = newKeyPair();
  const server = http.createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const entityId = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider: TestSamlProvider = {
    ...pair,
    entityId,
    settings: { idp_entity_id: entityId, sso_url: `${entityId}/sso`, certificate: pair.cert },
    person,
    read: readRequest,
    respond: (request, who, overrides = {}) => respond(request, who, { issuer: entityId, ...pair, ...overrides }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    showPage(provider, entityId + request.url).then(
      (html) => response.setHeader('content-type', 'text/html').end(html),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return provider;
}

async function showPage(provider: TestSamlProvider, url: string): Promise<string> {
  const request = await provider.read(url);
  const xml = await provider.respond(request, provider.person);
  const encoded = Buffer.from(xml).toString('base64');
  return `<!doctype html><title>Provider</title><form method="post" action="${request.assertionConsumerServiceURL}">
    <input type="hidden" name="SAMLResponse" value="${encoded}">
    <input type="hidden" name="RelayState" value="https://evil.example/">
    <button>Log in as ${provider.person.email}</button></form>`;
}

function readRequest(url: string): Promise<SamlRequest> {
  const query = Object.fromEntries(new URL(url).searchParams);
  return new Promise((resolve, reject) => {
    samlp.parseRequest({ query, method: 'GET' }, (error: Error | null, read: SamlRequest) =>
      error ? reject(error) : resolve(read),
    );
  });
}

function respond(request: SamlRequest, person: SamlPerson, options: SamlOverrides): Promise<string> {
  const { id, email, name = 'Ada', groups = [] } = person;
  const user = { id, emails: [{ value: email }], displayName: name, name: { givenName: name }, groups };
  const acs = request.assertionConsumerServiceURL;
  const config = {
    audience: request.issuer,
    recipient: acs,
    destination: acs,
    inResponseTo: request.id,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    ...options,
  };
  return new Promise((resolve, reject) => {
    samlp.getSamlResponse(config, user, (error: Error | null, xml: string) => (error ? reject(error) : resolve(xml)));
  });
}
