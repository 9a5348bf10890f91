/**
 * What the tests of the entry screen share: a service that serves Studio, one browser, a space with a model that has every
 * field type, and people who are logged in. Whoever opens a desk closes it. Studio has to be built.
 */
import assert from 'node:assert/strict';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type ApiResponse, closeConnections } from '../../../server/test/client.ts';
import { startChromium, type TestBrowser } from '../../../server/test/harness/chromium.ts';
import type { TestEngine } from '../../../server/test/harness/engines.ts';
import { startService, type TestService } from '../../../server/test/harness/service.ts';
import { field, joinAs, type Member, makeScene, PASSWORD, type Scene } from '../../../server/test/scene.ts';

/** A content type with a field of each type, in the order in which they are written. */
export const everyType = {
  api_id: 'article',
  name: 'Article',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { name: 'Title', required: true, localized: true, validations: { max_length: 60 } }),
    field('slug', 'slug', { name: 'Slug', localized: true }),
    field('kind', 'string', { name: 'Kind', validations: { in: ['essay', 'report', 'letter'] } }),
    field('summary', 'text', { name: 'Summary', localized: true, help: 'Two sentences for lists.' }),
    field('body', 'rich_text', { name: 'Body', localized: true }),
    field('pages', 'integer', { name: 'Pages', validations: { min: 1, max: 999 } }),
    field('rating', 'number', { name: 'Rating' }),
    field('featured', 'boolean', { name: 'Featured' }),
    field('day', 'date', { name: 'Day' }),
    field('starts', 'datetime', { name: 'Starts' }),
    field('extra', 'json', { name: 'Extra' }),
    field('place', 'location', { name: 'Place' }),
    field('author', 'entry', { name: 'Author', validations: { content_types: ['author'] } }),
    field('image', 'asset', { name: 'Image' }),
    field('tags', 'array', { name: 'Tags', items: { type: 'string' } }),
    field('scores', 'array', { name: 'Scores', items: { type: 'number' } }),
    field('related', 'array', { name: 'Related', items: { type: 'entry' } }),
  ],
};

/** What its field `author` links to. */
export const author = {
  api_id: 'author',
  name: 'Author',
  display_field: 'name',
  fields: [field('name', 'string', { name: 'Name', required: true }), field('friend', 'entry', { name: 'Friend' })],
};

/** The policy of Studio is no part of these tests, and forbids what Playwright evaluates while it waits. */
const USUAL = { locale: 'en-GB', reducedMotion: 'reduce', bypassCSP: true } as const;

export class Desk {
  readonly scene: Scene;
  readonly #service: TestService;
  readonly #chromium: TestBrowser;
  #ownContext: Promise<BrowserContext> | null = null;
  /** A page of each browser, which a case has left to the next: to start one costs twice as much as most cases. */
  readonly #left = new WeakMap<BrowserContext, Page>();

  private constructor(service: TestService, chromium: TestBrowser, scene: Scene) {
    this.#service = service;
    this.#chromium = chromium;
    this.scene = scene;
  }

  static async open(engine: TestEngine): Promise<Desk> {
    const [service, chromium] = await Promise.all([startService({ engine }), startChromium()]);
    const scene = await makeScene(service.url);
    const german = { code: 'de', name: 'Deutsch', fallback: 'en-US' };
    for (const locale of [german, { code: 'ar', name: 'العربية' }])
      await scene.owner.post(`${scene.space}/locales`, { ...locale, optional: true }, 201);
    await scene.owner.post(`${scene.base}/content-types`, author, 201);
    await scene.owner.post(`${scene.base}/content-types`, everyType, 201);
    return new Desk(service, chromium, scene);
  }

  async close(): Promise<void> {
    closeConnections();
    await this.#chromium.close();
    await this.#service.close();
  }

  /** A browser in which a person is logged in: the owner unless another is given. */
  async logIn(person: Member = this.scene.member, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#chromium.browser.newContext({ ...USUAL, ...options });
    const { url } = this.#service;
    const data = { email: person.email, password: PASSWORD, refresh: 'cookie' };
    const answer = await context.request.post(`${url}/auth/login`, { data, headers: { origin: url } });
    if (!answer.ok()) throw new Error(await answer.text());
    // What Studio itself notes, so that it asks for the session that the cookie stands for.
    await context.addInitScript(`localStorage.setItem('lectern.session', '1')`);
    return context;
  }

  /** A second person of the account. */
  colleague(): Promise<Member> {
    return joinAs(this.scene.member, 'editor');
  }

  /** Address of the screen of an entry, by key; `new?type=article` for one still to be written. */
  address(key: string): string {
    return `${this.#service.url}/studio/spaces/${this.scene.spaceId}/master/content/${key}`;
  }

  /** Writes an entry past Studio. */
  write(contentType: string, key: string, fields: Record<string, unknown>): Promise<ApiResponse> {
    return this.scene.owner.post(`${this.scene.base}/entries`, { content_type_id: contentType, key, fields }, 201);
  }

  /** Changes an entry past Studio. */
  change(key: string, fields: Record<string, unknown>): Promise<ApiResponse> {
    return this.scene.owner.patch(`${this.scene.base}/entries/${key}`, { fields }, 200);
  }

  /** An entry as the service holds it. */
  stored(key: string): Promise<ApiResponse> {
    return this.scene.owner.get(`${this.scene.base}/entries/${key}`, 200);
  }

  /** Runs with a page of the owner, or of another browser, in which nothing may fail. @param key of the entry that it shows */
  async onPage(key: string, run: (page: Page) => Promise<void>, by?: BrowserContext): Promise<void> {
    this.#ownContext ??= this.logIn();
    const context = by ?? (await this.#ownContext);
    const page = this.#left.get(context) ?? (await context.newPage());
    this.#left.delete(context);
    const errors: string[] = [];
    const note = ({ message }: Error) => void errors.push(message);
    page.on('pageerror', note);
    await this.#open(page, key);
    await run(page);
    assert.deepEqual(errors, []);
    page.off('pageerror', note);
    // Some cases end with a crash.
    if (page.isClosed()) return;
    await page.unrouteAll();
    this.#left.set(context, page);
  }

  async show(context: BrowserContext, key: string): Promise<Page> {
    const page = await context.newPage();
    await this.#open(page, key);
    return page;
  }

  async #open(page: Page, key: string): Promise<void> {
    await page.goto(this.address(key));
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
}
