/** What libraries and providers say of a log-in, and the kind of problem that it is. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { kindOfCode, kindOfLibrary } from './problems.ts';

it('tells what has to be fixed from the words of libraries, which give no code', () => {
  const kinds = {
    'unexpected JWT "exp" (expiration time) claim value, expiration is past current timestamp': 'clock',
    'SAML assertion expired: clocks skewed too much': 'clock',
    'SAML assertion not yet valid': 'clock',
    'No valid subject confirmation found among those available in the SAML assertion': 'clock',
    'JWT signature verification failed': 'signature',
    'unexpected JWT "alg" header parameter': 'signature',
    'Invalid signature': 'signature',
    'unexpected JWT "aud" (audience) claim value': 'audience',
    'SAML assertion audience mismatch': 'audience',
    'unexpected JWT "iss" (issuer) claim value': 'issuer',
    'unexpected ID Token "nonce" claim value': 'other',
  };
  const found = Object.fromEntries(Object.keys(kinds).map((reason) => [reason, kindOfLibrary(reason)]));
  assert.deepEqual(found, kinds);
});

it('tells what has to be fixed from the code of a provider', () => {
  assert.equal(kindOfCode('invalid_client'), 'client');
  assert.equal(kindOfCode('access_denied'), 'denied');
  assert.equal(kindOfCode('server_error'), 'provider');
  // Whoever leads a browser back can write any code.
  assert.equal(kindOfCode('constructor'), 'provider');
});
