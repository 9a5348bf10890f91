/**
 * Validates the settings of an identity provider that an owner enters. Nothing is contacted. Invariant: a stored client secret is
 * never sent to an issuer that it was not entered for.
 */
import { X509Certificate } from 'node:crypto';
import { invalid } from '../../platform/errors/domain-error.ts';
import type { AddressRule } from '../../platform/outgoing/address-rule.ts';
import { addressProblem } from './addresses.ts';
import type { Connection, OidcSettings, SamlSettings, Secrets, Settings } from './connection.ts';
import type { NewSsoConnection, Protocol, SsoConnectionChange } from './schema.ts';

/** As PEM, or as in the metadata of a provider; what stands around it, such as the bag attributes of a PKCS #12 file, is left out. */
const CERTIFICATE =
  /(?:-----BEGIN (?:X509 )?CERTIFICATE-----|<(?:\w+:)?X509Certificate>)([A-Za-z0-9+/=\s]+)(?:-----END|<\/)/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
/** Line ends as text, as in a value that was copied from JSON. */
const WRITTEN_LINE_ENDS = /\\[rn]/g;
const CERTIFICATES_MAX = 5;
const KEY_BITS_MIN = 2_048;

/** The requested settings of a connection. */
export interface ConnectionInput {
  readonly protocol: Protocol;
  readonly required: boolean;
  readonly defaultRole: string;
  readonly settings: Settings;
  readonly secrets: Secrets;
}

const NEW: Pick<Connection, 'isRequired' | 'defaultRole' | 'clientSecret' | keyof Settings> = {
  isRequired: false,
  defaultRole: 'viewer',
  clientSecret: undefined,
  role_claim: null,
  role_mapping: {},
  oidc: null,
  saml: null,
};

/**
 * @param known the stored connection; undefined for a new one
 * @throws `validation_failed`
 */
export function readConnection(
  request: NewSsoConnection | SsoConnectionChange,
  known: Connection | undefined,
  rule: AddressRule,
): ConnectionInput {
  const base = known ?? NEW;
  const protocol = request.protocol ?? known?.protocol ?? 'oidc';
  const settings: Settings = {
    role_claim: request.role_claim === undefined ? base.role_claim : request.role_claim,
    role_mapping: request.role_mapping ?? base.role_mapping,
    oidc: readOidc(request.oidc, base, rule),
    saml: readSaml(request.saml, base.saml, rule),
  };
  if (settings[protocol] === null)
    throw invalid(protocol, 'required', `Give the settings of the provider under ${protocol}.`);
  const clientSecret = request.oidc?.client_secret ?? base.clientSecret;
  return {
    protocol,
    required: request.required ?? base.isRequired,
    defaultRole: request.default_role ?? base.defaultRole,
    settings,
    secrets: clientSecret === undefined ? {} : { client_secret: clientSecret },
  };
}

function readOidc(
  request: SsoConnectionChange['oidc'],
  { oidc: known, clientSecret }: Pick<Connection, 'oidc' | 'clientSecret'>,
  rule: AddressRule,
): OidcSettings | null {
  if (request === undefined) return known;
  const issuer = needed('oidc.issuer', request.issuer ?? known?.issuer);
  const client_id = needed('oidc.client_id', request.client_id ?? known?.client_id);
  rejectAddress('oidc.issuer', issuer, rule);
  if (URL.parse(issuer)?.search !== '') throw invalid('oidc.issuer', 'format', 'Remove the query from the issuer.');
  const isMoved = known !== null && known.issuer !== issuer;
  if (isMoved && clientSecret !== undefined && request.client_secret === undefined) {
    const advice = 'Give client_secret too: the stored one belongs to another issuer.';
    throw invalid('oidc.client_secret', 'required', advice);
  }
  return { issuer, client_id, scopes: request.scopes ?? known?.scopes ?? [] };
}

function readSaml(
  request: SsoConnectionChange['saml'],
  known: SamlSettings | null,
  rule: AddressRule,
): SamlSettings | null {
  if (request === undefined) return known;
  const sso_url = needed('saml.sso_url', request.sso_url ?? known?.sso_url);
  rejectAddress('saml.sso_url', sso_url, rule);
  return {
    idp_entity_id: needed('saml.idp_entity_id', request.idp_entity_id ?? known?.idp_entity_id),
    sso_url,
    certificate: readCertificates(needed('saml.certificate', request.certificate ?? known?.certificate)),
  };
}

function needed(path: string, value: string | undefined): string {
  if (value === undefined) throw invalid(path, 'required', `Give ${path}.`);
  return value;
}

function rejectAddress(path: string, url: string, rule: AddressRule): void {
  const problem = addressProblem(url, rule);
  if (problem !== null) throw invalid(path, 'url', problem);
}

/** The certificates as PEM, in a uniform format, however they were pasted. */
function readCertificates(given: string): string {
  const text = given.replaceAll(WRITTEN_LINE_ENDS, '\n');
  if (PRIVATE_KEY.test(text)) throw noCertificate();
  const found = BASE64.test(text) ? [text] : [...text.matchAll(CERTIFICATE)].map(([, base64 = '']) => base64);
  if (found.length === 0 || found.length > CERTIFICATES_MAX) throw noCertificate();
  return found.map(readCertificate).join('');
}

function readCertificate(base64: string): string {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < KEY_BITS_MIN) throw weakKey();
    return certificate.toString();
  } catch (error) {
    throw error instanceof Error && error.name === 'DomainError' ? error : noCertificate();
  }
}

function noCertificate() {
  const advice = `Give the certificate of the provider as PEM, at most ${CERTIFICATES_MAX} of them, and no private key.`;
  return invalid('saml.certificate', 'format', advice);
}

function weakKey() {
  const advice = `Use a certificate with an RSA key of at least ${KEY_BITS_MIN} bits.`;
  return invalid('saml.certificate', 'key', advice);
}
