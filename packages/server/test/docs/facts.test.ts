/**
 * What the documentation names exists: variables, commands, routes, metrics, error codes, our own files; and it lists as the code has
 * them the attributes of entries and assets on delivery, field types, events of webhooks and the waits between their attempts.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clientCommandNames } from '../../../client/src/commands/commands.ts';
import { errorCatalogue } from '../../../contract/src/errors.ts';
import { eventKinds } from '../../../contract/src/event-kinds.ts';
import { fieldTypeNames } from '../../../contract/src/fields.ts';
import { send } from '../../../testing/src/client.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { commandNames } from '../../src/commands/run-command.ts';
import { retryDelayMs } from '../../src/events/webhooks/dispatch/schedule.ts';
import { clientVariables, serviceVariables } from '../../src/platform/config/variables.ts';
import { DeliveredAsset, DeliveredEntry } from '../../src/reading/delivery/schema.ts';
import { freshBackupFolder } from '../operations/backup/fresh-folder.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CODE = /^ *```[^\n]*\n(?<block>.*?)^ *```$|`(?<span>[^`\n]+)`/gms;
const ROUTE =
  /^(?<methods>(?:GET|HEAD|POST|PUT|PATCH|DELETE)(?:, (?:GET|HEAD|POST|PUT|PATCH|DELETE))*) (?<path>[/…]\S*)/;
/** Routes of other services, which the page on CDNs names. */
const FOREIGN_ROUTES: readonly string[] = ['POST /zones/<zone>/purge_cache', 'POST /service/<id>/purge'];
/** Where our own files are, as pages name them; those of tests also without the package. */
const OWN_FOLDERS = [
  ...[
    'server/src',
    'server/test',
    'studio/src',
    'studio/test',
    'testing/src',
    'client/src',
    'client/test',
    'contract/src',
    'import/src',
    'build/src',
  ].map((folder) => `packages/${folder}`),
  'scripts',
  'bench',
];
const OWN_FILE = /(?<![\w./-])(?:packages\/[a-z]+\/(?:src|test)|scripts|bench|test)\/[\w./-]*\w/g;
/** Named like a metric. */
const COOKIE = 'lectern_refresh';
const METRICS_TOKEN = 'metrics-token-of-this-test';

interface Page {
  readonly path: string;
  readonly text: string;
  /** Code blocks and code in lines. */
  readonly code: readonly string[];
}

const pages = pagePaths().map(readPage);
/** What only sites read and the program that they install, and secrets of their repositories. */
const SITE_VARIABLES = [
  'LECTERN_SPACE',
  'LECTERN_SESSION',
  'LECTERN_PREVIEW_TOKEN',
  'LECTERN_WEBHOOK_SECRET',
  'LECTERN_MANAGEMENT_KEY',
  'LECTERN_ENVIRONMENT',
  'LECTERN_DELIVERY_KEY',
  'LECTERN_BRANCH_KEY',
  'LECTERN_RELEASE_KEY',
];
const ownFiles = OWN_FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))),
);

describe('the documentation names', () => {
  it('only variables that exist', () => {
    const known = new Set([...Object.keys(serviceVariables), ...Object.keys(clientVariables), ...SITE_VARIABLES]);
    assert.deepEqual(unknown(/\bLECTERN_[A-Z0-9_]+\b/g, known), []);
  });

  it('every variable, on a page beside its row in the reference', () => {
    const told = pages
      .filter(({ path }) => /^(?:docs\/(?:operations|guide)\/|README)/.test(path))
      .map(({ text }) => text);
    const untold = Object.keys(serviceVariables).filter((name) => !told.some((text) => text.includes(name)));
    assert.deepEqual(untold, [], 'docs/how-to/setting.md, step 5');
  });

  it('only commands that exist', () => {
    const known = new Set([...commandNames, ...clientCommandNames].map((name) => `lectern ${name}`));
    assert.deepEqual(
      unknown(/\blectern [a-z][a-z-]*\b/g, known, ({ code }) => code),
      [],
    );
  });

  it('only error codes that exist', () => {
    const known = new Set(Object.entries(errorCatalogue).map(([code, { status }]) => `${status} ${code}`));
    assert.deepEqual(
      unknown(/\b[45]\d\d `?[a-z]+_[a-z_]+\b/g, known, ({ text }) => [text.replaceAll('`', '')]),
      [],
    );
  });

  it('only files of this repository that exist', () => {
    const isThere = (name: string) => ownFiles.some((file) => `/${file}`.endsWith(`/${name}`));
    const missing = pages.flatMap(({ path, code }) =>
      code
        .flatMap((text) => [...text.matchAll(OWN_FILE)].map(([name]) => name))
        .filter((name) => !isThere(name))
        .map((name) => `${path}: ${name}`),
    );
    assert.deepEqual(missing, []);
  });

  it('the attributes of entries and assets on delivery, all of them and no other', () => {
    const page = textOf('docs/reference/delivery.md');
    assert.deepEqual(attributesUnder('### An entry', page), Object.keys(DeliveredEntry.properties).sort());
    assert.deepEqual(attributesUnder('### An asset', page), Object.keys(DeliveredAsset.properties).sort());
  });

  it('every field type in the guide to modelling', () => {
    const page = textOf('docs/guide/model-content.md');
    assert.deepEqual(attributesUnder('## Fields', page), [...fieldTypeNames].sort());
  });

  it('every event of webhooks, in the list and in the table of bodies', () => {
    const [, events = '', bodies = ''] = textOf('docs/reference/webhooks.md').split(/^## (?:Events|What is sent)$/m);
    const listed = [...(events.trim().split('\n\n')[0] ?? '').matchAll(/`(?<kind>[a-z_.]+)`/g)];
    assert.deepEqual(
      listed.map(({ groups }) => groups?.kind),
      [...eventKinds],
    );
    const rows = [...bodies.matchAll(/^\|.*?\|/gm)].join();
    const missing = eventKinds.filter(
      (kind) => !rows.includes(`\`${kind}\``) && !rows.includes(`\`${kind.split('.')[0]}.*\``),
    );
    assert.deepEqual(missing, []);
  });

  it('the waits between the attempts of a webhook', () => {
    const row = /^\| attempts \| at once, then after (?<waits>.+?), each/m.exec(textOf('docs/operations/webhooks.md'));
    const middle = { random: 0.5, now: 0, retryAfter: null };
    const waits = Array.from({ length: 100 }, (_, index) => retryDelayMs(index + 1, middle)).filter(
      (ms) => ms !== null,
    );
    assert.equal(row?.groups?.waits, waits.map(inWords).join(', '));
  });
});

onEachEngine(
  'the documentation names',
  (stage) => {
    it('only routes that exist', async () => {
      const document = await send(stage.url, 'GET', '/openapi.json');
      const known = Object.entries(document.at('paths') as Record<string, object>).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      const isKnown = (route: string) => known.some((one) => isRoute(route, one));
      const missing = pages.flatMap(({ path, code }) =>
        code
          .flatMap(routesIn)
          .filter((route) => !isKnown(route) && !FOREIGN_ROUTES.includes(route))
          .map((route) => `${path}: ${route}`),
      );
      assert.deepEqual(missing, []);
    });

    it('only metrics that exist', async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const { text } = await send(stage.url, 'GET', '/metrics', { headers });
      const known = new Set([...text.matchAll(/^# TYPE (?<name>\S+)/gm)].map(({ groups }) => groups?.name ?? ''));
      assert.ok(known.size > 0, text);
      assert.deepEqual(unknown(/\blectern_[a-z_]+\b/g, new Set([...known, COOKIE])), []);
    });
  },
  { LECTERN_METRICS_TOKEN: METRICS_TOKEN, LECTERN_BACKUP: freshBackupFolder() },
);

describe('the reader of routes', () => {
  it('knows short forms, and finds what is not there', () => {
    assert.deepEqual(routesIn('GET, PATCH …/webhooks/<webhook_id>?x=1'), [
      'GET …/webhooks/<webhook_id>',
      'PATCH …/webhooks/<webhook_id>',
    ]);
    assert.ok(isRoute('GET …/webhooks/<id>', 'GET /spaces/{space_id}/webhooks/{webhook_id}'));
    assert.ok(isRoute('GET /spaces/<id>', 'GET /spaces/{space_id}'));
    assert.ok(!isRoute('GET /spaces/<id>', 'GET /spaces'));
    assert.ok(!isRoute('POST …/webhooks/<id>', 'GET /spaces/{space_id}/webhooks/{webhook_id}'));
  });
});

function unknown(
  pattern: RegExp,
  known: ReadonlySet<string>,
  textsOf = ({ text }: Page): readonly string[] => [text],
): string[] {
  return pages.flatMap((page) =>
    textsOf(page)
      .flatMap((text) => [...text.matchAll(pattern)].map(([name]) => name))
      .filter((name) => !known.has(name))
      .map((name) => `${page.path}: ${name}`),
  );
}

/** The routes that a piece of code names, one for each method, without a query string. */
function routesIn(code: string): string[] {
  return code.split('\n').flatMap((line) => {
    const { methods = '', path = '' } = ROUTE.exec(line)?.groups ?? {};
    const plain = path.replace(/\?.*$/, '').replace(/[.,;]$/, '');
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${plain}`);
  });
}

/** Whether a documented route, whose path may begin with `…`, is that of the interface. */
function isRoute(documented: string, route: string): boolean {
  const [method = '', path = ''] = documented.split(' ');
  const [ofRoute = '', template = ''] = route.split(' ');
  if (method !== ofRoute && !(method === 'HEAD' && ofRoute === 'GET')) return false;
  const wanted = path.replace(/^…/, '').split('/').filter(Boolean);
  const all = template.split('/').filter(Boolean);
  if (path.startsWith('…') ? wanted.length > all.length : wanted.length !== all.length) return false;
  return wanted.every((segment, at) => isSegment(segment, all[all.length - wanted.length + at] ?? ''));
}

/** A placeholder, or an example, stands for what the route takes as a parameter. */
function isSegment(documented: string, segment: string): boolean {
  return documented === segment || segment.startsWith('{');
}

/** Names in the first column of the table under a heading. */
function attributesUnder(heading: string, page: string): string[] {
  const [, section = ''] = page.split(`${heading}\n`);
  const rows = (/(?:^\|.*\n)+/m.exec(section)?.[0] ?? '').split('\n');
  return rows
    .flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(?<name>\w+)`/g)].map(({ groups }) => groups?.name ?? ''),
    )
    .sort();
}

function textOf(path: string): string {
  return pages.find((page) => page.path === path)?.text ?? '';
}

/** A wait as the table has it: in seconds, minutes or hours. */
function inWords(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}

function pagePaths(): string[] {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const paths = [
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'bench/README.md',
    ...inDocs.map((name) => `docs/${name}`),
  ];
  return paths.filter((path) => path.endsWith('.md')).sort();
}

function readPage(path: string): Page {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const code = [...text.matchAll(CODE)].map(({ groups }) => groups?.block ?? groups?.span ?? '');
  return { path, text, code };
}
