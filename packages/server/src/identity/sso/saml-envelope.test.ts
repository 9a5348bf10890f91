/** The structure of a SAML response: what is read outside its assertion, and every structure that is rejected. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SsoRefusal } from './refusal.ts';
import { type Envelope, readEnvelope } from './saml-envelope.ts';

const P = 'urn:oasis:names:tc:SAML:2.0:protocol';
const A = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = '<p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>';
const AUDIENCES =
  '<a:Conditions><a:AudienceRestriction><a:Audience> https://a/b?c=1&amp;d=2 </a:Audience><a:Audience>two</a:Audience></a:AudienceRestriction></a:Conditions>';

function assertion(inside = AUDIENCES, id = 'i2'): string {
  return `<a:Assertion ID="${id}">${inside}</a:Assertion>`;
}

function response(inside: string, attributes = 'ID="i1" InResponseTo="r1" Destination="https://here/acs"'): string {
  return `<p:Response xmlns:p="${P}" xmlns:a="${A}" ${attributes}><a:Issuer> https://idp </a:Issuer>${inside}</p:Response>`;
}

const read = (xml: string): Envelope => readEnvelope(Buffer.from(xml).toString('base64'));
const good = response(SUCCESS + assertion());

test('a response says which request it answers, where it was sent, by whom and for whom', () => {
  assert.deepEqual(read(good), {
    inResponseTo: 'r1',
    destination: 'https://here/acs',
    issuer: 'https://idp',
    audiences: ['https://a/b?c=1&d=2', 'two'],
    problem: undefined,
  });
});

test('the values of attributes count apart from other elements, up to 500', () => {
  const values = (count: number) =>
    `<a:AttributeStatement><a:Attribute>${'<a:AttributeValue>g</a:AttributeValue>'.repeat(count)}</a:Attribute></a:AttributeStatement>`;
  assert.equal(read(response(SUCCESS + assertion(values(500)))).problem, undefined);
  assert.match(
    read(response(SUCCESS + assertion(values(501)))).problem?.reason ?? '',
    /more than 500 attribute values/,
  );
});

test('base64 with line breaks is read', () => {
  const encoded = Buffer.from(good).toString('base64').replaceAll(/.{60}/g, '$&\r\n');
  assert.equal(readEnvelope(encoded).problem, undefined);
});

const SIGNED = (method: string) =>
  `<Signature><SignedInfo><SignatureMethod Algorithm="${method}"/></SignedInfo></Signature>`;

describe('a response of another shape still tells which log-in it belongs to, and is refused', () => {
  const shapes: readonly (readonly [string, string, RegExp])[] = [
    ['no assertion', response(SUCCESS), /no assertion/],
    ['no status', response(assertion()), /responded with undefined/],
    ['a failure', response(`${SUCCESS.replace('Success', 'AuthnFailed')}${assertion()}`), /responded with AuthnFailed/],
    ['two assertions', response(SUCCESS + assertion() + assertion(AUDIENCES, 'i3')), /several elements/],
    ['an assertion inside another', response(SUCCESS + assertion(assertion('', 'i3'))), /Assertion at/],
    ['a response inside', response(`${SUCCESS}<p:Response ID="x"/>${assertion()}`), /Response at/],
    ['an assertion in an extension', response(`${SUCCESS}<p:Extensions>${assertion()}</p:Extensions>`), /Assertion at/],
    ['an encrypted assertion', response(`${SUCCESS}<a:EncryptedAssertion/>`), /EncryptedAssertion at/],
    ['a signed object', response(`${SUCCESS}<Signature><Object/></Signature>${assertion()}`), /Object at/],
    ['a signature in the wrong place', response(`${SUCCESS}<x><Signature/></x>${assertion()}`), /Signature at/],
    ['one id twice', response(SUCCESS + assertion(AUDIENCES, 'i1')), /id appears twice/],
    ['one id twice in another case', response(`${SUCCESS}<x Id="i2"/>${assertion()}`), /id appears twice/],
    ['SHA-1', response(SUCCESS + assertion(SIGNED('http://www.w3.org/2000/09/xmldsig#rsa-sha1'))), /use SHA-256/],
    ['an HMAC', response(SUCCESS + assertion(SIGNED('http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'))), /SHA-256/],
    ['a comment', response(`${SUCCESS}${assertion('<a:Issuer>a<!-- -->b</a:Issuer>')}`), /a comment/],
    ['a CDATA section', response(`${SUCCESS}${assertion('<![CDATA[x]]>')}`), /a cdata/],
    ['a processing instruction', response(`${SUCCESS}<?x y?>${assertion()}`), /processinginstruction/],
    ['an entity of its own', response(`${SUCCESS}&own;${assertion()}`), /well-formed/],
    ['another one behind it', good + good, /well-formed/],
    ['no end', good.slice(0, -5), /well-formed/],
    ['a foreign assertion', response(SUCCESS + assertion()).replace(`a="${A}"`, 'a="urn:other"'), /namespace/],
    ['too many elements', response(SUCCESS + '<x/>'.repeat(400) + assertion()), /too many elements/],
    ['too deep elements', response(`${SUCCESS}${'<x>'.repeat(40)}${'</x>'.repeat(40)}`), /too many elements/],
    [
      'too many attributes',
      response(
        `${SUCCESS}${Array.from(
          { length: 300 },
          (_, at) =>
            `<x ${'abcdefghi'
              .split('')
              .map((name) => `${name}${at}=""`)
              .join(' ')}/>`,
        ).join('')}`,
      ),
      /too many attributes/,
    ],
    ...['constructor', 'toString', '__proto__', 'hasOwnProperty'].map(
      (name) =>
        [`an element named ${name} and no assertion`, response(`${SUCCESS}<${name}/>`), /no assertion/] as const,
    ),
  ];
  for (const [what, xml, reason] of shapes)
    test(what, () => {
      const { inResponseTo, problem } = read(xml);
      assert.equal(inResponseTo, 'r1');
      assert.match(problem?.reason ?? '', reason);
    });
});

describe('what cannot even be read is refused', () => {
  const unreadable: readonly (readonly [string, string, RegExp])[] = [
    ['no base64', '<xml>', /not base64/],
    ['nothing', '', /not base64/],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x3c]).toString('base64'), /not UTF-8/],
    ['too large', Buffer.alloc(131_073, 0x20).toString('base64'), /too large/],
    ['a document type', Buffer.from(`<!DOCTYPE x>${good}`).toString('base64'), /a doctype/],
    ['text alone', Buffer.from('hello').toString('base64'), /well-formed/],
    [
      'a response that answers nothing',
      Buffer.from(response(SUCCESS, 'ID="i1"')).toString('base64'),
      /belongs to no request/,
    ],
  ];
  for (const [what, encoded, reason] of unreadable)
    test(what, () => {
      assert.throws(
        () => readEnvelope(encoded),
        (error) => error instanceof SsoRefusal && reason.test(error.reason),
      );
    });

  test('another document is no response', () => {
    assert.match(read('<x InResponseTo="r"/>').problem?.reason ?? '', /no SAML response/);
    assert.match(read(`<Response xmlns="urn:x" InResponseTo="r"/>`).problem?.reason ?? '', /namespace/);
  });
});
