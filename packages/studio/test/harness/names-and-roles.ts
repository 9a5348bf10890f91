/**
 * What screens tell a screen reader, held against what is stored in `names-and-roles.yaml`, which has a section for each.
 * `STUDIO_NAMES=write` writes the sections anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const STORED = new URL('../names-and-roles.yaml', import.meta.url);
/** Sections begin with the name of their screen; the lines of a tree begin with a dash or blanks. */
const SECTION_START = /^(?=[a-z-]+:\n)/m;
const isWriting = process.env.STUDIO_NAMES === 'write';
/** How long a screen may take to become what is stored; it is waited for no longer than that takes. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;

export class NamesAndRoles {
  readonly #stored: ReadonlyMap<string, string>;
  readonly #seen = new Map<string, string>();

  constructor() {
    this.#stored = sectionsOf(readFileSync(STORED, 'utf8'));
  }

  /** Fails where a screen does not become what is stored of it. Screens that nothing is stored of pass. */
  async require(page: Page, screen: string): Promise<void> {
    const seen = isWriting ? await settled(page) : await this.#asStored(page, screen);
    this.#seen.set(screen, seen);
    if (!isWriting)
      assert.equal(
        seen,
        this.#stored.get(screen),
        `The names and roles of ${screen} are others; if that is right, run this with STUDIO_NAMES=write.`,
      );
  }

  /** Fails where something is stored of a screen that nobody looked at. Writes in the order that is stored, new screens last. */
  finish(): void {
    if (isWriting) {
      const names = new Set([...this.#stored.keys(), ...this.#seen.keys()].filter((name) => this.#seen.has(name)));
      writeFileSync(STORED, [...names].map((name) => `${name}:\n${this.#seen.get(name)}\n`).join('\n'));
    } else assert.deepEqual([...this.#stored.keys()].sort(), [...this.#seen.keys()].sort());
  }

  /** A screen arrives part by part: it is read until it is what is stored, or for as long as patience lasts. */
  async #asStored(page: Page, screen: string): Promise<string> {
    const end = performance.now() + PATIENCE_MS;
    let seen = await namesAndRoles(page);
    while (seen !== this.#stored.get(screen) && performance.now() < end) {
      await setTimeout(PAUSE_MS);
      seen = await namesAndRoles(page);
    }
    return seen;
  }
}

function sectionsOf(text: string): Map<string, string> {
  const sections = text.split(SECTION_START).filter((section) => section !== '');
  return new Map(
    sections.map((section) => {
      const end = section.indexOf(':\n');
      return [section.slice(0, end), section.slice(end + 2).trimEnd()];
    }),
  );
}

async function settled(page: Page): Promise<string> {
  await page.waitForLoadState('networkidle');
  return namesAndRoles(page);
}

/** What a screen reader makes of the page, without what is different each time. */
async function namesAndRoles(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree
    .replaceAll(/\b(just now|\d+ (second|minute)s? ago)\b/g, '<moment>')
    .replaceAll(/\b([A-Z][a-z]+, )?[A-Z][a-z]+ \d{1,2}, \d{4}\b/g, '<day>')
    .replaceAll(/\b\d{1,2}:\d{2}\s[AP]M\b/g, '<time>')
    .replaceAll(/reader-[0-9a-f]{16}/g, '<somebody>')
    .replaceAll(/(spc|ast|ent|usr|viw)_[0-9a-z]+(_01[0-9a-z]{24})?/g, '<id>')
    .replaceAll(/\/content\/01[0-9a-z]{24}/g, '/content/<key>')
    .replaceAll(/cms_([a-z]+)_\S*?…\w{4}/g, 'cms_$1_<token>')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<service>')
    .trimEnd();
}
