/**
 * The preview of a new site beside the form of Studio, from packed tarballs, for each framework, in a browser that keeps no cookies of other
 * sites: a click leads to the field, the page follows what is written and stays where it is. With and without names of
 * values in the page; how soon is printed. Packages of frameworks come from the registry of npm.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { focusedField, showBeside, watchTyping } from '../../studio/test/harness/page-beside.ts';
import { Studio } from '../../studio/test/harness/studio.ts';
import { describeFirstEngine } from '../../testing/src/engines.ts';
import { type Member, signUp } from '../../testing/src/given.ts';
import { freePort } from '../../testing/src/servers/free-port.ts';
import { removeFolder, temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { until } from '../../testing/src/until.ts';
import { type Framework, frameworks } from '../src/site-files.ts';
import { createSite, packAll } from './created-site.ts';
import { runNpm, type SiteProcess, startSite } from './site-process.ts';

const ARTICLE = 'winter-light';
const UNTOUCHED = 'reading-the-tide';
/** In which the page of an article can be scrolled. */
const LOW = { width: 1_440, height: 560 };
const SCROLLED_PIXELS = 40;
/** How a site says nothing of its values. */
const NAMED = "{ 'data-lectern': edit(entry, field, ...inside) }";
const UNNAMED = '{}';

describeFirstEngine('the preview of a site from npm create lectern', (engine) => {
  let studio: Studio;
  let packages: string;
  let owner: Member;
  let browser: BrowserContext;
  /** What was thrown in pages: React says so where something has changed a page before it. */
  const errors: string[] = [];
  before(async () => {
    studio = await Studio.open({ engine });
    packages = await packAll();
    owner = await signUp(studio.url);
    browser = await studio.logIn(owner);
    browser.on('weberror', (error) => void errors.push(String(error.error().stack)));
  });
  after(async () => {
    await studio.close();
    removeFolder(packages);
  });

  for (const framework of Object.keys(frameworks) as Framework[])
    describe(frameworks[framework], () => {
      let folder: string;
      let url: string;
      let space: string;
      let port: number;
      before(async () => {
        folder = temporaryFolder(`site-${framework}`);
        port = await freePort();
        // Another site than Studio, as far as cookies go.
        url = `http://localhost:${port}`;
        const session = await studio.sessionOf(owner);
        const options = ['--service', studio.url, '--site', url, '--session', session];
        await createSite(folder, packages, framework, options);
        space = String(parseEnv(readFileSync(join(folder, '.env'), 'utf8')).LECTERN_SPACE);
      });
      after(() => removeFolder(folder));

      for (const kind of ['with names', 'without names'])
        describe(kind, () => {
          let site: SiteProcess;
          before(async () => {
            if (kind === 'without names') leaveUnnamed(folder);
            await runNpm(folder, 'run', 'build');
            site = await startSite(folder, 'start', port);
          });
          after(() => site.end());
          afterEach(() => assert.deepEqual(errors.splice(0), []));

          it('follows what is written, and stays where it is', async (test) => {
            const { page, shown } = await beside(ARTICLE);
            await page.setViewportSize(LOW);
            const title = page.getByRole('textbox', { name: /^Title/ });
            await title.focus();
            const inPage = (script: string) => shown.locator('body').evaluate(script);
            const mark = `window.marked = document.querySelector('h1'); scrollTo(0, ${SCROLLED_PIXELS}); location.href`;
            const address = await inPage(mark);
            const text = await watchTyping(title, seen(shown, 'h1'), test);
            const now = '[window.marked === document.querySelector("h1"), window.marked.textContent, scrollY]';
            assert.deepEqual(await inPage(now), [true, text, SCROLLED_PIXELS]);
            assert.notEqual(await inPage('location.href'), address, 'the token is a new one');
            assert.equal(await focusedField(page), 'Title', 'the form keeps the focus');
            await title.fill('The last one');
            await shown.getByRole('link', { name: 'Articles' }).focus();
            await seen(shown, 'h1').getByText('The last one').waitFor();
            assert.equal(await inPage('document.activeElement.textContent'), 'Articles', 'and the page its own');
            await page.close();
          });

          if (framework === 'next')
            it('has shown a state once the refresh has ended', async () => {
              const page = await browser.newPage();
              const { url: address, id } = await previewOf(ARTICLE);
              await page.goto(address);
              await page.waitForFunction('window.lectern !== undefined');
              await owner.actor.patch(`/entries/${id}`, { fields: { title: 'Shown at once' } }, 200);
              const next = JSON.stringify((await previewOf(ARTICLE)).url);
              const refreshed = `lectern.refresh(0, ${next}).then(() => document.querySelector('h1').textContent)`;
              assert.equal(await page.evaluate(refreshed), 'Shown at once');
              await page.close();
            });

          it('leads from values to their fields, in blocks too', async () => {
            const { page, shown } = await beside(ARTICLE);
            await seen(shown, 'strong').click();
            await until(async () => (await focusedField(page)) === 'Summary');
            await seen(shown, 'h1').click();
            await until(async () => (await focusedField(page)) === 'Title');
            if (kind === 'with names') {
              await seen(shown, 'span').getByText('Kitchen and garden').click();
              await page.getByRole('textbox', { name: /^Role/ }).waitFor();
            }
            await page.close();
            const home = await beside('page-home');
            await seen(home.shown, 'blockquote p').click();
            await until(async () => (await focusedField(home.page)) === 'Words');
            await home.page.getByRole('textbox', { name: /^Words/ }).fill('The sea is early.');
            await seen(home.shown, 'blockquote').getByText('The sea is early.').waitFor();
            await seen(home.shown, 'h1').click();
            await until(async () => (await focusedField(home.page)) === 'Heading');
            await home.page.close();
          });

          it('leads on to other pages as drafts', async () => {
            const { page, shown } = await beside(ARTICLE);
            await page.getByRole('textbox', { name: /^Title/ }).fill('Seen by nobody yet');
            await seen(shown, 'h1').getByText('Seen by nobody yet').waitFor();
            await shown.getByRole('link', { name: 'Articles' }).click();
            await seen(shown, 'h2').getByText('Seen by nobody yet').waitFor();
            await page.close();
          });

          it('shows what is delivered as it is, and gives visitors nothing of previews', async () => {
            const { page, shown } = await beside(UNTOUCHED);
            const fields = (await owner.actor.get(`${environment()}/entries/${UNTOUCHED}`, 200)).at('fields');
            const { title, summary } = fields as Record<string, Record<string, string>>;
            assert.equal(await seen(shown, 'h1').textContent(), title?.en);
            assert.equal(await seen(shown, 'strong').textContent(), summary?.en);
            await page.close();
            const visited = await (await fetch(`${url}/articles/${UNTOUCHED}`)).text();
            const scripts = [...visited.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, script = '']) => script);
            if (framework !== 'next') assert.doesNotMatch(visited, /<script/);
            for (const script of ['', ...scripts]) {
              const text = script === '' ? visited : await (await fetch(new URL(script, url))).text();
              assert.doesNotMatch(text, /preview\.js|data-lectern|window\.lectern|cms_pvw_/, script);
            }
          });
        });

      const environment = () => `/spaces/${space}/environments/master`;

      async function beside(key: string): Promise<{ readonly page: Page; readonly shown: FrameLocator }> {
        const page = await studio.show(browser, `/spaces/${space}/master/content/${key}`);
        return { page, shown: await showBeside(page) };
      }

      async function previewOf(key: string): Promise<{ readonly id: string; readonly url: string }> {
        const id = (await owner.actor.get(`${environment()}/entries/${key}`, 200)).string('id');
        return { id, url: (await owner.actor.get(`/entries/${id}/preview`, 200)).string('url') };
      }
    });
});

/** While a page of Next comes in pieces, some of them stand in it hidden as well. */
function seen(shown: FrameLocator, selector: string): Locator {
  return shown.locator(selector).filter({ visible: true });
}

/** Takes the names of values out of a site. */
function leaveUnnamed(folder: string): void {
  const file = join(folder, 'src/queries.ts');
  const named = readFileSync(file, 'utf8');
  assert.ok(named.includes(NAMED));
  writeFileSync(file, named.replace(NAMED, UNNAMED));
}
