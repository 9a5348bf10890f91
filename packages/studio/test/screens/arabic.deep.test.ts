/**
 * Somebody writes in Arabic, from the first entry to what readers see, in a Studio that is turned round as a language that is
 * written from right to left turns it. `STUDIO_ALL_PICTURES=<folder>` keeps a picture of each step.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { gradient } from '../../../server/test/content/media/gradient.ts';
import { formOf } from '../../../testing/src/form.ts';
import { addTypes, field, given, type Scene } from '../../../testing/src/given.ts';
import { hurry } from '../harness/clock.ts';
import { type Case, describeScenes, type StudioScene } from '../harness/scene.ts';

const FOLDER = process.env.STUDIO_ALL_PICTURES ?? null;
const WIDE = { width: 1_440, height: 900 };
const NARROW = { width: 360, height: 760 };
/** Mirrors a page before its scripts run. */
const RIGHT_TO_LEFT = `new MutationObserver(() => document.documentElement?.setAttribute('dir', 'rtl'))
  .observe(document, { childList: true })`;
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
/** What stands out at a side of what it is in, and is cut off there without a sign of it. */
const CUT_OFF = `[...document.querySelectorAll('button, a, h1, h2, h3, label, td, th, legend, [role=tab]')]
  .filter((part) => part.checkVisibility() && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
  .filter((part) => ['hidden', 'clip'].includes(getComputedStyle(part).overflowX))
  .filter((part) => getComputedStyle(part).textOverflow !== 'ellipsis')
  // Words for screen readers alone.
  .filter((part) => [part, ...part.querySelectorAll('*')].every((one) => getComputedStyle(one).clipPath === 'none'))
  .map((part) => part.textContent)`;

const TITLE = 'عودة القوارب إلى الميناء';
const SUMMARY = 'تغادر القوارب عند الفجر، وتعود مع المدّ.';
const PARAGRAPH = 'في الصباح، قال البحّار: «لا ريح اليوم».';

interface Filled {
  readonly scene: Scene;
  readonly path: string;
}

/** A space whose first language is Arabic, with Hebrew and English beside it, and a model that is named in Arabic. */
async function fill({ url, member }: Scene): Promise<Filled> {
  const scene = await given(url, { defaultLocale: 'ar', member });
  const { owner, space, base } = scene;
  await owner.patch(space, { name: 'أخبار الميناء' }, 200);
  for (const [code, name] of [
    ['he', 'עברית'],
    ['en', 'English'],
  ])
    await owner.post(`${space}/locales`, { code, name, optional: true }, 201);
  const writer = field('name', 'string', { name: 'الاسم', required: true });
  await addTypes(scene, [{ api_id: 'author', name: 'كاتب', display_field: 'name', fields: [writer] }, articleType]);
  await owner.post(
    `${base}/entries`,
    { content_type_id: 'author', key: 'salim', fields: { name: 'سليم البحّار' } },
    201,
  );
  const bytes = await gradient(640, 420, '#1c3d5a', '#f6ad55');
  await owner.send('POST', `${base}/media`, await formOf([['file', { name: 'منارة.png', bytes, type: 'image/png' }]]));
  return { scene, path: `/spaces/${scene.spaceId}/master` };
}

const articleType = {
  api_id: 'article',
  name: 'مقال',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { name: 'العنوان', required: true, localized: true }),
    field('slug', 'slug', { name: 'المسار', localized: true }),
    field('summary', 'text', { name: 'الملخّص', localized: true, help: 'جملتان للقوائم.' }),
    field('body', 'rich_text', { name: 'النص', localized: true }),
    field('pages', 'integer', { name: 'الصفحات' }),
    field('tags', 'array', { name: 'الوسوم', items: { type: 'string' } }),
    field('picture', 'asset', { name: 'الصورة' }),
    field('author', 'entry', { name: 'الكاتب', validations: { content_types: ['author'] } }),
  ],
  layout: { groups: [], side: ['author'], half: ['pages', 'tags'] },
};

const input = (page: Page, field: string, locale = 'ar') =>
  page.locator(`[id$="-${field}-${locale}"]:is(input, textarea), [id$="-${field}-${locale}"] [contenteditable=true]`);

describeScenes('Arabic in Studio', { fill }, (it: Case<Filled>) => {
  it('is written, published, found, filed and modelled from right to left', async (stage) => {
    const browser = await stage.logIn(stage.given.member, { viewport: WIDE });
    await browser.addInitScript(RIGHT_TO_LEFT);
    const key = await write(stage, browser);
    await findIt(stage, browser, key);
    await lookAround(stage, browser);
  });
});

async function write(stage: StudioScene<Filled>, browser: BrowserContext): Promise<string> {
  const page = await stage.show(`${stage.filled.path}/content/new/article`, browser);
  await input(page, 'title').pressSequentially(TITLE);
  await input(page, 'summary').fill(SUMMARY);
  await input(page, 'body').click();
  await page.keyboard.type(`${PARAGRAPH}\n- أوّل\nثانٍ\n\n## عنوان فرعي\n> اقتباس`);
  for (const tag of ['بحر', 'sea, ميناء']) {
    await input(page, 'tags').fill(tag);
    await page.keyboard.press('Enter');
  }
  await input(page, 'pages').fill('-12');
  await hurry(page, page.getByText('Saved', { exact: true }).waitFor());
  for (const name of ['title', 'summary', 'body', 'tags'])
    assert.deepEqual([name, await directionOf(input(page, name))], [name, 'rtl']);
  // A number and an address have their signs where they belong.
  for (const name of ['pages', 'slug']) assert.deepEqual([name, await directionOf(input(page, name))], [name, 'ltr']);
  await looksRight(page, 'entry');
  const key = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.goto(`${stage.url}/studio${stage.filled.path}/content/${key}?locales=ar,he,en`);
  await input(page, 'title', 'he').fill('הסירות חוזרות');
  await input(page, 'title', 'en').fill('The boats are back');
  assert.equal(await directionOf(input(page, 'title', 'he')), 'rtl');
  assert.equal(await directionOf(input(page, 'title', 'en')), 'ltr');
  await hurry(page, page.getByText('Saved', { exact: true }).waitFor());
  await looksRight(page, 'languages');
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: 'Publish 1 entry' }).waitFor();
  await looksRight(page, 'publish');
  await page.getByRole('button', { name: 'Publish 1 entry' }).click();
  await page.getByText('Readers see it now', { exact: true }).waitFor();
  const read = await stage.filled.scene.delivery.get(`${stage.filled.scene.read}/entries/${key}`, 200);
  assert.equal(read.string('fields.title'), TITLE);
  await page.close();
  return key;
}

async function findIt(stage: StudioScene<Filled>, browser: BrowserContext, key: string): Promise<void> {
  const page = await stage.show(`${stage.filled.path}/content`, browser);
  const words = page.getByRole('searchbox');
  assert.equal(await directionOf(words), 'rtl');
  await words.fill('boats');
  assert.equal(await directionOf(words), 'ltr');
  await words.fill('القوارب');
  await page.locator('[data-row]', { hasText: TITLE }).waitFor();
  assert.equal(await directionOf(words), 'rtl');
  await looksRight(page, 'content');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: /^Words of an entry/ });
  await palette.fill('الميناء');
  assert.equal(await directionOf(palette), 'rtl');
  await page.getByRole('option', { name: TITLE }).waitFor();
  await looksRight(page, 'palette');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(key));
  await page.close();
}

/** The other screens, each with what was named in Arabic. */
async function lookAround(stage: StudioScene<Filled>, browser: BrowserContext): Promise<void> {
  for (const [name, path, shows] of [
    ['home', '', (page: Page) => page.getByRole('region', { name: 'Activity' }).getByText(TITLE).first()],
    ['media', '/media', (page: Page) => page.getByRole('link', { name: /منارة/ })],
    ['model', '/model', (page: Page) => page.getByRole('link', { name: 'مقال' })],
    ['type', '/model/article', (page: Page) => page.getByRole('button', { name: 'Change العنوان' })],
    ['locales', '/settings/locales', (page: Page) => page.getByRole('cell', { name: 'עברית' })],
  ] as const) {
    const page = await stage.show(`${stage.filled.path}${path}`, browser);
    await shows(page).waitFor();
    await looksRight(page, name);
    await page.close();
  }
}

/** Nothing stands out at a side, and no word is cut off, wide and narrow. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const viewport of [NARROW, WIDE]) {
    await page.setViewportSize(viewport);
    await page.evaluate(PAINTED);
    const what = `${name}-ar-${viewport.width}`;
    if (FOLDER !== null) {
      mkdirSync(FOLDER, { recursive: true });
      await page.screenshot({ path: join(FOLDER, `${what}.png`), fullPage: true });
    }
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${what} scrolls sideways.`);
    assert.deepEqual([what, await page.evaluate(CUT_OFF)], [what, []]);
  }
}

/** On which side the lines of an input begin. */
function directionOf(input: Locator): Promise<string> {
  return input.evaluate(computedDirection);
}

/** Of an element, in the page. */
function computedDirection(element: unknown): string {
  const page = globalThis as unknown as { getComputedStyle(of: unknown): { readonly direction: string } };
  return page.getComputedStyle(element).direction;
}
