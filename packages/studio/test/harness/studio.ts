/**
 * What the tests of Studio share: a service that serves it, one browser, and pages in which nothing may fail unseen.
 * Whoever opens one closes it. Studio has to be built.
 */
import assert from 'node:assert/strict';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { type ServiceSettings, serviceEnvironment } from '../../../testing/src/environment.ts';
import { type Member, PASSWORD } from '../../../testing/src/given.ts';
import { startChromium, type TestBrowser } from '../../../testing/src/people/chromium.ts';
import { type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';

/** What a machine that has twenty others to run takes, and more. */
const PATIENCE_MS = 60_000;

/**
 * For a browser that obeys the policy of Studio. Others do not: it forbids what Playwright evaluates in a page while it waits
 * for something there, which then fails at random.
 */
export const UNDER_POLICY: BrowserContextOptions = { bypassCSP: false };

/** A picture of one pixel. */
export const onePixel = {
  name: 'dot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

export class Studio {
  readonly url: string;
  /** The data folder of the service, with the mails. */
  readonly dataDir: string;
  readonly #service: TestService;
  readonly #chromium: TestBrowser;

  protected constructor(service: TestService, chromium: TestBrowser) {
    this.url = service.url;
    this.dataDir = service.dataDir;
    this.#service = service;
    this.#chromium = chromium;
  }

  static async open(settings: ServiceSettings): Promise<Studio> {
    const [service, chromium] = await Promise.all([startService(settings), startChromium()]);
    return new Studio(service, chromium);
  }

  /** Starts the service as somebody does who has just cloned it. */
  static async openByNpmStart(settings: ServiceSettings): Promise<Studio> {
    const { LECTERN_DATA_DIR: dataDir = '' } = serviceEnvironment(settings);
    const [{ url, end }, chromium] = await Promise.all([startProcess(settings, [], 'npm start'), startChromium()]);
    return new Studio({ url, dataDir, close: async () => void (await end('SIGINT')) }, chromium);
  }

  /** The same browser before a service in a process of its own. */
  killable(settings: ServiceSettings): Promise<KillableStudio> {
    return KillableStudio.start(settings, this.#chromium);
  }

  async close(): Promise<void> {
    closeConnections();
    await this.#chromium.close();
    await this.#service.close();
  }

  /** A browser that was never here. It obeys the policy of Studio only `UNDER_POLICY`. */
  async visitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const usual = { locale: 'en-US', reducedMotion: 'reduce', bypassCSP: true } as const;
    const context = await this.#chromium.browser.newContext({ ...usual, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  }

  /** A browser in which a person is logged in. @param url the address of the service, as that browser knows it */
  async logIn(
    { email }: Pick<Member, 'email'>,
    options: BrowserContextOptions = {},
    url = this.url,
  ): Promise<BrowserContext> {
    const context = await this.visitor(options);
    const data = { email, password: PASSWORD, refresh: 'cookie' };
    const answer = await context.request.post(`${url}/auth/login`, { data, headers: { origin: url } });
    assert.ok(answer.ok(), await answer.text());
    // What Studio itself notes, so that it asks for the session that the cookie stands for.
    await context.addInitScript(
      `if (origin !== 'null' && sessionStorage.getItem('seen') === null) { localStorage.setItem('lectern.session', '1'); sessionStorage.setItem('seen', '1'); }`,
    );
    return context;
  }

  /** A token of a new session of a person. */
  async sessionOf({ email }: Pick<Member, 'email'>): Promise<string> {
    const session = await new Actor(this.url, null).post('/auth/login', { email, password: PASSWORD }, 200);
    return session.string('access_token');
  }

  /** Opens an address of Studio in a new page. @param path behind `/studio` */
  async show(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${this.url}/studio${path}`);
    return page;
  }

  /** Notes what should not happen in a page, violations of the policy `UNDER_POLICY`. Call it before the page opens an address. */
  async watch(page: Page): Promise<Watch> {
    const seen: string[] = [];
    page.on('pageerror', ({ message }) => seen.push(`error: ${message}`));
    page.on('console', (message) => seen.push(`console: ${message.text()} ${message.location().url}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isOwn = url.origin === this.url || url.protocol === 'blob:' || url.protocol === 'data:';
      if (!isOwn) seen.push(`other host: ${url}`);
    });
    await page.exposeFunction('reportViolation', (violation: string) => void seen.push(`policy: ${violation}`));
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (event) =>
         reportViolation(event.violatedDirective + ' ' + event.blockedURI));`,
    );
    return { seen };
  }
}

/** Studio of a service that can be killed, and started again where it was. */
export class KillableStudio extends Studio {
  readonly #settings: ServiceSettings;
  #process: ServiceProcess;

  private constructor(settings: ServiceSettings, process: ServiceProcess, chromium: TestBrowser) {
    super({ url: process.url, dataDir: '', close: () => Promise.resolve() }, chromium);
    this.#settings = settings;
    this.#process = process;
  }

  static async start(settings: ServiceSettings, chromium: TestBrowser): Promise<KillableStudio> {
    return new KillableStudio(settings, await startProcess(settings), chromium);
  }

  /** Ends the service as a crash does. Its connections die with it. */
  async kill(): Promise<void> {
    await this.#process.end('SIGKILL');
  }

  async restart(): Promise<void> {
    const { port } = new URL(this.url);
    this.#process = await startProcess({ ...this.#settings, env: { ...this.#settings.env, PORT: port } });
  }

  /** Leaves the browser to the others. */
  override close(): Promise<void> {
    return this.kill();
  }
}

/** What happened in a page that should not have: errors, messages, requests to other hosts, reports of the policy. */
export interface Watch {
  readonly seen: readonly string[];
}
