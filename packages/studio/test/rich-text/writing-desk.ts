/** A browser with one rich text editor in it, in a page of the service's origin. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { startChromium, type TestBrowser } from '../../../testing/src/people/chromium.ts';
import { until } from '../../../testing/src/until.ts';
import { buildInPage } from '../harness/in-page-bundle.ts';

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Desk</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/desk/style.css"></head>
<body><div id="studio"></div><script type="module" src="/desk/script.js"></script></body></html>`;

/** A document of the API, or a part of one. */
export type Json = Readonly<Record<string, unknown>>;

/** What a field is shown with; see `test/in-page/rich-text.tsx`. */
export interface ShownField {
  readonly value?: Json | null;
  readonly [name: string]: unknown;
}

export class WritingDesk {
  readonly page: Page;
  readonly #browser: TestBrowser;
  /** What the page complained about. */
  readonly complaints: string[] = [];

  constructor(browser: TestBrowser, page: Page) {
    this.#browser = browser;
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(String(error.stack)));
    page.on('console', (message) => {
      if (!/^(?:error|warning)$/.test(message.type())) return;
      this.complaints.push(message.text());
    });
  }

  /** Opens an editor for a field. */
  async show(field: ShownField = {}): Promise<void> {
    await this.page.evaluate(`room.show(${JSON.stringify({ value: null, ...field })})`);
    await this.page.locator('.ProseMirror').first().waitFor();
  }

  /** The value as the editor gave it last. */
  value(): Promise<Json | null> {
    return this.page.evaluate('room.value');
  }

  /** The content of the document as the editor gave it last. */
  async blocks(): Promise<readonly Json[]> {
    const value = await this.value();
    return (value?.content ?? []) as Json[];
  }

  /** Puts the caret into the text, at its end. */
  async write(): Promise<void> {
    await this.page.locator('.ProseMirror').focus();
    await this.press('Control+End');
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Presses a button of the toolbar, or chooses what a menu of it holds. */
  async use(...names: string[]): Promise<void> {
    const [button = '', item] = names;
    const bar = this.page.getByRole('toolbar', { name: 'Formatting', exact: true });
    await bar.getByRole('button', { name: button, exact: button !== 'Block type' }).click();
    if (item !== undefined)
      await this.page
        .locator('[role^=menuitem]')
        .filter({ hasText: new RegExp(`^${item}`) })
        .first()
        .click();
  }

  async paste(data: Readonly<Record<string, string>>): Promise<void> {
    await this.page.evaluate(`room.paste(${JSON.stringify(data)})`);
  }

  /** Waits until the editor has read from the browser that something is selected. */
  async untilSelected(): Promise<void> {
    await until(() => this.page.evaluate("!document.querySelector('.ProseMirror').editor.state.selection.empty"));
  }

  /** Selects a part of the text, whatever the browser is just doing with its own selection. */
  async select(from: number, to: number): Promise<void> {
    const range = JSON.stringify({ from, to });
    await this.page.evaluate(`document.querySelector('.ProseMirror').editor.commands.setTextSelection(${range})`);
  }

  /** Adds a paragraph above all others. */
  async addFirst(text: string): Promise<void> {
    const block = JSON.stringify({ type: 'paragraph', content: [{ type: 'text', text }] });
    await this.page.evaluate(`document.querySelector('.ProseMirror').editor.commands.insertContentAt(0, ${block})`);
  }

  /** Milliseconds from each key of a text to the next picture. */
  async timesOfKeys(text: string): Promise<number[]> {
    await this.page.evaluate('room.watchKeys()');
    for (const key of text) await this.page.keyboard.type(key, { delay: 20 });
    return this.page.evaluate('room.keyTimes');
  }

  async close(): Promise<void> {
    await this.#browser.close();
    assert.deepEqual(this.complaints, []);
  }
}

/** Opens a desk in a page of the origin. The caller closes it. */
export async function openDesk(origin: string): Promise<WritingDesk> {
  const [browser, bundle] = await Promise.all([startChromium(), buildInPage('rich-text.tsx')]);
  const context = await browser.browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.route(`${origin}/desk`, (route) => route.fulfill({ contentType: 'text/html', body: HTML }));
  await page.route(`${origin}/desk/script.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: bundle.script }),
  );
  await page.route(`${origin}/desk/style.css`, (route) =>
    route.fulfill({ contentType: 'text/css', body: bundle.style }),
  );
  const desk = new WritingDesk(browser, page);
  await page.goto(`${origin}/desk`);
  return desk;
}
