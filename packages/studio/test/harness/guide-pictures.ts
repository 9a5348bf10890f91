/** The pictures of the guide, taken while the screens are tried: `STUDIO_PICTURES=<folder>` keeps them there. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = process.env.STUDIO_PICTURES ?? null;
const QUALITY = 55;

/** Keeps what a page shows, light and from left to right, where pictures are wanted. */
export async function keepForGuide(page: Page, name: string): Promise<void> {
  if (FOLDER === null) return;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(`document.documentElement.dir = 'ltr'`);
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: QUALITY });
}
