/**
 * What the tests of drafts share: a service in a process of its own, a slow proxy before it, a browser, and pages that
 * type into entries: on the real screen, or in boxes that show the store alone. Whoever opens a room closes it. Studio
 * has to be built.
 */
import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { Actor, closeConnections } from '../../../server/test/client.ts';
import { startChromium, type TestBrowser } from '../../../server/test/harness/chromium.ts';
import type { TestEngine } from '../../../server/test/harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../../server/test/harness/process.ts';
import { field, joinAs, type Member, makeScene, PASSWORD, type Scene } from '../../../server/test/scene.ts';
import { SENDS_HOME } from '../../../server/test/webhooks/webhook.ts';
import { bundleInPage } from '../harness/bundle.ts';
import { type SlowProxy, startSlowProxy } from '../harness/slow-proxy.ts';
import { crash, EntryOnScreen, type Value } from './entry-on-screen.ts';

/** The locales of the space, side by side on the screen. */
const LOCALES = ['en-US', 'de'];
/** Waits for saves that are tried again after half a minute, on a machine that does much else. */
const PATIENCE_MS = 60_000;
/** The policy of Studio is no part of these tests, and forbids what Playwright evaluates while it waits. */
const USUAL = { locale: 'en-US', reducedMotion: 'reduce', bypassCSP: true } as const;

export const TITLE: Value = ['title', 'en-US'];
export const GERMAN_TITLE: Value = ['title', 'de'];
export const BODY: Value = ['body', 'en-US'];
/** Rich text. */
export const STORY: Value = ['story', 'en-US'];
export const GERMAN_STORY: Value = ['story', 'de'];
/** At most five characters are taken. */
export const CODE: Value = ['code', 'en-US'];
export const VALUES: readonly Value[] = [TITLE, GERMAN_TITLE, BODY, CODE];

const note = {
  api_id: 'note',
  name: 'Note',
  display_field: 'title',
  fields: [
    field('title', 'text', { localized: true }),
    field('body', 'text', { localized: true }),
    field('story', 'rich_text', { localized: true }),
    field('code', 'string', { validations: { max_length: 5 } }),
  ],
};

export class WritingRoom {
  readonly scene: Scene;
  /** An editor of the account. */
  readonly colleague: Member;
  readonly proxy: SlowProxy;
  readonly #engine: TestEngine;
  readonly #chromium: TestBrowser;
  readonly #script: string;
  #service: ServiceProcess;

  private constructor(parts: {
    readonly engine: TestEngine;
    readonly service: ServiceProcess;
    readonly proxy: SlowProxy;
    readonly chromium: TestBrowser;
    readonly scene: Scene;
    readonly colleague: Member;
    readonly script: string;
  }) {
    this.scene = parts.scene;
    this.colleague = parts.colleague;
    this.proxy = parts.proxy;
    this.#engine = parts.engine;
    this.#chromium = parts.chromium;
    this.#script = parts.script;
    this.#service = parts.service;
  }

  static async open(engine: TestEngine): Promise<WritingRoom> {
    // First: what it throws leaves nothing running.
    const script = await bundleInPage('drafts-page.ts');
    const [service, chromium] = await Promise.all([startProcess({ engine, env: SENDS_HOME }), startChromium()]);
    const [scene, proxy] = await Promise.all([makeScene(service.url), startSlowProxy(service.url)]);
    await scene.owner.post(`${scene.space}/locales`, { code: 'de', name: 'Deutsch' }, 201);
    await scene.owner.post(`${scene.base}/content-types`, note, 201);
    const colleague = await joinAs(scene.member, 'editor');
    return new WritingRoom({ engine, service, proxy, chromium, scene, colleague, script });
  }

  async close(): Promise<void> {
    closeConnections();
    await this.#chromium.close();
    await this.proxy.close();
    await this.#service.end('SIGKILL');
  }

  /** Ends the service as a crash does. */
  async crash(): Promise<void> {
    await this.#service.end('SIGKILL');
    // Its connections died with it.
    closeConnections();
  }

  /** Starts it again where it was. */
  async restart(): Promise<void> {
    const { port } = new URL(this.scene.url);
    this.#service = await startProcess({ engine: this.#engine, env: { ...SENDS_HOME, PORT: port } });
  }

  /** A browser with storage of its own, in which a person is logged in: the owner unless another is given. */
  async logIn(person: Pick<Member, 'email'> = this.scene.member): Promise<BrowserContext> {
    const { url } = this.proxy;
    const context = await this.#chromium.browser.newContext(USUAL);
    context.setDefaultTimeout(PATIENCE_MS);
    const data = { email: person.email, password: PASSWORD, refresh: 'cookie' };
    const answer = await context.request.post(`${url}/auth/login`, { data, headers: { origin: url } });
    assert.ok(answer.ok(), await answer.text());
    // What Studio itself notes, so that it asks for the session that the cookie stands for.
    await context.addInitScript(`localStorage.setItem('lectern.session', '1')`);
    return context;
  }

  /** The screen of an entry, in a tab of its own. */
  async show(context: BrowserContext, key: string): Promise<EntryOnScreen> {
    const page = await context.newPage();
    await page.goto(`${this.studio}/content/${key}?locales=${LOCALES.join(',')}`);
    const screen = new EntryOnScreen(page);
    await screen.isOpen();
    return screen;
  }

  /** Address of the home of the space. */
  get studio(): string {
    return `${this.proxy.url}/studio/spaces/${this.scene.spaceId}/master`;
  }

  /** A browser with storage of its own, in which nobody is logged in. */
  newBrowser(): Promise<BrowserContext> {
    return this.#chromium.browser.newContext({ bypassCSP: true });
  }

  /** A tab in which the owner is logged in. */
  async openTab(context: BrowserContext): Promise<Tab> {
    const page = await context.newPage();
    await page.goto(`${this.proxy.url}/healthz`);
    await page.addScriptTag({ content: this.#script });
    const isKnown = await page.evaluate(`localStorage.getItem('lectern.session') !== null`);
    const tab = new Tab(page);
    if (isKnown) await page.evaluate('desk.comeBack()');
    else await tab.logIn(this.scene.member);
    return tab;
  }

  /** A new entry. @returns its key */
  async newNote(fields: Record<string, unknown> = {}): Promise<string> {
    const body = { content_type_id: 'note', fields };
    return (await this.scene.management.post(`${this.scene.base}/entries`, body, 201)).string('key');
  }

  /** A tab that shows an entry. */
  async openNote(context: BrowserContext, key: string): Promise<Tab> {
    const tab = await this.openTab(context);
    await tab.open({ space: this.scene.spaceId, environment: 'master', key });
    return tab;
  }

  /** Changes an entry as another program does. */
  async changeElsewhere(key: string, [name, locale]: Value, value: unknown): Promise<void> {
    await this.scene.management.patch(
      `${this.scene.base}/entries/${key}`,
      { fields: { [name]: { [locale]: value } } },
      200,
    );
  }

  /** Ends all sessions of a person, as a change of the password does. */
  async endSessions({ email }: Member): Promise<void> {
    const session = await new Actor(this.scene.url, null).post('/auth/login', { email, password: PASSWORD }, 200);
    await new Actor(this.scene.url, session.string('access_token')).send('DELETE', '/auth/sessions');
  }

  /** What the service holds. */
  async served(key: string, [name, locale]: Value): Promise<unknown> {
    return (await this.scene.management.get(`${this.scene.base}/entries/${key}`, 200)).at(`fields.${name}.${locale}`);
  }
}

/** A page with boxes to type into. */
export class Tab {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async logIn({ email }: Member): Promise<void> {
    await this.page.evaluate(`desk.logIn(${JSON.stringify(email)}, ${JSON.stringify(PASSWORD)})`);
  }

  async open(address: object): Promise<void> {
    await this.page.evaluate(`desk.open(${JSON.stringify(address)}, ${JSON.stringify(VALUES)})`);
  }

  /** Types at the end of a box, a character at a time. */
  async type([name, locale]: Value, text: string, pauseMs = 0): Promise<void> {
    await this.page.getByLabel(`${name} ${locale}`).focus();
    for (const character of text) {
      await this.page.keyboard.insertText(character);
      if (pauseMs > 0) await this.page.waitForTimeout(pauseMs);
    }
  }

  shown([name, locale]: Value): Promise<string> {
    return this.page.getByLabel(`${name} ${locale}`).inputValue();
  }

  /** An expression about `draft` or `drafts`. */
  ask<Answer>(expression: string): Promise<Answer> {
    return this.page.evaluate(`(({ draft, drafts }) => ${expression})(desk)`);
  }

  /** Waits until the state holds all of that text. */
  async reaches(state: string): Promise<void> {
    await this.page.locator('output', { hasText: state }).waitFor({ state: 'attached' });
  }

  kill(): Promise<void> {
    return crash(this.page);
  }

  /** Sends everything, and fails unless all is acknowledged. */
  async save(): Promise<void> {
    assert.deepEqual(await this.ask('draft.flush()'), { status: 'saved' });
  }
}
