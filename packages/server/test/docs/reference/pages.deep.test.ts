/**
 * `/docs` in a real Chromium, on a demo: the page of a route is opened, "Test Request" is pressed with a valid token, and
 * the service accepts what the page sends, which is what the route needs and nothing else. One route of each form stands
 * for those that differ in their example alone, which `examples.test.ts` tries; `DOCS_ROUTES=all` presses every route.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { signUp } from '../../../../testing/src/given.ts';
import { startChromium, type TestBrowser } from '../../../../testing/src/people/chromium.ts';
import { type ProtectedMember, protect } from '../../../../testing/src/people/protected-member.ts';
import { startDnsServer, type TestDnsServer } from '../../../../testing/src/servers/dns-server.ts';
import { type Route, routesOf } from '../../routes/described-routes.ts';
import { fillIds } from './filled-ids.ts';
import { type DemoStage, logIn, startDemo } from './running-demo.ts';

const WAIT_MS = 30_000;
const FOLLOWS_MS = 10_000;
const PAGES = 2;
const GROUP_SIZE = 20;
const STILL = '*, ::before, ::after { transition: none !important; animation: none !important; }';
/** Headers that change what a request does. */
const OPTIONAL_HEADERS = ['if-match', 'if-none-match', 'idempotency-key'];
const SECTIONS = [
  'Delivery and preview',
  'Files',
  'Entries',
  'Change sets',
  'Preview links',
  'Saved views',
  'Import',
  'Export and import',
  'Media',
  'AI',
  'Content types',
  'Spaces',
  'Environments',
  'Locales',
  'API keys',
  'Identity',
  'Accounts',
  'Single sign-on',
  'Billing',
  'Webhooks',
  'Audit',
  'Service',
];
/**
 * What cannot work as it stands: the token of the metrics, which a demo does not have, and what a person, an app or an
 * authenticator makes at the moment of the request.
 */
const REFUSED: Readonly<Record<string, number>> = {
  'GET /metrics': 404,
  'GET /metrics/top': 404,
  'POST /auth/second-factor': 401,
  'POST /auth/second-factor/totp/confirm': 422,
  'POST /auth/passkeys': 422,
  'POST /auth/login/passkey': 401,
};

/** Their button cannot work: the path is a secret that no page knows, and the response has no end. */
const NOT_PRESSED = ['GET /calendar/{feed}', 'GET /spaces/{space_id}/environments/{environment}/delivery/live'];

interface Described {
  readonly parameters?: readonly { readonly in?: string; readonly name: string; readonly required?: boolean }[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly tags: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

describe('the reference page', () => {
  let demo: DemoStage;
  /** Somebody with second factors: the owner of the demo has none. */
  let person: ProtectedMember;
  let browser: TestBrowser;
  let dns: TestDnsServer;
  let context: BrowserContext;
  let description: string;
  let routes: Route[];
  before(async () => {
    [demo, browser, dns] = await Promise.all([startDemo(), startChromium(), startDnsServer()]);
    person = await protect(await signUp(demo.url));
    description = await fillIds(
      { ...demo, dns, passkeyId: person.passkeyId },
      (await new Actor(demo.url, null).get('/openapi.json', 200)).text,
    );
    const every = routesOf(JSON.parse(description)).filter((route) => !NOT_PRESSED.includes(nameOf(route)));
    routes = process.env.DOCS_ROUTES === 'all' ? every : oneOfEachForm(every);
    context = await browser.browser.newContext({ viewport: { width: 1_400, height: 1_000 } });
  });
  after(async () => {
    closeConnections();
    dns.stop();
    await browser.close();
    await demo.close();
  });

  it('shows the sections in the order in which people need them', () => {
    const { tags } = JSON.parse(description) as { tags: { name: string }[] };
    assert.deepEqual(
      tags.map(({ name }) => name),
      SECTIONS,
    );
  });

  it('sends a request that works, and nothing optional', async () => {
    const failures: string[] = [];
    // Deleting comes last, and what ends sessions after it.
    for (const order of [0, 1, 2, 3]) {
      const waiting = inSections(routes.filter((route) => orderOf(route) === order));
      const pressAll = async () => {
        for (let section = waiting.shift(); section !== undefined; section = waiting.shift())
          for (const group of inGroups(section)) failures.push(...(await pressEach(group)));
      };
      await Promise.all(Array.from({ length: order === 0 ? PAGES : 1 }, pressAll));
    }
    assert.deepEqual(failures, []);
  });

  /** Presses the buttons of some routes on one page, and says what was wrong. */
  async function pressEach(group: readonly Route[]): Promise<string[]> {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const body = JSON.stringify({ ...JSON.parse(description), paths: pathsOf(group) });
    await page.route('**/openapi.json', (route) => route.fulfill({ body, contentType: 'application/json' }));
    await page.goto(`${demo.url}/docs`);
    await page.addStyleTag({ content: STILL });
    const problems: string[] = [];
    for (const route of group) {
      const problem = await press(page, route).catch(async (error) => {
        // The dialog may still be open.
        await page.reload();
        return String(error);
      });
      if (problem !== null) problems.push(`${nameOf(route)}: ${problem}`);
    }
    await page.close();
    return problems;
  }

  /** Presses the button of one route; says what is wrong with the request, or null. */
  async function press(page: Page, route: Route): Promise<string | null> {
    const dialog = await openRoute(page, route);
    const { security } = route.operation as Described;
    const token = await tokenFor(route);
    if (token !== null) await fillToken(dialog, token);
    if (route.method === 'POST' && isForm(route)) await chooseFile(page, dialog);
    const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`);
    const isSent = (request: Request) => {
      const { pathname } = new URL(request.url());
      return request.method() === route.method && pattern.test(pathname) && request.resourceType() === 'fetch';
    };
    const [response] = await Promise.all([
      page.waitForResponse((candidate) => isSent(candidate.request())),
      dialog.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    const request = response.request();
    await dialog.getByRole('button', { name: 'Close Client' }).click();
    await dialog.waitFor({ state: 'hidden' });
    if (security.length > 0 && request.headers().authorization !== `Bearer ${token}`) return 'sent another token';
    const wrong = wrongWith(route, request);
    if (wrong !== null) return wrong;
    const refusal = REFUSED[nameOf(route)];
    const isExpected = refusal === undefined ? response.ok() : response.status() === refusal;
    return isExpected ? null : `${response.status()} to ${request.url()} ${request.postData()}`;
  }

  /** A token that the route takes; a session of its own where the route ends sessions. */
  async function tokenFor(route: Route): Promise<string | null> {
    const [scheme] = (route.operation as Described).security;
    if (scheme === undefined) return null;
    if ('deliveryToken' in scheme) return demo.tokens.delivery;
    if (/^\/auth\/(?:passkeys|second-factor)/.test(route.path)) return person.actor.token;
    return orderOf(route) === 2 ? (await logIn(demo.url, demo)).token : demo.owner.token;
  }
});

/** One route of each method, body and token. */
function oneOfEachForm(routes: readonly Route[]): Route[] {
  const forms = Map.groupBy(routes, ({ method, operation }) => {
    const { requestBody, security } = operation as Described;
    return [method, Object.keys(requestBody?.content ?? {}), JSON.stringify(security)].join();
  });
  return [...forms.values()].flatMap((alike) => alike.slice(0, 1));
}

/** What one section changes, no other does: they can be tried side by side. Small ones share a page. */
function inSections(routes: readonly Route[]): Route[][] {
  const sections = Map.groupBy(routes, ({ operation }) => (operation as Described).tags.join());
  const shared: Route[][] = [];
  for (const section of [...sections.values()].toSorted((a, b) => b.length - a.length)) {
    const last = shared.at(-1);
    if (last !== undefined && last.length + section.length <= GROUP_SIZE) last.push(...section);
    else shared.push([...section]);
  }
  return shared;
}

/** The page gets slower with every route that was opened on it. */
function inGroups(routes: readonly Route[]): Route[][] {
  const groups = Object.values(Object.groupBy(routes, (_, index) => String(Math.floor(index / GROUP_SIZE))));
  return groups.filter((group) => group !== undefined);
}

/** The part of the description with these routes alone. */
function pathsOf(routes: readonly Route[]): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, operation } of routes) {
    const item = paths[path] ?? {};
    paths[path] = item;
    item[method.toLowerCase()] = operation;
  }
  return paths;
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** First what leaves everything there, then what deletes, then what ends sessions or changes the password. */
function orderOf({ method, path }: Route): number {
  if (path === '/auth/reset-password') return 3;
  if (path.startsWith('/auth/sessions/')) return method === 'DELETE' ? 1 : 0;
  if (/^\/auth\/(log|sess|switch|refresh)/.test(path) && method !== 'GET') return 2;
  return method === 'DELETE' ? 1 : 0;
}

function isForm({ operation }: Route): boolean {
  return 'multipart/form-data' in ((operation as Described).requestBody?.content ?? {});
}

async function openRoute(page: Page, { method, path, operation }: Route): Promise<Locator> {
  const [tag = ''] = (operation as Described).tags;
  const place = `tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${path}`;
  await page.evaluate((hash) => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = hash;
  }, `#${place}`);
  const button = page.locator(`[id$="${place}"]`).getByRole('button', { name: /^Test Request/ });
  // Now and then, on a busy machine, the page does not follow the hash; opened anew, it does.
  await button.click({ timeout: FOLLOWS_MS }).catch(async () => {
    await page.reload();
    await page.addStyleTag({ content: STILL });
    await button.click();
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Send/ }).first().waitFor();
  return dialog;
}

/** Where the route before took no token, the part of the dialog for it is shut. */
async function fillToken(dialog: Locator, token: string): Promise<void> {
  const part = dialog.getByRole('button', { name: 'Authentication' });
  if ((await part.getAttribute('aria-expanded')) === 'false') await part.click();
  await dialog.getByPlaceholder('Token').fill(token);
}

/** Chooses a file as people do, through the browser's own window. */
async function chooseFile(page: Page, dialog: Locator): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Select File' }).first().click(),
  ]);
  await chooser.setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note from the coast.') });
}

/** What the request has too much or too little; null if it is what the route needs. */
function wrongWith(route: Route, request: Request): string | null {
  const { parameters = [], requestBody } = route.operation as Described;
  const needed = parameters.filter((one) => one.in === 'query' && one.required === true).map(({ name }) => name);
  const sent = [...new URL(request.url()).searchParams.keys()];
  if (sent.join() !== needed.join()) return `sent the parameters ${sent.join()}`;
  const headers = OPTIONAL_HEADERS.filter((name) => name in request.headers());
  if (headers.length > 0) return `sent ${headers.join()}`;
  const [[type = '', media] = []] = Object.entries(requestBody?.content ?? {});
  const body = request.postData();
  if (type === 'application/json' && JSON.stringify(JSON.parse(body ?? 'null')) !== JSON.stringify(media?.example))
    return `sent ${body}`;
  if (isForm(route) && route.method === 'POST' && body?.match(/; name="/g)?.length !== 1) return `sent ${body}`;
  return null;
}
