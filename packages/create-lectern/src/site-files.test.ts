/** What a new site consists of, for each framework. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Framework, frameworks, siteFiles } from './site-files.ts';

const TEMPLATE = join(import.meta.dirname, '../template');
/** Those that the program adds: the keys, and the types of the model. */
const ADDED = 2;
const FILES_MAX = 25;

for (const framework of Object.keys(frameworks) as Framework[])
  describe(`a site with ${frameworks[framework]}`, () => {
    const files = siteFiles(TEMPLATE, framework);

    it('is at most 25 files', () => assert.ok(files.size + ADDED <= FILES_MAX, [...files.keys()].join('\n')));

    it('keeps its keys out of git, and has a page that says how it is used', () => {
      assert.match(files.get('.gitignore') ?? '', /^\.env$/m);
      assert.match(files.get('README.md') ?? '', /npm run dev/);
    });

    it('has all that its scripts and pages name', () => {
      const { scripts } = JSON.parse(files.get('package.json') ?? '');
      assert.deepEqual(Object.keys(scripts), ['dev', 'build', 'start', 'types', 'check']);
      const names = [...files.keys(), 'src/lectern.ts'].map((name) => name.replace(/\.(ts|tsx|astro)$/, ''));
      for (const [name, text] of files)
        for (const [, from = ''] of text.matchAll(/ from '(\.[^']+)'/g)) {
          const target = join(name, '..', from.replace(/\.(ts|tsx|astro)$/, '')).replaceAll('\\', '/');
          assert.ok(names.includes(target), `${name} imports ${from}`);
        }
    });
  });
