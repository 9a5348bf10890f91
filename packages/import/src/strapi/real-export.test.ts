/**
 * The real export beside the checkout, converted: each of its rows came or is counted in the report. What its entries hold is
 * compared in the whole-service test. Where the folder is not there, there is nothing to check.
 */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fieldRules } from '../../../server/src/commands/import/field-rules.ts';
import { readStrapiExport } from './archive/strapi-export.ts';
import { convertStrapi } from './convert.ts';
import { importedLocales } from './documents/locales.ts';

const FOLDER = join(import.meta.dirname, '../../../../../shared/data');
const FILE = join(FOLDER, 'strapi-blog.tar.gz');
const EXPECTED = join(FOLDER, 'strapi-expected.json');
const isThere = existsSync(FILE) && existsSync(EXPECTED);

interface Expected {
  readonly counts: { readonly exportRows: Readonly<Record<string, number>>; readonly assetsUploads: number };
  readonly articleDocuments: Readonly<Record<string, unknown>>;
}

describe('the real Strapi export', { skip: !isThere && `${FILE} is not there` }, () => {
  it('is imported or counted in the report, row by row', async () => {
    const { counts, articleDocuments } = JSON.parse(readFileSync(EXPECTED, 'utf8')) as Expected;
    const file = await readStrapiExport(FILE);
    try {
      const { came, files, notes, refused } = convertStrapi(file, importedLocales(file, new Set(), 'en'), fieldRules);
      const entries = new Map(came.map((one) => [one.content_type, one.entries]));
      const said = notes.all().map(({ message }) => message);
      assert.deepEqual(refused, []);
      for (const [uid, rows] of Object.entries(counts.exportRows)) {
        const name = uid.split('.').at(-1) ?? '';
        if (uid === 'plugin::upload.file')
          assert.deepEqual([files.length, file.uploads.size], [rows, counts.assetsUploads]);
        else if (uid === 'plugin::i18n.locale') assert.equal(file.locales.length, rows);
        else if (uid === 'api::article.article') assert.equal(entries.get(name), Object.keys(articleDocuments).length);
        else if (uid.startsWith('api::')) assert.equal(entries.get(name), rows, uid);
        else
          assert.ok(
            said.some((message) => message.startsWith(`${rows} `) && /left out/.test(message)),
            uid,
          );
      }
    } finally {
      await file.rows.close();
    }
  });
});
