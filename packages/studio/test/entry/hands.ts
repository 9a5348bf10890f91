/** What a person does on a screen, as the tests say it. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../testing/src/until.ts';
import { pressAndSettle } from '../harness/hands.ts';

const TABS_MOST = 60;
/** The label or the words of what has the focus, without the mark of what is required. */
const FOCUSED_NAME = `(() => {
  const element = document.activeElement;
  const label = element.labels?.[0]?.firstChild ?? element;
  return element.getAttribute('aria-label') ?? label.textContent.trim();
})()`;

/** Fields far below are not in the page yet. */
export async function scrollTo(page: Page, key: string, field: string): Promise<void> {
  await page.locator(`#field-${key}-${field}`).scrollIntoViewIfNeeded();
}

/** Pastes a text as the clipboard would hand it over. */
export async function paste(into: Locator, text: string): Promise<void> {
  await into.focus();
  await into.page().evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);
}

export async function pickEntry(page: Page, field: string, words: string): Promise<void> {
  await page.getByRole('group', { name: field }).getByRole('button', { name: 'Choose an entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Search' }).fill(words);
  await dialog.getByRole('option', { name: words }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

/** Walks on until the control with this name has the focus. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  for (let steps = 0; steps < TABS_MOST; steps += 1) {
    await pressAndSettle(page, key);
    if ((await page.evaluate(FOCUSED_NAME)) === name) return;
  }
  assert.fail(`${name} is not reached by ${key}.`);
}

/** Waits until the element, which has an id, has the focus. Which element it is may change meanwhile, as that of a place in a list. */
export async function isFocused(element: Locator): Promise<void> {
  await until(async () => {
    const id = await element.getAttribute('id');
    return element.page().evaluate(`document.activeElement?.id === ${JSON.stringify(id)}`);
  });
}
