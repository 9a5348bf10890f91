/** The catalogs hold every word that Studio shows, and none that it does not: `lingui extract` would change nothing. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeFolder, temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { comments } from '../src/languages/comments.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const CATALOGS = join(PACKAGE, 'src/languages');
/** What a longer text is about is seen from itself. */
const COMMENTED_BELOW_CHARACTERS = 13;
const LINGUI = join(PACKAGE, '../../node_modules/.bin/lingui');

const folder = temporaryFolder('catalogs');
after(() => removeFolder(folder));

test('the catalogs are as `lingui extract` writes them; run it in packages/studio if this fails', () => {
  for (const language of ['en', 'de']) cpSync(join(CATALOGS, `${language}.po`), join(folder, `${language}.po`));
  extractInto(folder);
  for (const language of ['en', 'de']) {
    const kept = idsIn(join(CATALOGS, `${language}.po`));
    const shown = idsIn(join(folder, `${language}.po`));
    const missing = [...shown.difference(kept)];
    const unused = [...kept.difference(shown)];
    assert.deepEqual({ language, missing, unused }, { language, missing: [], unused: [] });
  }
});

test('every word of Studio is there in German', () => {
  const untranslated = readFileSync(join(CATALOGS, 'de.po'), 'utf8').matchAll(
    /^msgid (".+"(?:\n".*")*)\nmsgstr ""\n(?!")/gm,
  );
  assert.deepEqual(
    [...untranslated].map(([, id]) => id),
    [],
  );
});

test('every comment for translators is about a word that Studio shows', () => {
  const shown = idsIn(join(CATALOGS, 'en.po'));
  assert.deepEqual(
    Object.keys(comments).filter((message) => !shown.has(JSON.stringify(message))),
    [],
  );
});

test('every short text has a comment for translators, who see it without its place', () => {
  const blocks = readFileSync(join(CATALOGS, 'en.po'), 'utf8').split('\n\n');
  const texts = blocks.map((block) => ({ block, text: /^msgid "(.+)"$/m.exec(block)?.[1] ?? '' }));
  const uncommented = texts.filter(({ block, text }) => !/^#\. (?!placeholder)/m.test(block) && text !== '');
  assert.deepEqual(
    uncommented.map(({ text }) => text).filter(({ length }) => length < COMMENTED_BELOW_CHARACTERS),
    [],
  );
});

/** Extracts with the settings of Studio, but for the place of the catalogs. */
function extractInto(target: string): void {
  const config = join(target, 'lingui.config.cjs');
  const settings = {
    rootDir: PACKAGE,
    sourceLocale: 'en',
    locales: ['en', 'de'],
    catalogs: [{ path: `${target}/{locale}`, include: ['<rootDir>/src'] }],
  };
  writeFileSync(config, `module.exports = ${JSON.stringify(settings)};`);
  execFileSync(process.execPath, [realpathSync(LINGUI), 'extract', '--clean', '--config', config], {
    cwd: PACKAGE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The messages in use: those that are no longer stand behind `#~`. */
function idsIn(path: string): ReadonlySet<string> {
  return new Set([...readFileSync(path, 'utf8').matchAll(/^msgid (".*"(?:\n".*")*)/gm)].map(([, id]) => id ?? ''));
}
