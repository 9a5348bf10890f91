/** Studio as the service serves it: its page with its policy, its files as they were built, and who is sent to it. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { browserBundle } from '../../../../build/src/browser-bundle.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { createService, type Service } from '../../../src/app.ts';
import { readConfig } from '../../../src/platform/config/config.ts';

/** What a site pays for a preview. */
const PAGE_SCRIPT_BYTES_MAX = 4 * 1024;
const SCRIPT = 'console.log("studio");\n'.repeat(200);
const PAGE = `<!doctype html><html><head><meta name="csp-nonce" content="">
<script type="module" src="/studio/assets/start-1a2b.js"></script></head><body></body></html>`;
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A folder as the build of Studio leaves it. */
function builtStudio(): string {
  const folder = temporaryFolder('studio');
  write(folder, 'index.html', PAGE);
  write(folder, 'assets/start-1a2b.js', SCRIPT);
  write(folder, 'assets/start-1a2b.js.br', brotliCompressSync(SCRIPT));
  write(folder, 'assets/start-1a2b.js.gz', gzipSync(SCRIPT));
  write(folder, 'assets/small-3c4d.css', 'body{}');
  write(folder, 'icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write(folder, '.sources', 'of the build alone');
  return folder;
}

function write(folder: string, name: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

function start(studioFolder: string, variables: Record<string, string> = {}): Promise<Service> {
  const base = { LECTERN_DATA_DIR: temporaryFolder('studio-data'), LECTERN_LOG_LEVEL: 'silent' };
  return createService(readConfig({ ...base, ...variables }), { checkResponses: true, studioFolder });
}

describe('Studio', () => {
  const folder = builtStudio();
  let service: Service;
  before(async () => {
    service = await start(folder, {
      LECTERN_PUBLIC_URL: 'https://cms.example.com',
      LECTERN_S3_BUCKET: 'media',
      LECTERN_S3_PUBLIC_URL: 'https://media.example.net/files',
    });
  });
  after(() => service.close());
  const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers });

  it('is one page at every path without a file, with a fresh nonce in the page and in its policy', async () => {
    const nonces = new Set<string>();
    for (const url of ['/studio', '/studio/', '/studio/spaces/spc_1/entries?status=draft', '/studio/index.html']) {
      const { statusCode, headers, body } = await get(url, HTML);
      assert.equal(statusCode, 200, url);
      assert.equal(headers['cache-control'], 'no-store');
      const nonce = /<meta name="csp-nonce" content="([^"]{20,})">/.exec(body)?.[1] ?? 'none';
      assert.match(
        String(headers['content-security-policy']),
        new RegExp(`style-src 'self' 'nonce-${RegExp.escape(nonce)}';`),
      );
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 4);
    assert.equal((await service.app.inject({ method: 'HEAD', url: '/studio/' })).statusCode, 200);
  });

  it('says that the first account is awaited until somebody has signed up, and nothing else of the installation', async () => {
    const told = async () =>
      (await get('/studio', HTML)).body.includes('<meta name="first-account" content="awaited">');
    assert.equal(await told(), true);
    const payload = { email: 'ada@example.com', password: 'a quiet harbour 5 wide', name: 'Ada' };
    const { statusCode } = await service.app.inject({ method: 'POST', url: '/auth/signup', payload });
    assert.deepEqual([statusCode, await told()], [201, false]);
  });

  it('may load its own files and the media of the installation, and be framed by nobody', async () => {
    const { headers } = await get('/studio', HTML);
    const policy = String(headers['content-security-policy']).split('; ');
    const hosts = 'https://cms.example.com https://media.example.net';
    assert.deepEqual(
      policy.filter((part) => !part.startsWith('style-src')),
      [
        "default-src 'none'",
        "script-src 'self'",
        `img-src 'self' data: blob: ${hosts}`,
        `media-src 'self' blob: ${hosts}`,
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ],
    );
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

  it('sends files in the best form that was built, and has those with a hash kept for good', async () => {
    const url = '/studio/assets/start-1a2b.js';
    for (const [accepted, coding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'], coding, accepted);
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers.vary, 'Accept-Encoding');
      assert.equal(unpack(rawPayload).toString(), SCRIPT);
    }
    const small = await get('/studio/assets/small-3c4d.css', { 'accept-encoding': 'br' });
    assert.deepEqual([small.headers['content-encoding'], small.body], [undefined, 'body{}']);
    assert.match(String((await get('/studio/icon.svg')).headers['cache-control']), /^public, max-age=3600$/);
  });

  it('has the script of previews for pages of any origin, kept and asked for again, in at most 4 KB', async () => {
    assert.equal((await get('/preview.js')).statusCode, 404);
    const module = join(import.meta.dirname, '../../../../studio/src/page-script/preview.ts');
    const [script = { code: '', imports: ['nothing'] }, ...others] = await browserBundle(module);
    assert.deepEqual([script.imports, others], [[], []]);
    write(folder, 'preview.js', script.code);
    utimesSync(join(folder, 'index.html'), 500, 500);
    const { statusCode, headers, rawPayload } = await get('/preview.js', { 'accept-encoding': 'gzip' });
    assert.deepEqual([statusCode, headers['access-control-allow-origin']], [200, '*']);
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.match(String(headers['cache-control']), /^public, max-age=3600, stale-while-revalidate=\d{7}$/);
    assert.equal(gunzipSync(rawPayload).toString(), script.code);
    assert.ok(rawPayload.length <= PAGE_SCRIPT_BYTES_MAX, `${rawPayload.length} bytes`);
    const again = await get('/preview.js', { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  });

  it('sends nothing that the build did not make for browsers', async () => {
    assert.equal((await get('/studio/assets/start-0000.js')).statusCode, 404);
    for (const path of ['.sources', '..%2f..%2fpackage.json', '%2e%2e/package.json', 'assets/..%2f.sources']) {
      const { body } = await get(`/studio/${path}`);
      assert.doesNotMatch(body, /of the build alone|workspaces/, path);
    }
    const post = await service.app.inject({ method: 'POST', url: '/studio/spaces' });
    assert.deepEqual([post.statusCode, post.headers.allow], [405, 'GET']);
  });

  it('is where browsers get that open the service, and programs are sent to the reference', async () => {
    for (const [headers, location] of [
      [HTML, 'studio'],
      [{ accept: '*/*' }, 'docs'],
      [{}, 'docs'],
    ] as const) {
      const response = await get('/', headers);
      assert.deepEqual([response.statusCode, response.headers.location], [302, location]);
      assert.equal(response.headers.vary, 'Accept');
    }
  });

  it('is served anew once it is built anew, without a start', async () => {
    write(folder, 'assets/start-9z9z.js', SCRIPT);
    assert.equal((await get('/studio/assets/start-9z9z.js')).statusCode, 404);
    write(folder, 'index.html', PAGE.replace('1a2b', '9z9z'));
    utimesSync(join(folder, 'index.html'), 1_000, 1_000);
    assert.match((await get('/studio')).body, /start-9z9z\.js/);
    assert.equal((await get('/studio/assets/start-9z9z.js')).statusCode, 200);
  });

  it('has no file of the build before as soon as it is built anew, whatever is asked for first', async () => {
    rmSync(join(folder, 'assets/start-9z9z.js'));
    write(folder, 'assets/start-7x7x.js', SCRIPT);
    utimesSync(join(folder, 'index.html'), 2_000, 2_000);
    assert.equal((await get('/studio/assets/start-9z9z.js')).statusCode, 404);
    assert.equal((await get('/studio/assets/start-7x7x.js')).statusCode, 200);
  });

  it('says how to build it where it is not, or is something else', async () => {
    rmSync(join(folder, 'index.html'));
    for (const page of [undefined, '<!doctype html><title>Something else</title>']) {
      if (page !== undefined) write(folder, 'index.html', page);
      const { statusCode, headers, body } = await get('/studio/spaces', HTML);
      assert.equal(statusCode, 503);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(body, /Studio is not built.*scripts\/build/s);
    }
  });
});

describe('without Studio', () => {
  it('nothing is there, and everybody is sent to the reference', async () => {
    const service = await start(builtStudio(), { LECTERN_STUDIO: 'off' });
    try {
      for (const url of ['/studio', '/studio/spaces', '/studio/assets/start-1a2b.js'])
        assert.equal((await service.app.inject({ url, headers: HTML })).statusCode, 404, url);
      const { headers } = await service.app.inject({ url: '/', headers: HTML });
      assert.deepEqual([headers.location, headers.vary], ['docs', undefined]);
    } finally {
      await service.close();
    }
  });
});
