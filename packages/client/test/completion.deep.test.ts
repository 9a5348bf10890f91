/** An editor offers what fits in every position of a query, asked as editors ask: by the language service. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import ts from 'typescript';

const FILE = join(import.meta.dirname, 'magazine/typed.ts');
const HEAD = `import { createClient } from '../../src/index.ts';
import type { Model } from './model.ts';
const site = createClient<Model>({ url: '', space: '', token: '' });
`;
/** Where the cursor is. */
const CURSOR = '|';

const positions: Readonly<Record<string, { code: string; offers: string[]; not?: string[] }>> = {
  'the name of a type': { code: "site.entries('|')", offers: ['article', 'person'], not: ['hero'] },
  'a field in a filter': {
    code: "site.entries('article').where({ | })",
    offers: ['title', 'rating', 'author', 'seo', 'photo'],
  },
  'an operator': { code: "site.entries('article').where({ rating: { | } })", offers: ['gte', 'in', 'exists'] },
  'an operator without order': {
    code: "site.entries('article').where({ done: { | } })",
    offers: ['ne', 'exists'],
    not: ['gte'],
  },
  'a value that is listed': { code: "site.entries('person').where({ role: '|' })", offers: ['writer', 'editor'] },
  'a field through a link': {
    code: "site.entries('article').where({ author: { | } })",
    offers: ['name', 'role', 'id', 'exists'],
  },
  'a field in a component': { code: "site.entries('article').where({ seo: { | } })", offers: ['noindex', 'exists'] },
  'a link to include': {
    code: "site.entries('article').include({ | })",
    offers: ['author', 'related', 'sections'],
    not: ['title'],
  },
  'a link beside another': {
    code: "site.entries('article').include({ author: true, | })",
    offers: ['related', 'photo'],
  },
  'a link on the second level': {
    code: "site.entries('article').include({ author: { | } })",
    offers: ['photo', 'mentor'],
  },
  'a link on the third level': {
    code: "site.entries('article').include({ author: { mentor: { | } } })",
    offers: ['photo'],
  },
  'a link of one of two types': {
    code: "site.entries('article').include({ related: { | } })",
    offers: ['author', 'mentor'],
  },
  'a link in blocks': { code: "site.entries('article').include({ sections: { | } })", offers: ['more', 'picture'] },
  'a link to require': { code: "site.entries('article').require('|')", offers: ['author', 'photo'], not: ['title'] },
  'an order': {
    code: "site.entries('article').order('|')",
    offers: ['title', '-title', '-published_at'],
    not: ['teaser'],
  },
  'a field to select': { code: "site.entries('article').select('|')", offers: ['title', 'author', 'author.name'] },
  'a locale': { code: "site.entries('article').locale('|')", offers: ['de', 'en', 'fr', '*'] },
  'a link of one entry': {
    code: "site.entry('sea', { type: 'article', include: { | } })",
    offers: ['author'],
    not: ['mentor'],
  },
  'a field of a result': { code: "(await site.entries('article').first())!.fields.|", offers: ['title', 'author'] },
  'a field behind an included link': {
    code: "(await site.entries('article').include({ author: true }).first())!.fields.author!.fields.|",
    offers: ['name', 'mentor'],
  },
};

it('offers what fits in every position of a query', () => {
  let code = '';
  let version = 0;
  const service = ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: (file) => (file === FILE ? String(version) : '1'),
    getScriptSnapshot: (file) => {
      const text = file === FILE ? code : ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => import.meta.dirname,
    getCompilationSettings: () => ({
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  for (const [position, { code: line, offers, not = [] }] of Object.entries(positions)) {
    code = HEAD + line.replace(CURSOR, '');
    version++;
    const at = HEAD.length + line.indexOf(CURSOR);
    const found = new Set(service.getCompletionsAtPosition(FILE, at, {})?.entries.map(({ name }) => name));
    for (const name of offers)
      assert.ok(found.has(name), `${position}: ${name} is not among ${[...found].slice(0, 30)}`);
    for (const name of not) assert.ok(!found.has(name), `${position}: ${name} is offered`);
  }
});
