/**
 * The rules of STYLE that a machine can check, over the whole source. A failing rule names the files and says what to
 * do instead; the figures at the end are for reading, and never fail.
 */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileCircles, folderCircles, homeless, isProduct, isStore, wrongArrows } from './arrows.ts';
import { longFunctions } from './long-functions.ts';
import { parseSource, readSources, type SourceFile } from './source-file.ts';
import { wrongStudioArrows } from './studio-arrows.ts';
import { unlistedScreens } from './studio-places.ts';
import { tablesIn, wrongTables } from './tables.ts';
import { unlistedJobs } from './unlisted-jobs.ts';
import { waitsForTime } from './waiting.ts';

const HOMELESS_NAMES = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'misc',
  'services',
  'managers',
]);
const ROOMS_MAX = 12;
/** Runs without the service, and so without its configuration. */
const CLIENT_PROGRAM = 'packages/client/src/lectern.ts';
const SQL_FOLDERS = /\/platform\/(database|journal)\//;

const sources = readSources();
const product = sources.filter(isProduct);

/** Fails with the paths of all files that break a rule. */
function nobody(files: readonly SourceFile[], breaks: (file: SourceFile) => boolean, instead: string): void {
  const wrong = files.filter(breaks).map((file) => file.path);
  assert.deepEqual(wrong, [], instead);
}

test('imports point one way', () => {
  assert.deepEqual(wrongArrows(sources), []);
  assert.deepEqual(wrongStudioArrows(sources), []);
  assert.deepEqual(homeless(sources), [], 'Put it into a room, or give its new room a row in tidy/arrows.ts.');
});

test('every screen of Studio stands in a list that leads to it, and in the one that tests look through', () => {
  assert.deepEqual(unlistedScreens(sources), []);
  const lost = parseSource(
    'packages/studio/src/screens/lost/route.ts',
    "createRoute({ getParentRoute: () => spaceRoute, path: 'lost' })",
  );
  const [found, seen] = unlistedScreens([...sources, lost]);
  assert.match(
    found ?? '',
    /give \/spaces\/\$space\/\$environment\/lost a row in packages\/studio\/src\/frame\/places.ts/,
  );
  assert.match(seen ?? '', /a row in packages\/studio\/test\/harness\/screens.ts/);
});

test('every background job that is built is started', () => {
  assert.deepEqual(unlistedJobs(sources), []);
  const lost = [
    parseSource(
      'packages/server/src/content/views/lost.ts',
      'export class Lost {\n  async run(signal: AbortSignal) {}\n}',
    ),
    parseSource('packages/server/src/composition/a.ts', 'export const parts = { lost: new Lost() };'),
  ];
  assert.match(unlistedJobs([...sources, ...lost]).join(), /give lost, the Lost, a row in /);
});

test('no imports go in a circle, types included', () => {
  assert.deepEqual(fileCircles(sources), [], 'Move what both need into a file that imports neither.');
  assert.deepEqual(folderCircles(product), [], 'Move what both need into the folder that the others stand on.');
});

test('files and folders are named after what they hold, in kebab-case', () => {
  const instead = 'Name it by a noun of the product, or put the tool into kit/ under its own name; write kebab-case.';
  nobody(sources, ({ path }) => path.split('/').some((part) => HOMELESS_NAMES.has(part.split('.')[0] ?? '')), instead);
  nobody(sources, ({ path }) => !/^[a-z0-9-]+((\.deep)?\.test|\.d)?\.(tsx?|mjs)$/.test(posix.basename(path)), instead);
});

test('every module opens with what it owns', () => {
  const instead =
    'Begin the file with 2 to 5 lines of comment: what it owns, and the one invariant a reader must know.';
  nobody(sources, ({ text }) => !/^(#![^\n]*\n)?\s*\/(\*\*|\/)/.test(text), instead);
});

test('tests of the usual tier neither measure time nor pause', () => {
  const instead =
    'Wait for what has to come with `until`, give what decides by time a clock or a deadline, or assert how long it takes in a file named `.deep.test.ts`.';
  nobody(sources, waitsForTime, instead);
  const breaks = (code: string, path = 'packages/server/test/a.test.ts') => waitsForTime({ path, code });
  for (const code of [
    'const began = performance.now();',
    'assert.ok(Date.now() - startedAt < 500);',
    "import { setTimeout as sleep } from 'node:timers/promises';",
    'await new Promise((resolve) => setTimeout(resolve, 100));',
  ]) {
    assert.ok(breaks(code), code);
    assert.ok(!breaks(code, 'packages/server/test/a.deep.test.ts'), code);
  }
  for (const code of [
    'socket.setTimeout(100);',
    "mock.timers.enable({ apis: ['setTimeout'] });",
    'Date.now() - DAY_MS',
  ])
    assert.ok(!breaks(code), code);
});

test('functions of the product can be read at once', () => {
  assert.deepEqual(longFunctions(sources), []);
  const path = 'packages/studio/src/ui/a.tsx';
  const lines = (count: number) => parseSource(path, `export function A() {${'\n'.repeat(count - 1)}}`);
  assert.deepEqual(longFunctions([lines(70)], {}), []);
  assert.deepEqual(longFunctions([parseSource('packages/studio/test/a.ts', lines(71).text)], {}), []);
  assert.match(longFunctions([lines(71)], {}).join(), /ui\/a\.tsx:1: A has 71 lines.*split it/);
  assert.deepEqual(longFunctions([lines(71)], { [`${path} A`]: 'a table' }), []);
  assert.match(longFunctions([lines(70)], { [`${path} A`]: 'a table' }).join(), /A is not long any more; take it out/);
});

test('exports have names', () => {
  nobody(sources, (file) => file.hasDefaultExport, 'Export it by name.');
});

test('nothing is left over from working on it', () => {
  nobody(sources, ({ text }) => /\b(FIX[M]E|XX[X])\b/.test(text), 'Finish it, or open an issue.');
  nobody(sources, ({ code }) => /\b(test|it|describe)\.only\(/.test(code), 'Take out `.only`.');
});

test('the product writes to its log, and commands to their streams', () => {
  nobody(product, ({ code }) => /\bconsole\.\w+\(/.test(code), 'Use the logger, or `process.stdout` in a command.');
});

test('only config/ reads the environment', () => {
  const outside = product.filter(({ path }) => !path.includes('/src/platform/config/') && path !== CLIENT_PROGRAM);
  nobody(
    outside,
    ({ code }) => /\bprocess\.env\b/.test(code),
    'Add the variable to config/variables.ts and take it from the Config.',
  );
});

test('SQL is written in stores alone', () => {
  const outside = product.filter(({ path }) => !SQL_FOLDERS.test(path) && !isStore(posix.basename(path, '.ts')));
  nobody(outside, (file) => file.writesSql, "Move the statement into the concept's store.ts.");
});

test('a table is written by one room, and read by those above it that are listed', () => {
  assert.deepEqual(wrongTables(sources, tablesIn(sources)), []);
});

test('only database/ knows the drivers', () => {
  const outside = product.filter(({ path }) => !path.includes('/src/platform/database/'));
  nobody(
    outside,
    ({ packages }) => packages.includes('pg') || packages.includes('node:sqlite'),
    'Use the Database that composition/ hands over.',
  );
});

test('the top of the tree can be taken in at a glance', () => {
  const inServer = product.filter(({ path }) => path.startsWith('packages/server/'));
  const rooms = new Set(inServer.map(({ path }) => path.split('/')[3]));
  assert.ok(rooms.size <= ROOMS_MAX, `${rooms.size} files and folders right under src/; join what belongs together.`);
});

test('the rules see what they look for', () => {
  const wrong = parseSource(
    'packages/server/src/platform/kit/a.ts',
    "import { b } from '../../content/entries/store.ts';\nexport default () => sql`select 1`; // console.log(process.env)",
  );
  assert.deepEqual([wrong.hasDefaultExport, wrong.writesSql, wrong.code.includes('process.env')], [true, true, false]);
  assert.equal(wrongArrows([wrong]).length, 1);
  const circle = [
    parseSource('a.ts', "import type { B } from './b.ts';"),
    parseSource('b.ts', "export * from './c.ts';"),
    parseSource('c.ts', "await import('./a.ts');"),
  ];
  assert.deepEqual(fileCircles(circle), [['a.ts', 'b.ts', 'c.ts', 'a.ts']]);
  const folders = [
    parseSource('x/a/one.ts', "import './inner/three.ts'; import '../b/two.ts';"),
    parseSource('x/a/inner/three.ts', "import '../one.ts';"),
    parseSource('x/b/two.ts', "import '../a/four.ts';"),
  ];
  assert.deepEqual(fileCircles(folders), [['x/a/one.ts', 'x/a/inner/three.ts', 'x/a/one.ts']]);
  assert.deepEqual(folderCircles(folders), [['x/a', 'x/b', 'x/a']]);
  const packages = [
    parseSource('packages/a/src/one.ts', "import '../../b/src/two.ts';"),
    parseSource('packages/b/src/two.ts', "import '../../a/src/three.ts';"),
  ];
  assert.deepEqual(folderCircles(packages), [['packages/a', 'packages/b', 'packages/a']]);
  const store = parseSource('packages/server/src/content/entries/a.ts', "import { s } from '../assets/store.ts';");
  assert.match(wrongArrows([store]).join(), /use a rule that content\/assets exports/);
  const beside = parseSource('packages/server/src/events/webhooks/a.ts', "import { b } from '../audit/audit.ts';");
  assert.match(wrongArrows([beside]).join(), /which stands beside it/);
  const members = parseSource(
    'packages/server/src/identity/accounts/a.ts',
    "import { b } from '../auth/users/users.ts';",
  );
  assert.match(wrongArrows([members]).join(), /users.ts, which stands above it/);
  const reader = (request: string) =>
    wrongArrows([parseSource('packages/import/src/a.ts', `import { a } from '${request}';`)]).join();
  assert.match(reader('../../server/src/commands/import/field-rules.ts'), /stands above it/);
  assert.match(reader('../../server/src/model/fields/registry.ts'), /know the contract alone/);
  const site = parseSource('packages/client/src/a.ts', "import { a } from '../../server/src/platform/kit/a.ts';");
  assert.match(wrongArrows([site]).join(), /know the contract alone/);
  assert.equal(reader('../../contract/src/fields.ts'), '');
  const screens = ['@mantine/core', '../media/b.ts', '../../frame/c.ts'].map((name) => `import '${name}';`).join(' ');
  const screen = wrongStudioArrows([parseSource('packages/studio/src/screens/model/a.tsx', screens)]);
  assert.match(screen.join(), /b\.ts, which stands beside it.*@mantine\/core; export/s);
  assert.equal(screen.length, 2);
  const wide = parseSource(
    'packages/studio/src/api/a.ts',
    "import '../../../contract/src/a.ts'; import '../../../server/src/app.ts';",
  );
  assert.match(wrongStudioArrows([wide]).join(';'), /^[^;]*server\/src\/app\.ts; move what both need/);
  const impure = parseSource('packages/contract/src/a.ts', "import 'node:fs'; import '../../server/src/app.ts';");
  assert.match(wrongArrows([impure]).join(), /imports node:fs; the contract is plain data.*which stands above it/s);
  const low = wrongStudioArrows([
    parseSource('packages/studio/src/api/a.ts', "import '../ui/b.ts'; import '../drafts/c.ts';"),
  ]);
  assert.match(low.join(), /which stands beside it.*which stands above it/s);
  const below = parseSource('packages/server/src/model/fields/a.ts', "import { a } from '@lectern/import/a.ts';");
  assert.match(wrongArrows([below]).join(), /imports packages\/import\/src\/a.ts, which stands above it/);
  assert.deepEqual(homeless([parseSource('packages/server/src/platform/a.ts', '')]), [
    'packages/server/src/platform/a.ts',
  ]);
});

test('the rule about tables sees every way to name one', () => {
  const entries = parseSource(
    'packages/server/src/content/entries/store.ts',
    "db.insertInto('entries'); db.selectFrom('slugs'); db.deleteFrom('slugs');",
  );
  const others = (path: string, text: string, listed = {}) =>
    wrongTables([entries, parseSource(`packages/server/src/${path}`, text)], ['entries', 'slugs'], listed).join();
  for (const text of [
    "db.updateTable('slugs')",
    "db.deleteFrom('slugs as s')",
    'sql`update slugs set slug = 1`',
    "query('DELETE FROM slugs WHERE true')",
    "for (const table of ['slugs']) db.deleteFrom(table)",
  ])
    assert.match(others('content/import/store.ts', text), /slugs is written by content\/entries and content\/import/);
  for (const text of [
    "db.selectFrom('slugs as s')",
    "db.selectFrom(['slugs', 'other'])",
    "db.selectFrom((nested) => nested.selectFrom('slugs'))",
    "({ selectFrom }) => selectFrom('slugs')",
    "query.leftJoin('slugs', 'a', 'b')",
    'sql`select 1 from slugs`',
  ]) {
    const unlisted = /content\/import reads slugs of content\/entries; use a rule/;
    assert.match(others('content/import/store.ts', text), unlisted);
    assert.equal(others('content/import/store.ts', text, { 'content/import': ['slugs'] }), '');
    assert.equal(others('reading/query/store.ts', text, { 'reading/query': ['slugs'] }), '');
    assert.match(others('content/assets/store.ts', text, { 'content/assets': ['slugs'] }), /which is not below it/);
  }
  assert.match(others('content/import/a.ts', '', { 'content/import': ['slugs'] }), /reads no tables/);
  const without = { 'content/entries': ['entries'] };
  assert.match(others('content/import/a.ts', '', without), /does not read entries of another room/);
  assert.match(wrongTables([entries], ['entries', 'lost'], {}).join(), /Nothing writes lost/);
  assert.deepEqual(tablesIn(sources).includes('entries'), true);
});

test('figures', (context) => {
  const functions = product.flatMap((file) =>
    file.functions.map(({ lines, line }) => ({ lines, at: `${file.path}:${line}` })),
  );
  const files = product.map((file) => ({ lines: file.lines, at: file.path }));
  context.diagnostic(figures('file lines', files));
  context.diagnostic(figures('function lines', functions));
  const tests = sources.filter((file) => !isProduct(file)).reduce((sum, file) => sum + file.lines, 0);
  const code = files.reduce((sum, file) => sum + file.lines, 0);
  context.diagnostic(`tests/code: ${(tests / code).toFixed(2)} (${tests} to ${code} lines)`);
});

function figures(name: string, measured: readonly { lines: number; at: string }[]): string {
  const sorted = measured.toSorted((a, b) => a.lines - b.lines);
  const [p50, p90, max] = [0.5, 0.9, 1].map((share) => sorted[Math.ceil(share * sorted.length) - 1]);
  return `${name} p50/p90/max: ${p50?.lines}/${p90?.lines}/${max?.lines} (${max?.at})`;
}
