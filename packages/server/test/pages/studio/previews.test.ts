/**
 * Previews: the address that a content type and an entry give, and the frame that shows it. In a real browser, on a page
 * with the policy of Studio: the site is shown, and no other host is.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { closeConnections, send } from '../../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../../testing/src/engines.ts';
import { createEntry, field, given, joinAs, type Scene, signUp } from '../../../../testing/src/given.ts';
import { startChromium, type TestBrowser } from '../../../../testing/src/people/chromium.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { PreviewFrames } from '../../../src/content/entries/preview-frames.ts';

const WAIT_MS = 20_000;
const HOUR_MS = 3_600_000;

describeFirstEngine('previews', (engine) => {
  let service: TestService;
  let scene: Scene;
  let site: Server;
  let siteUrl: string;
  let entry: string;
  before(async () => {
    service = await startService({ engine }, { studioFolder: emptyStudio() });
    scene = await given(service.url);
    site = createServer((_request, response) => response.end('<h1>The site</h1>')).listen(0, '127.0.0.1');
    await once(site, 'listening');
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await scene.owner.post(`${scene.space}/locales`, { code: 'de' }, 201);
    const type = {
      name: 'Page',
      display_field: 'title',
      slug_field: 'slug',
      preview_url: `${siteUrl}/{locale}/{slug}?key={key}&token={preview}`,
      fields: [field('title', 'string'), field('slug', 'slug', { localized: true })],
    };
    await scene.owner.put(`${scene.base}/content-types/page`, type, 201);
    await scene.owner.put(`${scene.base}/content-types/note`, { name: 'Note', fields: [] }, 201);
    const fields = { title: 'Tide', slug: { 'en-US': 'tide', de: 'gezeiten' } };
    entry = await createEntry(scene.owner, scene.base, { content_type_id: 'page', key: 'tide', fields });
  });
  after(async () => {
    closeConnections();
    await service.close();
    await new Promise((resolve) => site.close(resolve));
  });

  it('are the template of the content type, filled in for a locale', async () => {
    const viewer = (await joinAs(scene.member, 'viewer')).actor;
    const preview = async (query = '') => viewer.get(`/entries/${entry}/preview${query}`, 200);
    for (const [query, path] of [
      ['', 'en-US/tide'],
      ['?locale=de', 'de/gezeiten'],
    ] as const) {
      const { url, token } = (await preview(query)).json as Record<string, string>;
      assert.equal(url, `${siteUrl}/${path}?key=tide&token=${token}`);
    }
    const refused = await viewer.get(`/entries/${entry}/preview?locale=fr`, 422);
    assert.deepEqual(refused.each('detail.errors', 'path'), ['query.locale']);
    for (const type of ['page', 'note']) {
      const id = await createEntry(scene.owner, scene.base, { content_type_id: type, fields: {} });
      const bare = await viewer.get(`/entries/${id}/preview`, 200);
      assert.deepEqual([bare.at('url'), bare.at('frame_url')], [null, null], `${type} without slug`);
    }
    await (await signUp(service.url)).actor.get(`/entries/${entry}/preview`, 404);
  });

  /** What a browser sends with it where a page of Studio has it in a frame. */
  const inFrame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };

  it('are shown by a token that nobody can make, for an hour', async () => {
    const given = (await scene.owner.get(`/entries/${entry}/preview`, 200)).string('frame_url');
    const page = await send(service.url, 'GET', `/studio/${given}`, { headers: inFrame });
    assert.equal(page.status, 200);
    assert.match(String(page.headers['content-security-policy']), new RegExp(`frame-src ${RegExp.escape(siteUrl)};`));
    for (const token of [
      '',
      '?token=',
      `?token=${Buffer.from('["https://evil.example",9e15]').toString('base64url')}`,
      `${given.slice(5, -4)}AAAA`,
    ]) {
      const refused = await send(service.url, 'GET', `/studio/frame${token}`, { headers: inFrame });
      assert.deepEqual([refused.status, refused.text.includes('<iframe')], [404, false]);
      assert.match(String(refused.headers['content-security-policy']), /frame-src 'none'/);
    }
    const frames = new PreviewFrames('a secret');
    const frame = { url: 'https://www.example.com/', sessionId: 'ses_a' };
    const token = frames.seal(frame, HOUR_MS) ?? '';
    assert.deepEqual(frames.open(token, HOUR_MS - 1), frame);
    assert.equal(frames.open(token, HOUR_MS), undefined);
    assert.equal(new PreviewFrames('another secret').open(token, 0), undefined);
  });

  it('are shown in a frame of Studio alone, while the session that asked lasts, and to no key', async () => {
    const member = await joinAs(scene.member, 'viewer');
    const given = (await member.actor.get(`/entries/${entry}/preview`, 200)).string('frame_url');
    const shows = async (headers: Record<string, string>) => {
      const page = await send(service.url, 'GET', `/studio/${given}`, { headers });
      return page.status === 200 && page.text.includes('<iframe');
    };
    const elsewhere: readonly Record<string, string>[] = [
      {},
      { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
      { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-dest': 'object', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of elsewhere) assert.equal(await shows(headers), false, JSON.stringify(headers));
    assert.equal(await shows(inFrame), true);
    await member.actor.send('DELETE', '/auth/sessions');
    assert.equal(await shows(inFrame), false);
    assert.equal((await scene.management.get(`/entries/${entry}/preview`, 200)).at('frame_url'), null);
  });

  it('are the only sites that a page of Studio can show', async () => {
    const chromium: TestBrowser = await startChromium();
    try {
      const page = await chromium.browser.newPage();
      const blocked: string[] = [];
      page.on('console', (message) => blocked.push(message.text()));
      await page.goto(`${service.url}/studio/spaces`);
      const show = (url: string) =>
        page.evaluate(`{
          const frame = document.createElement('iframe');
          frame.src = ${JSON.stringify(url)};
          document.body.replaceChildren(frame);
        }`);
      const given = (await scene.owner.get(`/entries/${entry}/preview`, 200)).string('frame_url');
      await show(`/studio/${given}`);
      const shown = page.frameLocator('iframe').frameLocator('iframe').locator('h1');
      await shown.waitFor({ timeout: WAIT_MS });
      assert.equal(await shown.textContent(), 'The site');
      assert.deepEqual(blocked, []);
      const refusal = page.waitForEvent('console', {
        predicate: (message) => /frame-src/.test(message.text()),
        timeout: WAIT_MS,
      });
      await show(siteUrl);
      await refusal;
    } finally {
      await chromium.close();
    }
  });
});

function emptyStudio(): string {
  const folder = temporaryFolder('studio');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content=""><link rel="icon" href="data:,">',
  );
  return folder;
}
