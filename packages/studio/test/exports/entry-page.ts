/** A tab of the browser in which entries are opened by their address, written in, saved and published, as a person does. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ContentType, Entry } from '../../src/api/types.ts';
import { controlId } from '../../src/fields/place-of-value.ts';
import type { Studio, Watch } from '../harness/studio.ts';
import type { ImportedSpace } from './imported-space.ts';

const SAVED = '[role=status][data-status=saved]';

interface Point {
  readonly x: number;
  readonly y: number;
}

export class EntryPage {
  readonly #page: Page;
  readonly #watch: Watch;
  readonly #url: string;
  readonly #loadsAnew: boolean;
  #key = '';
  #saves = 0;
  #heard = 0;

  private constructor(page: Page, watch: Watch, { url, loadsAnew }: { url: string; loadsAnew: boolean }) {
    this.#page = page;
    this.#watch = watch;
    this.#url = url;
    this.#loadsAnew = loadsAnew;
    page.on('request', (request) => {
      if (request.method() === 'PATCH' || request.method() === 'PUT') this.#saves += 1;
    });
  }

  /** @param loadsAnew whether each address loads Studio from its beginning, as an address in a new tab does */
  static async open(studio: Studio, page: Page, loadsAnew: boolean): Promise<EntryPage> {
    return new EntryPage(page, await studio.watch(page), { url: studio.url, loadsAnew });
  }

  /** Opens an entry in all its languages, and waits until each of its fields can be edited. */
  async show({ scene, locales }: ImportedSpace, entry: Entry, { fields }: ContentType): Promise<void> {
    this.#key = entry.key;
    this.#saves = 0;
    this.#heard = this.#watch.seen.length;
    const search = locales.length > 1 ? `?locales=${locales.map(({ code }) => code).join()}` : '';
    await this.#go(`${this.#url}/studio/spaces/${scene.spaceId}/master/content/${entry.key}${search}`);
    const rows = fields.map(({ id }) => `field-${entry.key}-${id}`);
    await this.#page.evaluate(`entryPlaces.whole(${JSON.stringify(rows)})`);
  }

  /** How many saves were sent since the entry was opened. */
  get saves(): number {
    return this.#saves;
  }

  async typeAtEnd(field: string, locale: string, text: string): Promise<void> {
    await this.#control(field, locale).click();
    await this.#page.keyboard.press('Control+End');
    await this.#page.keyboard.type(text);
  }

  /** Types into the first kind of place in the document, and into each other kind something that is removed again. */
  async typeInDocument(field: string, locale: string, key: string): Promise<void> {
    const editor = `[id="${this.#idOf(field, locale)}"] .ProseMirror`;
    for (
      let index = 0;
      await this.#pressText(`document.querySelector(${JSON.stringify(editor)}), ${index}`);
      index += 1
    ) {
      await this.#page.keyboard.type(key);
      if (index > 0) await this.#page.keyboard.press('Backspace');
    }
  }

  async moveFirstDown(field: string, locale: string): Promise<void> {
    await this.#control(field, locale)
      .getByRole('button', { name: /^Move .* down$/ })
      .first()
      .click();
  }

  async removeLink(field: string, locale: string): Promise<void> {
    await this.#control(field, locale)
      .getByRole('button', { name: /^Remove link/ })
      .first()
      .click();
  }

  /** Leaves the field for the title above, as documents have headings too, and waits until it is saved. */
  async save(): Promise<void> {
    await this.#page.getByRole('heading', { level: 1 }).first().click();
    await this.#page.locator(SAVED).waitFor();
  }

  /** Publishes the entry, and nothing that it links to. */
  async publish(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Publish/ }).click();
    const dialog = this.#page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: /^Publish \d+ entr/ });
    await button.waitFor();
    const taken = dialog.getByRole('checkbox', { checked: true });
    while ((await taken.count()) > 0) await taken.first().uncheck();
    assert.ok(await button.isEnabled(), `It cannot be published: ${await dialog.textContent()}`);
    await dialog.getByRole('button', { name: 'Publish 1 entry' }).click();
    await dialog.getByText('Readers see it now', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
  }

  /** What happened since the entry was opened that should not have. */
  get complaints(): readonly string[] {
    return this.#watch.seen.slice(this.#heard);
  }

  /** Puts the caret into a text by pointer; false if there is none. What is loaded late may move the text away once or twice. */
  async #pressText(place: string): Promise<boolean> {
    do {
      const point = await this.#page.evaluate<Point | null>(`entryPlaces.textPlace(${place})`);
      if (point === null) return false;
      await this.#page.mouse.click(point.x, point.y);
    } while (!(await this.#page.evaluate<boolean>(`entryPlaces.hasCaret(${place})`)));
    return true;
  }

  /** Goes to an address, from Studio without loading it anew unless this page always does. */
  async #go(address: string): Promise<void> {
    if (this.#loadsAnew || !this.#page.url().startsWith(this.#url)) await this.#page.goto(address);
    else await this.#page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
  }

  #control(field: string, locale: string): Locator {
    return this.#page.locator(`[id="${this.#idOf(field, locale)}"]`);
  }

  #idOf(field: string, locale: string): string {
    return controlId(this.#key, field, locale);
  }
}
