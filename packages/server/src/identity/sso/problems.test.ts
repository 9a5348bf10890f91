/** Reasons of refusals, as the product and its libraries word them, and the kind that each tells. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { problemKindOf } from './problems.ts';

it('tells what has to be mended from the reason of a refusal, in the words of our libraries too', () => {
  const kinds = {
    "the provider's configuration cannot be used: fetch failed": 'unreachable',
    'the provider responded with invalid_client': 'client',
    'the provider responded with access_denied': 'denied',
    'the provider responded with server_error': 'provider',
    'unexpected JWT "exp" (expiration time) claim value, expiration is past current timestamp': 'clock',
    'SAML assertion expired: clocks skewed too much': 'clock',
    'SAML assertion not yet valid': 'clock',
    'No valid subject confirmation found among those available in the SAML assertion': 'clock',
    'JWT signature verification failed': 'signature',
    'unexpected JWT "alg" header parameter': 'signature',
    'Invalid signature': 'signature',
    'unexpected JWT "aud" (audience) claim value': 'audience',
    'SAML assertion audience mismatch': 'audience',
    'the response is meant for another destination': 'audience',
    'unexpected JWT "iss" (issuer) claim value': 'issuer',
    'the response is from another issuer': 'issuer',
    "the provider's configuration names another issuer": 'issuer',
    'the response has no e-mail address, but key, iss, expired': 'email',
    'the connection was changed during the log-in': 'changed',
    'the log-in was started in another browser': 'changed',
    'unexpected ID Token "nonce" claim value': 'other',
  };
  const found = Object.fromEntries(Object.keys(kinds).map((reason) => [reason, problemKindOf(reason)]));
  assert.deepEqual(found, kinds);
});
