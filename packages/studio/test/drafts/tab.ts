/** A page with boxes to type into, which show the store of open entries alone. */
import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { type Member, PASSWORD } from '../../../testing/src/given.ts';
import { bundleInPage } from '../harness/bundle.ts';
import type { StudioScene } from '../harness/scene.ts';
import { crash, type Value } from './entry-on-screen.ts';
import { BODY, CODE, GERMAN_TITLE, TITLE } from './notes.ts';

export const VALUES: readonly Value[] = [TITLE, GERMAN_TITLE, BODY, CODE];

let script: Promise<string> | undefined;

/** A tab in which the owner is logged in. */
export async function openTab({ url, given }: StudioScene, context: BrowserContext): Promise<Tab> {
  script ??= bundleInPage('drafts-page.ts');
  const page = await context.newPage();
  await page.goto(`${url}/healthz`);
  await page.addScriptTag({ content: await script });
  const isKnown = await page.evaluate(`localStorage.getItem('lectern.session') !== null`);
  const tab = new Tab(page);
  if (isKnown) await page.evaluate('desk.comeBack()');
  else await tab.logIn(given.member);
  return tab;
}

/** A tab that shows an entry. */
export async function openNote(scene: StudioScene, context: BrowserContext, key: string): Promise<Tab> {
  const tab = await openTab(scene, context);
  await tab.open({ space: scene.given.spaceId, environment: 'master', key });
  return tab;
}

export class Tab {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async logIn({ email }: Member): Promise<void> {
    await this.page.evaluate(`desk.logIn(${JSON.stringify(email)}, ${JSON.stringify(PASSWORD)})`);
  }

  async open(address: object): Promise<void> {
    await this.page.evaluate(`desk.open(${JSON.stringify(address)}, ${JSON.stringify(VALUES)})`);
  }

  /** Types at the end of a box, a character at a time. */
  async type([name, locale]: Value, text: string): Promise<void> {
    await this.page.getByLabel(`${name} ${locale}`).focus();
    for (const character of text) await this.page.keyboard.insertText(character);
  }

  shown([name, locale]: Value): Promise<string> {
    return this.page.getByLabel(`${name} ${locale}`).inputValue();
  }

  /** An expression about `draft` or `drafts`. */
  ask<Answer>(expression: string): Promise<Answer> {
    return this.page.evaluate(`(({ draft, drafts }) => ${expression})(desk)`);
  }

  /** Waits until the state holds all of that text. */
  async reaches(state: string): Promise<void> {
    await this.page.locator('output', { hasText: state }).waitFor({ state: 'attached' });
  }

  kill(): Promise<void> {
    return crash(this.page);
  }

  /** Sends everything, and fails unless all is acknowledged. */
  async save(): Promise<void> {
    assert.deepEqual(await this.ask('draft.flush()'), { status: 'saved' });
  }
}
