/** The examples that AWS publishes of Signature Version 4 for S3, and what a store must refuse. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSignature, type WireRequest } from './request-signature.ts';

const KEY = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const NO_BODY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const PLAIN = 'host;x-amz-content-sha256;x-amz-date';

const examples = {
  'GET of a range': example('GET', '/test.txt', {
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    names: 'host;range;x-amz-content-sha256;x-amz-date',
    headers: { range: 'bytes=0-9' },
  }),
  'PUT of an object': example('PUT', '/test$file.text', {
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    names: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
  }),
  'GET of a setting': example('GET', '/?lifecycle', {
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    names: PLAIN,
  }),
  'GET of a list': example('GET', '/?max-keys=2&prefix=J', {
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    names: PLAIN,
  }),
};

interface Signed {
  readonly signature: string;
  readonly names: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function example(method: string, url: string, { signature, names, headers = {} }: Signed): WireRequest {
  const scope = `${KEY.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
  return {
    method,
    url,
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': NO_BODY,
      'x-amz-date': '20130524T000000Z',
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=${signature}`,
    },
  };
}

describe('the signature of a request', () => {
  for (const [name, request] of Object.entries(examples)) {
    it(`is that of the published example: ${name}`, () => assert.equal(checkSignature(request, KEY), 'signed'));

    it(`does not hold for anything else: ${name}`, () => {
      const { method, url, headers } = request;
      const others: WireRequest[] = [
        { method: 'DELETE', url, headers },
        { method, url: `${url}x`, headers },
        { method, url, headers: { ...headers, host: 'other.s3.amazonaws.com' } },
        { method, url, headers: { ...headers, 'x-amz-date': '20130524T000001Z' } },
      ];
      for (const other of others) assert.equal(checkSignature(other, KEY), 'SignatureDoesNotMatch');
      assert.equal(checkSignature(request, { ...KEY, secretAccessKey: 'another' }), 'SignatureDoesNotMatch');
      assert.equal(checkSignature(request, { ...KEY, accessKeyId: 'another' }), 'InvalidAccessKeyId');
    });
  }

  it('covers what a request says it does, or is none', () => {
    const request = examples['GET of a list'];
    const more = { ...request, headers: { ...request.headers, 'x-amz-acl': 'public-read' } };
    assert.equal(checkSignature(more, KEY), 'AccessDenied');
    const { authorization: _, ...rest } = request.headers;
    assert.equal(checkSignature({ ...request, headers: rest }, KEY), 'anonymous');
    assert.equal(
      checkSignature({ ...request, headers: { ...rest, authorization: 'Basic eDp5' } }, KEY),
      'AccessDenied',
    );
  });
});
