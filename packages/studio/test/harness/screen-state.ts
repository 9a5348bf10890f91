/** A screen of Studio as a test opens it: where it stands, and what is pressed to see it. */
import type { Locator, Page } from 'playwright-core';

export interface ScreenState {
  readonly name: string;
  /** Whether it is shown to people who are not logged in. */
  readonly outside?: boolean;
  /** Its address behind `/studio`. */
  readonly path: string;
  /** What stands there once the screen is whole. */
  readonly shows: (page: Page) => Locator;
  /** What is done on the screen to see the state, and what it shows then. */
  readonly opens?: (page: Page) => Promise<Locator>;
}

export const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
/** Opens what a button opens. */
export const pressing =
  (button: string | RegExp, shows: (page: Page) => Locator = dialogOf) =>
  async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: button }).first().click();
    return shows(page);
  };

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog');
}

/** Brings a page to a state. */
export async function applyState(page: Page, address: string, { shows, opens }: ScreenState): Promise<void> {
  await page.goto(address);
  await shows(page).waitFor();
  await (await opens?.(page))?.waitFor();
}
