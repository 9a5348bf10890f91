/**
 * The real exports of other systems, imported, and written in on the screens of Studio: every entry opens, is edited and
 * published, and what was not touched is answered byte for byte as before. One entry of each type, or, with
 * `STUDIO_EXPORTS=all`, every one.
 */
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, before, it } from 'node:test';
import type { ImportedFile } from '../../../server/test/content/importers/import-run.ts';
import { describeFirstEngine } from '../../../testing/src/engines.ts';
import { signUp } from '../../../testing/src/given.ts';
import type { Entry } from '../../src/api/types.ts';
import { bundleInPage } from '../harness/bundle.ts';
import { Studio } from '../harness/studio.ts';
import { differences } from './differences.ts';
import { type Edit, editsOf } from './edits.ts';
import { EntryPage } from './entry-page.ts';
import { FOLDER, type ImportedSpace, importExport, readAnswers, realExports } from './imported-space.ts';
import { visitEntry } from './visit.ts';

const EVERY = process.env.STUDIO_EXPORTS === 'all';
const PATIENCE_MS = 60_000;
const PAGES = EVERY ? 4 : 1;
const files = realExports();

describeFirstEngine('real exports on the screens of Studio', (engine) => {
  const spaces = new Map<ImportedFile, ImportedSpace>();
  let studio: Studio;
  let pages: readonly EntryPage[];
  before(async () => {
    if (files.length === 0) return;
    studio = await Studio.open({ engine });
    const member = await signUp(studio.url);
    // All at the beginning, as the session of whoever imports ends while the long form runs.
    for (const file of files) spaces.set(file, await importExport(studio.url, member, file));
    const context = await studio.logIn(member);
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(await bundleInPage('entry-places.ts'));
    pages = await Promise.all(
      Array.from({ length: PAGES }, async () => EntryPage.open(studio, await context.newPage(), EVERY)),
    );
  });
  after(() => studio?.close());

  if (files.length === 0) it('are opened, edited and published', { skip: `${FOLDER} holds no exports.` });
  for (const file of files)
    it(`of ${basename(file[1])} are opened, edited and published, and stay as they are otherwise`, async (test) => {
      const space = spaces.get(file) as ImportedSpace;
      const imported = await readAnswers(space.scene);
      const edited = new Map<string, readonly Edit[]>();
      const failures = new Set<string>();
      for (const type of space.types) {
        const entries = space.entries.filter(({ content_type }) => content_type === type.api_id);
        await atOnce(EVERY ? entries : entries.slice(0, 1), async (page, entry) => {
          const edits = editsOf(entry, type, space.locales);
          edited.set(entry.id, edits);
          await visitEntry(page, { space, entry, type, edits }).catch((error) => failures.add(`${entry.id}: ${error}`));
        });
        if (EVERY) await compare();
      }
      await compare();
      test.diagnostic(`${edited.size} of ${space.entries.length} entries`);
      assert.deepEqual([...failures], []);

      async function compare(): Promise<void> {
        for (const found of differences(imported, await readAnswers(space.scene), edited)) failures.add(found);
      }
    });

  /** Goes through entries with all pages at once. */
  async function atOnce(entries: readonly Entry[], visit: (page: EntryPage, entry: Entry) => Promise<void>) {
    const waiting = [...entries];
    await Promise.all(
      pages.map(async (page) => {
        for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) await visit(page, entry);
      }),
    );
  }
});
