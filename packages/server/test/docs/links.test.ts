/**
 * The documentation holds together: every link between its pages leads to a page and a heading that are there, every
 * page can be reached from README.md, and every JSON example parses.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CODE_BLOCK = /^ *```(?<info>[^\n]*)\n(?<text>.*?)^ *```$/gms;
const INLINE_CODE = /`[^`\n]*`/g;
const LINK = /\[[^\]]*\]\((?<target>[^)\s]+)\)/g;
const HEADING = /^#{1,6} (?<text>.+)$/gm;
const ELSEWHERE = /^[a-z]+:/i;

interface Page {
  /** Path from the root of the project. */
  readonly path: string;
  readonly text: string;
}

interface Link {
  readonly from: string;
  /** Path from the root of the project; ends in no `/`. */
  readonly path: string;
  /** Name of the heading; '' if the link names none. */
  readonly heading: string;
}

const pages = new Map(pagePaths().map((path) => [path, readPage(path)]));

describe('the documentation', () => {
  it('has no link that leads nowhere', () => {
    const dead = [...pages.values()].flatMap(linksOf).filter((link) => !leadsSomewhere(link));
    assert.deepEqual(dead, [], 'Mend these links.');
  });

  it('can be reached from README.md, every page of it', () => {
    const reached = new Set<string>();
    const open = ['README.md'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const page = pages.get(path);
      if (page === undefined || reached.has(path)) continue;
      reached.add(path);
      open.push(...linksOf(page).map((link) => link.path));
    }
    const lost = [...pages.keys()].filter((path) => !reached.has(path));
    assert.deepEqual(lost, [], 'Link these pages from docs/README.md.');
  });

  it('shows JSON that parses', () => {
    for (const { path, text } of pages.values()) {
      for (const { groups } of text.matchAll(CODE_BLOCK)) {
        if (groups?.info !== 'json') continue;
        assert.doesNotThrow(() => JSON.parse(groups.text ?? ''), `${path}:\n${groups.text}`);
      }
    }
  });
});

describe('the check of links', () => {
  const page = (text: string): Page => ({ path: 'docs/README.md', text });

  it('finds a missing page and a missing heading', () => {
    const links = linksOf(page('[a](nowhere.md) [b](../README.md#no-such-heading) [c](../README.md#quick-start)'));
    assert.deepEqual(links.map(leadsSomewhere), [false, false, true]);
  });

  it('looks at no code and no other host', () => {
    assert.deepEqual(linksOf(page('`[a](b)` [c](https://example.com)\n```sh\n[d](e)\n```\n')), []);
  });

  it('names headings as they are named in links', () => {
    assert.equal(headingName('`string`, and what it is'), 'string-and-what-it-is');
  });
});

function pagePaths(): string[] {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const paths = [...readdirSync(ROOT), ...inDocs.map((name) => join('docs', name))];
  return paths.filter((path) => path.endsWith('.md')).sort();
}

function readPage(path: string): Page {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}

/** The links of a page to other files of the project, and to headings of its own. */
function linksOf({ path, text }: Page): Link[] {
  const prose = text.replaceAll(CODE_BLOCK, '').replaceAll(INLINE_CODE, '');
  return [...prose.matchAll(LINK)].flatMap(({ groups }) => {
    const target = groups?.target ?? '';
    if (ELSEWHERE.test(target)) return [];
    const [file = '', heading = ''] = target.split('#', 2);
    const to = file === '' ? path : relative('', normalize(join(dirname(path), file)));
    return [{ from: path, path: to, heading }];
  });
}

function leadsSomewhere({ path, heading }: Link): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  if (heading === '') return true;
  const names = [...(pages.get(path)?.text ?? '').matchAll(HEADING)].map(({ groups }) =>
    headingName(groups?.text ?? ''),
  );
  return names.includes(heading);
}

/** The name under which a heading can be linked to. */
function headingName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
