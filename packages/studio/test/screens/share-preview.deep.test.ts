/** Sharing a preview: a link is made at an entry and at a release, opened by a stranger, found again, and revoked. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { field, type Scene } from '../../../testing/src/given.ts';
import { describeScenes, type StudioScene } from '../harness/scene.ts';

const PASSWORD = 'lanterns by the sea';
const VIEWS = [
  { colorScheme: 'light', width: 1_280, direction: 'ltr' },
  { colorScheme: 'dark', width: 360, direction: 'ltr' },
] as const;

interface Filled {
  readonly site: Server;
  readonly other: Server;
  /** What the site was asked with, and the other site. */
  readonly asked: IncomingMessage[];
  /** Id of the release. */
  readonly release: string;
}

/** A site whose pages link to another one, a page of it as a draft, and a release that changes it. */
async function fill({ owner, base, url, read }: Scene): Promise<Filled> {
  const asked: IncomingMessage[] = [];
  const other = await serve(async (request) => {
    asked.push(request);
    return 'Elsewhere';
  });
  const site = await serve(async (request) => {
    asked.push(request);
    const { pathname, searchParams } = new URL(`http://site${request.url}`);
    const headers = { authorization: `Bearer ${searchParams.get('preview')}` };
    const found = await fetch(`${url}${read}/entries?slug=${pathname.slice(1)}`, { headers });
    const { items } = (await found.json()) as { items?: readonly { fields: { title: string } }[] };
    return `<h1>${items?.[0]?.fields.title ?? `None: ${found.status}`}</h1><a href="${urlOf(other)}/out">Out</a>`;
  });
  const page = {
    api_id: 'page',
    name: 'Page',
    display_field: 'title',
    slug_field: 'slug',
    preview_url: `${urlOf(site)}/{slug}?preview={preview}`,
    fields: [field('title', 'string', { name: 'Title' }), field('slug', 'slug', { name: 'Slug' })],
  };
  await owner.post(`${base}/content-types`, page, 201);
  const fields = { title: 'Coast', slug: 'coast' };
  await owner.post(`${base}/entries`, { content_type_id: 'page', key: 'one', fields }, 201);
  const release = (await owner.post(`${base}/change-sets`, { name: 'Summer' }, 201)).string('id');
  await owner.patch(`${base}/entries/one?change_set=${release}`, { fields: { title: 'Island', slug: 'island' } }, 200);
  return { site, other, asked, release };
}

async function serve(bodyOf: (request: IncomingMessage) => Promise<string>): Promise<Server> {
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Site</title><link rel="icon" href="data:,">${await bodyOf(request)}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describeScenes('sharing a preview', { fill }, (inScene) => {
  const it = (title: string, run: (scene: StudioScene<Filled>) => Promise<void>) =>
    inScene(title, (scene, test) => {
      test.after(() => {
        for (const server of [scene.filled.site, scene.filled.other]) {
          server.closeAllConnections();
          server.close();
        }
      });
      return run(scene);
    });
  const askToShare = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Share a preview…' }).click();
    await page.getByRole('dialog', { name: 'Share a preview' }).waitFor();
  };
  const linkIn = async (page: Page) => {
    await page.getByRole('button', { name: 'Make the link' }).click();
    return (await page.getByLabel('Preview link', { exact: true }).textContent()) ?? '';
  };
  /** Somebody who has never been in Studio. */
  const stranger = async (page: Page) => {
    const context = await page.context().browser()?.newContext();
    return (await context?.newPage()) ?? assert.fail();
  };

  it('shows an entry to a stranger, whose browser passes on neither link nor token, until it is revoked', async (scene) => {
    const page = await scene.showEntry('one');
    await askToShare(page);
    await requireAccessible(page, 'share-preview', VIEWS);
    await page.setViewportSize({ width: 1_440, height: 900 });
    const link = await linkIn(page);
    await requireAccessible(page, 'shared-preview', VIEWS);
    await page.setViewportSize({ width: 1_440, height: 900 });
    const visitor = await stranger(page);
    await visitor.goto(link);
    await visitor.getByRole('heading', { name: 'Coast' }).waitFor();
    await visitor.getByRole('link', { name: 'Out' }).click();
    await visitor.getByText('Elsewhere').waitFor();
    const referers = scene.filled.asked.map(({ headers }) => headers.referer ?? '');
    assert.equal(referers.length >= 2, true);
    for (const referer of referers) assert.doesNotMatch(referer, /cms_|preview/);
    await page.getByRole('link', { name: 'Find it again, or revoke it' }).click();
    const drawer = page.getByRole('dialog', { name: 'Preview link' });
    await drawer.getByText(link).waitFor();
    await requireAccessible(page, 'preview-link-drawer', VIEWS);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await drawer.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No preview links yet').waitFor();
    await visitor.goto(link);
    await visitor.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await visitor.context().close();
  });

  it('shows what a release makes of its pages, after the password', async (scene) => {
    const page = await scene.show(`${scene.path}/releases/${scene.filled.release}`);
    await askToShare(page);
    await page.getByLabel('Password (optional)').fill(PASSWORD);
    const link = await linkIn(page);
    const visitor = await stranger(page);
    await visitor.goto(link);
    await requireAccessible(visitor, 'preview-link-password', VIEWS);
    await visitor.getByLabel('Password').fill('not the password');
    await visitor.getByRole('button', { name: 'Open the preview' }).click();
    await visitor.getByText('This is not the password of the link.').waitFor();
    await visitor.getByLabel('Password').fill(PASSWORD);
    await visitor.getByRole('button', { name: 'Open the preview' }).click();
    await visitor.getByRole('heading', { name: 'Island' }).waitFor();
    await visitor.context().close();
  });
});
