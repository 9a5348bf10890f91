/**
 * Whether everybody can use a page: checked by axe with all rules, light and dark, on a phone and on a desktop, from left to right
 * and from right to left. `PAGE_SCREENSHOTS=<folder>` keeps screenshots of the pages.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const SCREENSHOTS = process.env.PAGE_SCREENSHOTS ?? null;

/** How somebody looks at a page. */
export interface View {
  readonly colorScheme: 'light' | 'dark';
  readonly width: 360 | 1_280;
  /** Whether the page is turned round for scripts that are written from right to left. */
  readonly direction: 'ltr' | 'rtl';
}

const HEIGHT = 800;
/**
 * WCAG 2.2 AA asks for targets of 24 px, which axe does not look at unless told. What is right is looked at too, but axe
 * does not describe it, which takes it longer than to look.
 */
const OPTIONS = JSON.stringify({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] });
/** Two frames: whatever follows the colours and the width has followed them. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Fails if somebody could not use the page as it is. @param name of its screenshots */
export async function requireAccessible(page: Page, name: string, views: readonly View[]): Promise<void> {
  await page.evaluate(axe.source);
  const directionBefore = await page.evaluate('document.documentElement.dir');
  for (const { colorScheme, width, direction } of views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT });
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    // At the top, where nothing that stays in sight when one scrolls lies over half of a button.
    await page.evaluate('scrollTo(0, 0)');
    await page.evaluate(PAINTED);
    const view = `${name}-${colorScheme}-${direction}-${width}`;
    await keepPicture(page, view);
    assert.deepEqual(await violationsOf(page), [], view);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'It scrolls sideways.');
  }
  await page.evaluate(`document.documentElement.dir = '${directionBefore}'`);
}

async function violationsOf(page: Page): Promise<string[]> {
  const violations = (await page.evaluate(
    `axe.run(document, ${OPTIONS}).then((result) => result.violations)`,
  )) as AxeViolation[];
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join()}`,
  );
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS !== null) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
