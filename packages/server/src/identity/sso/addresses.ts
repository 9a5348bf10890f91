/**
 * The URLs of single sign-on: those of this service that identity providers need, and the check of a provider's URLs. The check
 * contacts nobody.
 */
import type { AddressRule } from '../../platform/outgoing/address-rule.ts';
import { addressIn, targetUrl } from '../../platform/outgoing/target-url.ts';

const LOOPBACK = '127.0.0.1';

/** Where OpenID providers send the browser back to. */
export function callbackUrl(serviceUrl: string): string {
  return `${serviceUrl}/auth/sso/callback`;
}

/** Where SAML providers post their responses to: the assertion consumer service. */
export function acsUrl(serviceUrl: string): string {
  return `${serviceUrl}/auth/sso/saml/acs`;
}

/** Where a browser begins a test log-in. @param token of the test */
export function testUrl(serviceUrl: string, token: string): string {
  return `${serviceUrl}/auth/sso/test?token=${token}`;
}

/** The name of this service at the SAML provider of an account, which is also the URL of its metadata. */
export function entityId(serviceUrl: string, accountId: string): string {
  return `${serviceUrl}/accounts/${accountId}/sso/metadata`;
}

/** Where a provider keeps the members of an account by SCIM. */
export function scimUrl(serviceUrl: string): string {
  return `${serviceUrl}/scim/v2`;
}

/** The problem with a URL of a provider, as a sentence that says what to do; null if the URL is accepted. */
export function addressProblem(text: string, rule: AddressRule): string | null {
  const { url, problem } = targetUrl(text, rule);
  if (problem !== undefined) return problem;
  if (url.protocol === 'https:' || rule.allows(addressIn(url) ?? loopbackOf(url))) return null;
  return `Use a URL that starts with https://; http:// is for addresses that the operator allowed in ${rule.setting}.`;
}

function loopbackOf({ hostname }: URL): string {
  return hostname === 'localhost' ? LOOPBACK : '';
}
