/** Reads what a SAML provider publishes about itself, so that nobody has to find three values in it. */
import type { ConnectionValues } from './connection-values.ts';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const LINE_LENGTH = 64;

type SamlValues = Pick<ConnectionValues, 'saml.idp_entity_id' | 'saml.sso_url' | 'saml.certificate'>;

/** @returns the values of the form; null if the text is no metadata of a provider */
export function readSamlMetadata(text: string): SamlValues | null {
  const document = new DOMParser().parseFromString(text.trim(), 'application/xml');
  const all = (parent: Document | Element, name: string) => [...parent.getElementsByTagNameNS('*', name)];
  const [provider] = all(document, 'IDPSSODescriptor');
  const entityId = provider?.parentElement?.getAttribute('entityID');
  if (provider === undefined || !entityId) return null;
  const services = all(provider, 'SingleSignOnService');
  const service = services.find((one) => one.getAttribute('Binding') === REDIRECT);
  const keys = all(provider, 'KeyDescriptor').filter((key) => key.getAttribute('use') !== 'encryption');
  const certificates = keys
    .flatMap((key) => all(key, 'X509Certificate'))
    .map(({ textContent }) => pem(textContent ?? ''));
  return {
    'saml.idp_entity_id': entityId,
    'saml.sso_url': service?.getAttribute('Location') ?? '',
    'saml.certificate': [...new Set(certificates)].join(''),
  };
}

function pem(base64: string): string {
  const lines = base64.replaceAll(/\s+/g, '').match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
