/**
 * Opens files in a browser in every way a page or a person can. Invariant: the page that embeds them is of the same
 * origin as the files, so that no border between origins protects it; whatever runs there shows.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Hundreds of things are loaded by a page, on machines that have other things to do. */
const NAVIGATION_TIMEOUT_MS = 90_000;
/** What was embedded gets this long to do its harm once everything is loaded. */
const SETTLE_MS = 300;
const EMBEDDING_PAGE = '/embedding-page';

/** What was seen in the browser. */
export interface Sightings {
  readonly dialogs: readonly string[];
  /** What a script left in the page: the words of those that ran. */
  readonly ran: readonly string[];
}

/** A file as a careless service would send it: with the type that makes it run, and nothing else. */
export interface CarelessFile {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** A way of embedding an address, as HTML. */
const embeddings: Readonly<Record<string, (address: string) => string>> = {
  image: (address) => `<img src="${address}">`,
  frame: (address) => `<iframe src="${address}"></iframe>`,
  object: (address) => `<object data="${address}"></object>`,
  embed: (address) => `<embed src="${address}">`,
  script: (address) => `<script src="${address}"></script>`,
  module: (address) => `<script type="module" src="${address}"></script>`,
  style: (address) => `<link rel="stylesheet" href="${address}">`,
  import: (address) => `<script type="module">import '${address}'</script>`,
  json: (address) => `<script type="module">import x from '${address}' with { type: 'json' }</script>`,
  worker: (address) => `<script>try { new Worker('${address}') } catch {}</script>`,
  serviceWorker: (address) => `<script>navigator.serviceWorker?.register('${address}').catch(() => 0)</script>`,
  film: (address) => `<video src="${address}"></video>`,
};

/** A page in which each address is embedded in every way. */
function embeddingPage(addresses: readonly string[]): string {
  const all = addresses.flatMap((address) => Object.values(embeddings).map((embed) => embed(address)));
  return `<!DOCTYPE html><html><head><title>untouched</title></head><body>${all.join('\n')}</body></html>`;
}

export class Browsing {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #careless: readonly CarelessFile[];

  /**
   * @param origin of the files, without `/` at its end
   * @param careless what the origin is made to send as well
   */
  constructor(browser: Browser, origin: string, careless: readonly CarelessFile[] = []) {
    this.#browser = browser;
    this.#origin = origin;
    this.#careless = careless;
  }

  /** Embeds addresses in every way. */
  async embed(addresses: readonly string[]): Promise<Sightings> {
    return await this.#watch(async (page) => {
      const files = [
        ...this.#careless,
        { path: EMBEDDING_PAGE, contentType: 'text/html', body: embeddingPage(addresses) },
      ];
      for (const { path, ...file } of files) await page.route(this.#origin + path, (route) => route.fulfill(file));
      await page.goto(this.#origin + EMBEDDING_PAGE, { waitUntil: 'load' });
    });
  }

  /** Visits URLs as a person would, one after the other. */
  async visit(addresses: readonly string[]): Promise<Sightings> {
    return await this.#watch(async (page, leftBehind) => {
      for (const address of addresses) {
        // What is sent to be saved is no page to arrive at.
        await page.goto(address, { waitUntil: 'load' }).catch(() => undefined);
        await leftBehind();
      }
    });
  }

  async #watch(act: (page: Page, leftBehind: () => Promise<void>) => Promise<void>): Promise<Sightings> {
    const context = await this.#browser.newContext({ acceptDownloads: false });
    context.setDefaultTimeout(NAVIGATION_TIMEOUT_MS);
    const dialogs: string[] = [];
    context.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const page = await context.newPage();
    const ran: string[] = [];
    const leftBehind = async () => void ran.push(...(await traces(context)));
    await act(page, leftBehind);
    await page.waitForTimeout(SETTLE_MS);
    await leftBehind();
    await context.close();
    return { dialogs, ran };
  }
}

/** What scripts and style sheets left in the pages and frames of a context. */
async function traces(context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  for (const page of context.pages()) {
    for (const frame of page.frames()) {
      const seen = await frame.evaluate(LEFT_BEHIND).catch(() => []);
      found.push(...(seen as string[]));
    }
    found.push(
      ...(context.serviceWorkers().length > 0 ? ['service worker'] : []),
      ...(page.workers().length > 0 ? ['worker'] : []),
    );
  }
  return found;
}

const LEFT_BEHIND = `[
  ...(globalThis.ran === undefined ? [] : [String(globalThis.ran)]),
  ...(getComputedStyle(document.documentElement).getPropertyValue('--ran') === '' ? [] : ['style sheet']),
]`;
