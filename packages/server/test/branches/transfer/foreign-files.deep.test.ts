/**
 * Content imported from other systems survives an export: every real file beside the checkout is imported, exported, imported into
 * a new space on each engine, and exported again, byte for byte the same.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { given } from '../../../../testing/src/given.ts';
import { onEachEngine, onFirstEngine } from '../../../../testing/src/on-each-engine.ts';
import { type ImportedFile, importSaying } from '../../content/importers/import-run.ts';
import { assertSameArchive, exportOf, filesIn, importWhole } from './archives.ts';

const FOLDER = join(import.meta.dirname, '../../../../../../shared/data');
const SOURCES: readonly (readonly [RegExp, ImportedFile[0]])[] = [
  [/^contentful-.*\.json$/, 'contentful'],
  [/^wordpress-.*\.xml$/, 'wordpress'],
  [/^strapi-.*\.tar\.gz$/, 'strapi'],
];

const files = (existsSync(FOLDER) ? readdirSync(FOLDER) : []).flatMap((name) => {
  const source = SOURCES.find(([shape]) => shape.test(name))?.[1];
  return source === undefined ? [] : [{ name, source }];
});

describe('content of other systems', { skip: files.length === 0 }, () => {
  const exported = new Map<string, Buffer>();

  onFirstEngine('that moved in', (stage) => {
    for (const { name, source } of files) {
      it(`from ${name} leaves whole`, async () => {
        const scene = await given(stage.url);
        const { code, said } = await importSaying(scene, [source, join(FOLDER, name)]);
        assert.ok(code <= 1, said);
        const archive = await exportOf(scene);
        assert.ok(filesIn(archive).size > 4);
        exported.set(name, archive);
      });
    }
  });

  onEachEngine('that left', (stage) => {
    for (const { name } of files) {
      it(`as it came from ${name} comes back the same`, async () => {
        const scene = await given(stage.url);
        const archive = exported.get(name) ?? Buffer.alloc(0);
        await importWhole(scene, archive);
        assertSameArchive(await exportOf(scene), archive, name);
      });
    }
  });
});
