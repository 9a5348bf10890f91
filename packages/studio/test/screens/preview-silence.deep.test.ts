/** What Studio says of a page that shows nothing in a preview, or does not follow: which reason, and what the site has to add. */
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { PreviewSite } from '../harness/preview-site.ts';
import { describeScenes, type StudioScene } from '../harness/scene.ts';
import { type Filled, fill } from '../harness/shown-page.ts';
import { UNDER_POLICY } from '../harness/studio.ts';

const HALF_AN_HOUR_MS = 1_800_000;
const VIEWS = [
  { colorScheme: 'light', width: 1_280, direction: 'ltr' },
  { colorScheme: 'dark', width: 360, direction: 'ltr' },
] as const;

type Kind = NonNullable<Parameters<typeof PreviewSite.open>[1]>;

/** A case in which the site is of one kind. @param options of the browser, which keeps to policies unless axe is to look at it */
function itSays(
  reason: string,
  kind: Kind,
  run: (scene: StudioScene<Filled>, page: Page) => Promise<void>,
  options: BrowserContextOptions = UNDER_POLICY,
): void {
  const open = async (scene: StudioScene['given']) => fill(scene, await PreviewSite.open(scene, kind));
  const stage = { fill: open, options };
  describeScenes<Filled>(`a page in a preview that ${reason}`, stage, (it) => {
    it('is told of, with what helps', async (scene, test) => {
      test.after(() => scene.filled.site.close());
      await run(scene, await scene.showEntry('one?panel=preview'));
    });
  });
}

const FORBIDDING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'forbids frames by X-Frame-Options': { 'x-frame-options': 'DENY' },
  'forbids frames by its policy': { 'content-security-policy': "frame-ancestors 'none'" },
};

for (const [reason, headers] of Object.entries(FORBIDDING))
  itSays(reason, { headers }, async (scene, page) => {
    await page.getByText('Your site does not let its page be shown').waitFor();
    await page.getByText(`frame-ancestors 'self' ${scene.url}`).waitFor();
  });

itSays('lacks the script', { hasScript: false }, async (scene, page) => {
  const shown = page.frameLocator('iframe').frameLocator('iframe').locator('h1');
  await shown.waitFor();
  await page.getByText('The page does not take part').waitFor();
  await page.getByText(`<script type="module" src="${scene.url}/preview.js"></script>`).waitFor();
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.getByRole('textbox', { name: /^Title/ }).fill('Loaded anew');
  await shown.getByText('Loaded anew').waitFor();
  await page.getByText('The page does not take part').waitFor();
  await page.getByRole('button', { name: 'Do not show this again' }).click();
  await page.reload();
  await page.locator('iframe').waitFor();
  await page.clock.runFor(HALF_AN_HOUR_MS);
  assert.equal(await page.getByText('The page does not take part').count(), 0);
});

itSays(
  'says nothing',
  { hasScript: false },
  async (_, page) => {
    await page.getByText('The page does not take part').waitFor();
    await requireAccessible(page, 'preview-silent', VIEWS);
  },
  {},
);

const POLICY = { 'content-security-policy': "script-src 'self'" };
itSays('keeps the script out by its policy', { headers: POLICY }, async (_, page) => {
  await page.getByText('The page does not take part').waitFor();
  await page.getByText('add this address to its script-src').waitFor();
});

itSays('leads to another site', { leadsTo: (url) => url.replace('localhost', '127.0.0.1') }, async (_, page) => {
  await page.getByText('The page leads to another site').waitFor();
  await page.getByRole('link', { name: 'Set the preview address' }).waitFor();
});

itSays('cannot be reached until the site runs again', {}, async (scene, page) => {
  await page.getByText('Browse', { exact: true }).waitFor();
  await scene.filled.site.close();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByText('Your site does not answer').waitFor();
  await page.getByText(`Nothing answers at ${scene.filled.site.url}`).waitFor();
});
