/**
 * Log-in at an OpenID provider: authorization code with PKCE, state and nonce. Every request to the provider goes through
 * `OutgoingFetch`. Invariant: claims come from an ID token whose signature was checked with the provider's published
 * keys, or from its user info for the same subject.
 */
import type { ClientAuth, Configuration } from 'openid-client';
import type { Clock } from '../../platform/kit/clock.ts';
import type { FetchOptions, OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { addressProblem } from './addresses.ts';
import type { Connection, OidcSettings } from './connection.ts';
import { kindOfCode, kindOfLibrary } from './problems.ts';
import { checkedClaims, type ProviderClaims, textsAt } from './provider-claims.ts';
import { providerFailed, untrusted } from './refusal.ts';

type Client = typeof import('openid-client');

const SCOPES = ['openid', 'email', 'profile'];
/** How long a provider's published configuration is cached. */
const KEPT_MS = 300_000;
const PROVIDERS_MAX = 1_000;
const REQUEST_TIMEOUT_S = 10;
/** Microsoft Entra's claim with the meaning of `email_verified`. */
const ENTRA_VERIFIED = 'xms_edov';

/** The secrets of a log-in that are stored until the provider responds. */
export interface OidcSecrets {
  readonly nonce: string;
  readonly verifier: string;
}

interface Kept {
  readonly at: number;
  readonly configuration: Promise<Configuration>;
}

export class Oidc {
  readonly #fetch: OutgoingFetch;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor({ fetch, clock }: { readonly fetch: OutgoingFetch; readonly clock: Clock }) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /** New secrets for one log-in. */
  async newSecrets(): Promise<OidcSecrets> {
    const client = await load();
    return { nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
  }

  /** Where to send the browser. @throws SsoRefusal */
  async authorizationUrl(
    connection: Connection,
    { redirectUri, state, nonce, verifier }: OidcSecrets & { readonly redirectUri: string; readonly state: string },
  ): Promise<string> {
    const client = await load();
    const settings = settingsOf(connection);
    const configuration = await this.#configuration(connection, settings);
    const endpoint = configuration.serverMetadata().authorization_endpoint ?? '';
    if (addressProblem(endpoint, this.#fetch.rule) !== null)
      throw providerFailed('the authorization endpoint of the provider is not a public https URL', 'unreachable');
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: [...new Set([...SCOPES, ...settings.scopes])].join(' '),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return url.href;
  }

  /**
   * Verifies the provider's response, and exchanges its code.
   * @param answer the URL that the browser came back to
   * @throws SsoRefusal
   */
  async claims(
    connection: Connection,
    answer: URL,
    { state, nonce, verifier }: OidcSecrets & { readonly state: string },
  ): Promise<ProviderClaims> {
    const client = await load();
    const configuration = await this.#configuration(connection, settingsOf(connection));
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(configuration, answer, checks).catch((error: unknown) => {
      throw refusalOf(client, error);
    });
    const idToken = tokens.claims();
    if (idToken === undefined) throw untrusted('the response has no ID token');
    const more = await userInfo(client, configuration, { accessToken: tokens.access_token, subject: idToken.sub });
    const claims: Readonly<Record<string, unknown>> = { ...more, ...idToken };
    return checkedClaims({
      issuer: idToken.iss,
      subject: idToken.sub,
      email: claims.email,
      isEmailVerified: isVerified(claims),
      name: claims.name,
      roleValues: textsAt(claims, connection.role_claim),
      names: Object.keys(claims),
    });
  }

  /** The provider's published configuration, with its signing keys. */
  async #configuration(connection: Connection, settings: OidcSettings): Promise<Configuration> {
    const key = `${connection.accountId} ${connection.version}`;
    const known = this.#kept.get(key);
    if (known !== undefined && known.at > this.#clock() - KEPT_MS) return known.configuration;
    const configuration = this.#discover(settings, connection.clientSecret);
    if (this.#kept.size >= PROVIDERS_MAX) this.#kept.clear();
    this.#kept.set(key, { at: this.#clock(), configuration });
    configuration.catch(() => this.#kept.delete(key));
    return configuration;
  }

  async #discover({ issuer, client_id }: OidcSettings, clientSecret: string | undefined): Promise<Configuration> {
    const client = await load();
    const { allowInsecureRequests, customFetch, enableNonRepudiationChecks } = client;
    const isPlain = new URL(issuer).protocol === 'http:';
    const found = await client
      .discovery(new URL(issuer), client_id, undefined, authenticationBy(client, clientSecret), {
        [customFetch]: (url: string, options: FetchOptions) => this.#fetch.fetch(url, options),
        timeout: REQUEST_TIMEOUT_S,
        execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        throw providerFailed(`the provider's configuration cannot be used: ${messageOf(error)}`, 'unreachable');
      });
    // The library accepts providers that share one configuration among many issuers; with those, anyone's tenant would be
    // accepted.
    if (new URL(found.serverMetadata().issuer).href !== new URL(issuer).href)
      throw providerFailed("the provider's configuration names another issuer", 'issuer');
    return found;
  }
}

/** Loaded at the first log-in: most installations have none. */
function load(): Promise<Client> {
  return import('openid-client');
}

function settingsOf({ oidc }: Connection): OidcSettings {
  if (oidc === null) throw providerFailed('the connection has no settings for OpenID Connect', 'changed');
  return oidc;
}

/** The authentication method that the provider supports; if it names none, the default of the standard. */
function authenticationBy(client: Client, secret: string | undefined): ClientAuth {
  if (secret === undefined) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (supported.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Many providers put only a few claims into the ID token. */
async function userInfo(
  client: Client,
  configuration: Configuration,
  { accessToken, subject }: { readonly accessToken: string; readonly subject: string },
): Promise<Readonly<Record<string, unknown>>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return client.fetchUserInfo(configuration, accessToken, subject).catch((error: unknown) => {
    throw refusalOf(client, error);
  });
}

function isVerified(claims: Readonly<Record<string, unknown>>): boolean | null {
  const said = [claims.email_verified, claims[ENTRA_VERIFIED]].find((value) => value !== undefined);
  return said === undefined ? null : [true, 'true', 1, '1'].includes(said as string);
}

function refusalOf(client: Client, error: unknown) {
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
    return providerFailed(`the provider responded with ${error.error}`, kindOfCode(error.error));
  const message = messageOf(error);
  return untrusted(message, kindOfLibrary(message));
}

/** The message of an error, including the reason that the library hides in the cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}
