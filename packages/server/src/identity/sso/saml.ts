/**
 * Log-in at a SAML 2.0 provider: a request by redirect, a signed response by post. `@node-saml/node-saml` checks signatures, times
 * and audience; the rest (issuer, destination, recipient, the id of the request) is checked here. Invariant: claims come from the
 * assertion that the signature covers.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Profile, SAML } from '@node-saml/node-saml';
import { acsUrl, entityId } from './addresses.ts';
import type { Connection, SamlSettings } from './connection.ts';
import { kindOfLibrary } from './problems.ts';
import { checkedClaims, type ProviderClaims, textsOf } from './provider-claims.ts';
import { providerFailed, untrusted } from './refusal.ts';
import type { Envelope } from './saml-envelope.ts';

const CLOCK_SKEW_MS = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
/** Names that providers use for the e-mail address, without case and signs, the most common first. */
const EMAIL_ATTRIBUTES = ['email', 'mail', 'emailaddress', 'useremail', 'primaryemail', 'workemail'];
/** Names of what has the form of an address, and often is one. */
const PRINCIPAL_ATTRIBUTES = ['userprincipalname', 'upn'];
const NAME_ATTRIBUTES = ['displayname', 'name', 'fullname', 'cn'];
/** What some providers name by a number or a URL, by the usual name. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  'urn:oid:0.9.2342.19200300.100.1.3': 'mail',
  'urn:oid:1.2.840.113549.1.9.1': 'email',
  'urn:oid:2.16.840.1.113730.3.1.241': 'displayname',
  'urn:oid:2.5.4.3': 'cn',
};
const URL_START = /^https?:\/\/.*\//;
/** Numbers stay: what is called `email2` is another address than `email`. */
const SIGNS = /[^a-z0-9]/g;
/** node-saml's message for a response that a certificate did not sign. */
const UNSIGNED = 'Invalid signature';
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** An XML element as node-saml reads it: attributes in `$`, text in `_`, children as lists by name. */
type Element = { readonly [name: string]: readonly Element[] | undefined } & {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
};

/** A response to a request of ours. */
export interface SamlResponse {
  /** As it was posted, in base64. */
  readonly response: string;
  readonly envelope: Envelope;
  /** The id of our request, which works once. */
  readonly requestId: string;
}

export class Saml {
  /** The URL of the service for clients. */
  readonly #address: { readonly url: string };

  constructor(address: { readonly url: string }) {
    this.#address = address;
  }

  /** Where to send the browser. @param requestId identifies the request; the response repeats it */
  async authorizationUrl(connection: Connection, requestId: string): Promise<string> {
    const saml = await this.#provider(connection, requestId);
    return saml.getAuthorizeUrlAsync('', undefined, {});
  }

  /** @throws SsoRefusal */
  async claims(connection: Connection, { response, envelope, requestId }: SamlResponse): Promise<ProviderClaims> {
    const settings = settingsOf(connection);
    const acs = acsUrl(this.#address.url);
    if (envelope.destination !== undefined && envelope.destination !== acs)
      throw untrusted('the response is meant for another destination', 'audience');
    if (envelope.issuer !== undefined && envelope.issuer !== settings.idp_entity_id)
      throw untrusted('the response is from another issuer', 'issuer');
    const entity = entityId(this.#address.url, connection.accountId);
    if (envelope.audiences.length > 0 && !envelope.audiences.includes(entity))
      throw untrusted('SAML assertion audience mismatch', 'audience');
    const profile = await this.#profile(connection, response, requestId);
    if (profile === null) throw untrusted('the response identifies nobody');
    if (profile.issuer !== settings.idp_entity_id) throw untrusted('the assertion is from another issuer', 'issuer');
    const assertion = assertionOf(profile);
    requireConfirmed(assertion, { acs, requestId });
    if (profile.nameIDFormat === TRANSIENT)
      throw untrusted('the NameID is transient; have the provider send a persistent one');
    const attributes = attributesOf(assertion);
    const usual = usualNames(attributes);
    return checkedClaims({
      issuer: settings.idp_entity_id,
      subject: profile.nameID,
      email: emailOf(usual, profile.nameID),
      isEmailVerified: true,
      name: firstOf(usual, NAME_ATTRIBUTES),
      roleValues: textsOf(attributes, connection.role_claim),
      names: [...attributes.keys()],
    });
  }

  /** Tries one certificate after the other, and yields to other work in between. */
  async #profile(connection: Connection, response: string, requestId: string): Promise<Profile | null> {
    const certificates = certificatesOf(connection);
    for (const [index, certificate] of certificates.entries()) {
      const saml = await this.#provider(connection, requestId, certificate);
      try {
        return (await saml.validatePostResponseAsync({ SAMLResponse: response })).profile;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== UNSIGNED || index === certificates.length - 1) throw untrusted(message, kindOfLibrary(message));
      }
      await nextTurn();
    }
    throw providerFailed('the connection has no certificate', 'signature');
  }

  async #provider(connection: Connection, requestId: string, certificate?: string): Promise<SAML> {
    // Loaded at the first log-in: most installations have none.
    const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
    const { sso_url } = settingsOf(connection);
    const entity = entityId(this.#address.url, connection.accountId);
    return new SAML({
      entryPoint: sso_url,
      callbackUrl: acsUrl(this.#address.url),
      issuer: entity,
      audience: entity,
      idpCert: certificate ?? certificatesOf(connection),
      // Either the response or the assertion has to be signed; node-saml reads the assertion from the signed part.
      wantAuthnResponseSigned: false,
      wantAssertionsSigned: false,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: onlyRequest(requestId),
      generateUniqueId: () => requestId,
    });
  }
}

/** The metadata of this service for the provider of an account. It is the same whether or not the account exists. */
export async function samlMetadata(serviceUrl: string, accountId: string): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    issuer: entityId(serviceUrl, accountId),
    callbackUrl: acsUrl(serviceUrl),
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${accountId}`,
  });
}

function settingsOf({ saml }: Connection): SamlSettings {
  if (saml === null) throw providerFailed('the connection has no settings for SAML', 'changed');
  return saml;
}

function certificatesOf(connection: Connection): string[] {
  return settingsOf(connection).certificate.match(CERTIFICATES) ?? [];
}

/** Requests are stored as challenges, which work once across all nodes; here, only this one is known. */
function onlyRequest(requestId: string) {
  const at = new Date().toISOString();
  return {
    saveAsync: async () => null,
    getAsync: async (id: string) => (id === requestId ? at : null),
    removeAsync: async () => null,
  };
}

/** At least one confirmation of the subject has to be for us, for now, and for our request (SAML profiles §4.1.4.3). */
function requireConfirmed(assertion: Element, expected: { readonly acs: string; readonly requestId: string }): void {
  const confirmations = (assertion.Subject?.[0]?.SubjectConfirmation ?? []).filter(({ $ }) => $?.Method === BEARER);
  const data = confirmations.map(({ SubjectConfirmationData }) => SubjectConfirmationData?.[0]?.$ ?? {});
  if (data.length === 0) throw untrusted('the assertion has no bearer confirmation');
  const forUs = data.filter(({ Recipient }) => Recipient === expected.acs);
  if (forUs.length === 0) throw untrusted('the assertion is meant for another recipient', 'audience');
  const answering = forUs.filter(({ InResponseTo }) => InResponseTo === expected.requestId);
  if (answering.length === 0) throw untrusted('the assertion does not belong to this request');
  const isValid = answering.some(({ NotOnOrAfter = '' }) => Date.parse(NotOnOrAfter) + CLOCK_SKEW_MS > Date.now());
  if (!isValid) throw untrusted('the confirmation of the assertion has expired', 'clock');
}

function assertionOf(profile: Profile): Element {
  const document = profile.getAssertion?.() as { readonly Assertion?: Element } | undefined;
  if (document?.Assertion === undefined) throw untrusted('the response has no signed assertion', 'signature');
  return document.Assertion;
}

/** The texts of all attributes by name; those of one name that stand apart count together. */
function attributesOf(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const attributes = (assertion.AttributeStatement ?? []).flatMap(({ Attribute = [] }) => Attribute);
  const values = new Map<string, string[]>();
  for (const { $, AttributeValue = [] } of attributes) {
    const texts = AttributeValue.map(({ _ }) => _).filter((text) => text !== undefined);
    if ($?.Name !== undefined) values.set($.Name, [...(values.get($.Name) ?? []), ...texts]);
  }
  return values;
}

/** The first value of each attribute by its usual name: `User.Email` and `http://schemas.example/claims/emailaddress` are usual too. */
function usualNames(attributes: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string> {
  const usual = new Map<string, string>();
  for (const [name, [first]] of attributes) {
    const short = LONG_NAMES[name] ?? name.replace(URL_START, '').toLowerCase().replaceAll(SIGNS, '');
    if (first !== undefined && first.trim() !== '' && !usual.has(short)) usual.set(short, first.trim());
  }
  return usual;
}

/** The address of the person: that of an attribute, else the NameID, else the name to log in by; undefined if none looks like one. */
function emailOf(usual: ReadonlyMap<string, string>, nameId: string): string | undefined {
  const candidates = [firstOf(usual, EMAIL_ATTRIBUTES), nameId, firstOf(usual, PRINCIPAL_ATTRIBUTES)];
  return candidates.find((text) => text?.includes('@'));
}

function firstOf(attributes: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  return names.map((name) => attributes.get(name)).find((text) => text !== undefined);
}
