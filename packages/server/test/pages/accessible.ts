/**
 * Whether everybody can use a page: what axe finds, with no rule switched off, light and dark, on a phone and on a desk.
 * `PAGE_SCREENSHOTS=<folder>` keeps pictures of the pages.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const SCREENSHOTS = process.env.PAGE_SCREENSHOTS ?? null;
const SCHEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 360, height: 640 },
  { width: 1_280, height: 800 },
] as const;

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Fails where somebody could not use the page as it is. @param name of its pictures */
export async function requireAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of SCHEMES) {
    for (const size of SIZES) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await keepPicture(page, `${name}-${colorScheme}-${size.width}`);
      assert.deepEqual(await violationsOf(page), [], `${name}, ${colorScheme}, ${size.width}`);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'It scrolls sideways.');
    }
  }
}

async function violationsOf(page: Page): Promise<string[]> {
  const violations = (await page.evaluate('axe.run(document).then((result) => result.violations)')) as AxeViolation[];
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join()}`,
  );
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS !== null) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
