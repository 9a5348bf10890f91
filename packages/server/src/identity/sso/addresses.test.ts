/** Which URLs of an identity provider are accepted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressRule } from '../../platform/outgoing/address-rule.ts';
import { acsUrl, addressProblem, callbackUrl, entityId } from './addresses.ts';

const strict = new AddressRule([], 'LECTERN_SSO_ALLOW');
const lenient = new AddressRule(['127.0.0.1', '10.1.0.0/16'], 'LECTERN_SSO_ALLOW');

const accepted: readonly (readonly [string, AddressRule])[] = [
  ['https://id.example.com', strict],
  ['https://id.example.com:8443/realms/a', strict],
  ['https://93.184.216.34/x', strict],
  ['http://127.0.0.1:9000/idp', lenient],
  ['http://localhost:9000/idp', lenient],
  ['http://10.1.2.3/idp', lenient],
  ['https://10.1.2.3/idp', lenient],
];
for (const [url, rule] of accepted)
  test(`${url} is accepted${rule === lenient ? ' where it is allowed' : ''}`, () =>
    assert.equal(addressProblem(url, rule), null));

const refused: readonly (readonly [string, AddressRule])[] = [
  ['http://id.example.com', strict],
  ['http://id.example.com', lenient],
  ['http://localhost/idp', strict],
  ['https://127.0.0.1/idp', strict],
  ['https://169.254.169.254/latest', strict],
  ['https://0x7f.1', strict],
  ['https://192.168.1.1', strict],
  ['https://[::1]/idp', strict],
  ['https://[::ffff:169.254.169.254]/latest', strict],
  ['https://id.example.com#part', strict],
  ['https://id.example.com:22', strict],
  ['file:///etc/passwd', strict],
  ['https://2130706433/idp', strict],
  ['http://10.2.0.1/idp', lenient],
  ['ftp://id.example.com', strict],
  ['javascript:alert(1)', strict],
  ['id.example.com', strict],
  ['', strict],
  ['https://ann:secret@id.example.com', strict],
];
for (const [url, rule] of refused)
  test(`"${url}" is refused with what to do${rule === lenient ? ', whatever else is allowed' : ''}`, () =>
    assert.match(addressProblem(url, rule) ?? '', /^[A-Z].+\.$/));

test('providers are told URLs below that of the service', () => {
  assert.equal(callbackUrl('https://cms.example'), 'https://cms.example/auth/sso/callback');
  assert.equal(acsUrl('https://cms.example/base'), 'https://cms.example/base/auth/sso/saml/acs');
  assert.equal(entityId('https://cms.example', 'acc_1'), 'https://cms.example/accounts/acc_1/sso/metadata');
});
