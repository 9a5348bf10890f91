/** The screen of an entry as somebody who writes sees and uses it: its inputs and its words, and nothing behind them. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { hurry } from '../harness/clock.ts';

export type Value = readonly [field: string, locale: string];

/** What the screen says of what was written. */
export type SaveStatus = 'saved' | 'saving' | 'kept' | 'needs-you';

export class EntryOnScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits until all can be written into, the rich text too, whose editor comes last. */
  async isOpen(): Promise<void> {
    await this.input(['title', 'en-US']).waitFor();
    await this.input(['story', 'en-US']).waitFor();
  }

  /** The input of a value: a text area, or the editor of a rich text. */
  input([field, locale]: Value): Locator {
    return this.page.getByRole('textbox', { name: new RegExp(`^${field} ?${locale}`) });
  }

  /** Writes at the end of a value, in one go: what is saved meanwhile is all or nothing of it. */
  async write(value: Value, text: string): Promise<void> {
    await this.input(value).focus();
    await this.page.keyboard.press('ControlOrMeta+End');
    await this.page.keyboard.insertText(text);
  }

  /** Types at the end of a value, key by key. A line break is the Enter key. */
  async type(value: Value, text: string, pauseMs = 0): Promise<void> {
    await this.input(value).focus();
    await this.page.keyboard.press('ControlOrMeta+End');
    await this.page.keyboard.type(text, { delay: pauseMs });
  }

  /** What a value shows; the paragraphs of a rich text as lines. */
  async shown(value: Value): Promise<string> {
    const input = this.input(value);
    if (value[0] !== 'story') return input.inputValue();
    return (await input.locator('p').allTextContents()).join('\n');
  }

  /** Waits until the screen says so of what was written. What is saved after a while, or tried again, is so at once. */
  async says(status: SaveStatus): Promise<void> {
    const comes = this.page.locator(`[role=status][data-status=${status}]`).waitFor({ state: 'attached' });
    try {
      await (status === 'saved' ? hurry(this.page, comes) : comes);
    } catch (error) {
      const shown = await this.page.locator('[role=status], [role=dialog], [role=alert]').allTextContents();
      throw new Error(`it says ${JSON.stringify(shown)}, and not "${status}"`, { cause: error });
    }
  }

  /** Leaves the field that is written in, which saves; the screen tells what becomes of it only after the next paint. */
  async leaveField(): Promise<void> {
    await this.page.evaluate(
      'document.activeElement.blur(); new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))',
    );
  }

  /** Leaves the field, and waits until the screen says that everything is saved. */
  async save(): Promise<void> {
    await this.leaveField();
    await this.says('saved');
  }

  /** The question that stands at a value which somebody else has written too. */
  question(nth: number): Locator {
    return this.page
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this while you were writing' })
      .nth(nth);
  }

  /** Fails where anything asks for attention: a dialog, a notice, a question. */
  async isQuiet(): Promise<void> {
    assert.deepEqual(await this.page.locator('[role=dialog], [role=alert]').allTextContents(), []);
  }

  kill(): Promise<void> {
    return crash(this.page);
  }
}

/** Ends the process of a page as a crash does: nothing in it learns of it. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const protocol = await page.context().newCDPSession(page);
  void protocol.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** What a service holds of a value as the screen shows it. */
export function linesOf(served: unknown): unknown {
  if (typeof served !== 'object' || served === null) return served;
  const { content = [] } = served as TextBlock;
  return content.map(({ content: texts = [] }) => texts.map(({ text = '' }) => text).join('')).join('\n');
}

interface TextBlock {
  readonly content?: readonly TextBlock[];
  readonly text?: string;
}

/** A rich text of one paragraph. */
export function paragraph(text: string): object {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}

const WORDS_IN_LINE = 4;

/** So many characters in lines, no part of which is like another. */
export function textOf(length: number): string {
  let text = '';
  for (let word = 0; text.length < length; word++)
    text += `w${word}${word % WORDS_IN_LINE === WORDS_IN_LINE - 1 ? '\n' : ' '}`;
  return text.slice(0, length);
}
