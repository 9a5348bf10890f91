/** Which addresses and URLs requests may be sent to: no known way into a private network, and every public address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AddressRule } from './address-rule.ts';
import { isPrivateName, targetUrl } from './target-url.ts';

const rule = new AddressRule([]);

/** Addresses that lead somewhere private, or nowhere. */
const hostileAddresses = [
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private, its end'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.255', 'carrier-grade NAT, its end'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback, its end'],
  ['169.254.169.254', 'cloud metadata'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private, its end'],
  ['192.0.0.170', 'NAT64 discovery'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.0.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'compatible loopback'],
  ['::ffff:127.0.0.1', 'mapped loopback'],
  ['::ffff:7f00:1', 'mapped loopback in hexadecimal'],
  ['::ffff:a9fe:a9fe', 'mapped metadata'],
  ['::ffff:0:127.0.0.1', 'translated loopback'],
  ['64:ff9b::7f00:1', 'NAT64 loopback'],
  ['64:ff9b::a9fe:a9fe', 'NAT64 metadata'],
  ['64:ff9b:1::a00:1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:0:7f00:1::', 'Teredo with a server'],
  ['2001:10::1', 'ORCHID'],
  ['2001:20::1', 'ORCHIDv2'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4 loopback'],
  ['2002:a9fe:a9fe::1', '6to4 metadata'],
  ['3fff::1', 'documentation'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['4000::1', 'not assigned'],
  ['', 'nothing'],
  ['example.com', 'no address'],
  ['127.1', 'a shortened address'],
] as const;

const publicAddresses = ['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.255.255'];
publicAddresses.push('172.32.0.0', '192.167.255.255', '223.255.255.255', '2606:4700::1111', '2a00:1450::1');
publicAddresses.push('::ffff:1.1.1.1', '2001:4860:4860::8888', '3ffe::1');

/** URLs that the URL parser resolves to one of the addresses above, and other forbidden ones. */
const hostileUrls = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http://0.0.0.0:8080/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[::127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://[fd00:ec2::254]/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://[fe80::1]/',
  'http://user@example.com/',
  'http://user:password@example.com/',
  'http://:password@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://example.com/',
  'http://example.com:22/',
  'http://example.com:25/',
  'http://example.com:6379/',
  'http://example.com:11211/',
  'http://example.com/#fragment',
  'example.com',
  '//example.com/',
  '',
  'http://',
  'http://exa mple.com/',
  'http://example.com:99999/',
];

describe('the rule of addresses', () => {
  for (const [address, what] of hostileAddresses) {
    it(`refuses ${address === '' ? 'an empty text' : address} (${what})`, () =>
      assert.equal(rule.permits(address), false));
  }

  for (const address of publicAddresses) {
    it(`permits ${address}`, () => assert.equal(rule.permits(address), true));
  }

  it('permits what the operator allowed, in any notation, and nothing else', () => {
    const named = new AddressRule(['127.0.0.1', '10.1.0.0/16', 'fd00::/8', '::ffff:192.168.1.0/120']);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', 'fd12::1', '192.168.1.77', '1.1.1.1'])
      assert.equal(named.permits(address), true, address);
    for (const address of ['127.0.0.2', '10.2.0.0', '::1', 'fc00::1', '192.168.2.1', '64:ff9b::7f00:1'])
      assert.equal(named.permits(address), false, address);
  });
});

describe('the rule of URLs', () => {
  for (const url of hostileUrls) {
    it(`refuses ${url === '' ? 'an empty text' : url}`, () => {
      const { problem } = targetUrl(url, rule);
      assert.match(String(problem), /\.$/);
    });
  }

  it('accepts http and https, with ports for web servers', () => {
    for (const url of [
      'https://example.com/a?b=c',
      'http://example.com',
      'https://EXAMPLE.com:8443/',
      'http://1.1.1.1/',
    ])
      assert.equal(targetUrl(url, rule).problem, undefined, url);
  });

  it('recognises names that only exist in private networks', () => {
    for (const name of ['localhost', 'localhost.', 'metadata', 'a.internal', 'metadata.google.internal.', 'x.LOCAL'])
      assert.ok(isPrivateName(name), name);
    for (const name of ['example.com', 'internal.example.com', 'a.locals']) assert.ok(!isPrivateName(name), name);
  });
});
