/** The page of a site beside the form, in a browser that keeps no cookies of other sites, and what is asked of both. */
import type { TestContext } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** How often typing is watched until the page shows it. */
const ROUNDS = Number(process.env.STUDIO_PREVIEW_ROUNDS ?? 30);
/** As somebody types who knows what to write. */
const BETWEEN_KEYS_MS = 40;

/** Shows the page of the entry whose screen it is, and waits until it takes part. @returns the page of the site */
export async function showBeside(page: Page): Promise<FrameLocator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.getByText('Browse', { exact: true }).waitFor();
  const shown = page.frameLocator('iframe').frameLocator('iframe');
  // While a page comes in pieces, some of them stand in it hidden as well.
  await shown.locator('h1').filter({ visible: true }).waitFor();
  return shown;
}

/** The name of the field that has the focus. */
export function focusedField(page: Page): Promise<string | undefined> {
  return page.evaluate(
    `document.querySelector('label[for="' + CSS.escape(document.activeElement?.id ?? '') + '"]')?.firstChild?.textContent ?? ''`,
  );
}

/** Writes into a field again and again, each time until the page shows it, and tells how soon. @returns what was written last */
export async function watchTyping(input: Locator, place: Locator, test: TestContext): Promise<string> {
  const ms: number[] = [];
  let text = '';
  for (let round = 0; round < ROUNDS; round++) {
    text = `Round ${round}`;
    await input.fill('');
    await input.pressSequentially(text, { delay: BETWEEN_KEYS_MS });
    const from = performance.now();
    await place.getByText(text, { exact: true }).waitFor();
    ms.push(performance.now() - from);
  }
  const p50 = ms.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  test.diagnostic(`from the last key to the page: p50 ${p50.toFixed(0)} ms, most ${ms.at(-1)?.toFixed(0)} ms`);
  return text;
}
