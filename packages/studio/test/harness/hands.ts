/** Two ways to use a page: with a pointer, or with the keyboard alone. Both count what they do. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Presses of Tab after which a thing counts as out of reach. */
const REACH = 120;

/** A file as a person chooses it, or its path. */
type ChosenFile = string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

export interface Hand {
  /** What was done so far: what was pressed, written and chosen. */
  readonly actions: number;
  /** Presses a button, a link or a box. */
  press(target: Locator): Promise<void>;
  /** Writes into a field in place of what is there. */
  write(target: Locator, text: string): Promise<void>;
  /** Presses a button that asks for a file, and gives it one. */
  give(target: Locator, file: ChosenFile): Promise<void>;
  /** Puts away what is open over the page. */
  putAway(): Promise<void>;
}

export class Pointer implements Hand {
  actions = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(target: Locator): Promise<void> {
    this.actions += 1;
    await target.click();
  }

  async write(target: Locator, text: string): Promise<void> {
    this.actions += 1;
    await target.fill(text);
  }

  async give(target: Locator, file: ChosenFile): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.press(target);
    await (await chooser).setFiles(file);
  }

  async putAway(): Promise<void> {
    this.actions += 1;
    await this.#page.keyboard.press('Escape');
  }
}

/**
 * Goes from thing to thing by Tab, inside menus and groups of radio buttons by the arrow keys. Fails where that does not lead
 * to the thing.
 */
export class Keyboard implements Hand {
  actions = 0;
  readonly #page: Page;
  readonly #presses: number;

  /** @param presses of Tab after which a thing counts as out of reach */
  constructor(page: Page, presses = REACH) {
    this.#page = page;
    this.#presses = presses;
  }

  async press(target: Locator): Promise<void> {
    this.actions += 1;
    await this.#reach(target);
    const kind = await target.getAttribute('type');
    // The arrow key that reaches a radio button has chosen it, but for the first one of a group.
    if (kind === 'radio' && (await target.isChecked())) return;
    await this.#page.keyboard.press(kind === 'checkbox' || kind === 'radio' ? 'Space' : 'Enter');
  }

  async write(target: Locator, text: string): Promise<void> {
    this.actions += 1;
    await this.#reach(target);
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.insertText(text);
  }

  /** Chooses from the list of a field. */
  async choose(target: Locator, name: string): Promise<void> {
    this.actions += 1;
    await this.#reach(target);
    await this.#page.keyboard.press('Enter');
    const wanted = this.#page.getByRole('option', { name });
    await wanted.waitFor();
    for (let presses = 0; presses < this.#presses; presses += 1) {
      if ((await wanted.getAttribute('data-combobox-selected')) !== null) return this.#page.keyboard.press('Enter');
      await pressAndSettle(this.#page, 'ArrowDown');
    }
    assert.fail(`The arrow keys do not reach ${name}.`);
  }

  async give(target: Locator, file: ChosenFile): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.press(target);
    await (await chooser).setFiles(file);
  }

  async putAway(): Promise<void> {
    this.actions += 1;
    await this.#page.keyboard.press('Escape');
  }

  async #reach(target: Locator): Promise<void> {
    const group = (await target.getAttribute('type')) === 'radio' ? await target.getAttribute('name') : null;
    // The library may draw a radio button beside its input, which is not seen then.
    if (group === null) await target.waitFor();
    const isItem = (await target.getAttribute('role')) === 'menuitem';
    for (let presses = 0; presses < 3 * this.#presses; presses += 1) {
      if ((await target.and(this.#page.locator(':focus')).count()) > 0) {
        return;
      }
      const isInGroup = group !== null && (await this.#page.locator(`:focus[name="${group}"]`).count()) > 0;
      await pressAndSettle(
        this.#page,
        isItem || isInGroup ? 'ArrowDown' : presses < this.#presses ? 'Tab' : 'Shift+Tab',
      );
    }
    assert.fail(`The keyboard does not reach ${target} in ${this.#presses} presses.`);
  }
}

/**
 * Presses a key and lets the page come to rest. The focus trap of a dialog looks at a date only after Tab has left it,
 * by a timer, and takes what another Tab has reached in the meantime for a focus gone astray.
 */
export async function pressAndSettle(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
}
