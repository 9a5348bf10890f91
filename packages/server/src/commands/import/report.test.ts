/**
 * The report as facts and as text.
 * What was refused has to stand in it, however much else there is to say.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isComplete, makeReport, reportText } from './report.ts';
import type { RecordOutcome } from './send-records.ts';

const locales = { created: ['de'], updated: [], unchanged: ['en-US'], refused: [] };
const outcome = (key: string, more: Partial<RecordOutcome>): RecordOutcome => {
  return { record: { kind: 'entry', key }, id: null, result: 'created', warnings: [], ...more };
};
const warning = { path: 'fields.title.en-US', rule: 'required', message: 'Give a title.' };

const report = makeReport({
  came: [{ content_type: 'post', entries: 2 }],
  file: 'export.json',
  space: 'spc_1',
  environment: 'master',
  locales,
  outcomes: [
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => outcome(key, { warnings: [warning] })),
    outcome('h', { result: 'unchanged' }),
    outcome('i', {
      result: 'refused',
      error: {
        code: 'validation_failed',
        message: 'Not valid.',
        errors: [{ path: 'fields.x', rule: 'type', message: 'Give text.' }],
      },
    }),
  ],
  files: [
    { key: 'p', result: 'uploaded' },
    { key: 'q', result: 'missing' },
    { key: 'r', result: 'refused', error: { code: 'payload_too_large', message: 'Too large.' } },
  ],
  titles: new Map([
    ['entry i', 'Tides'],
    ['entry a', ''],
  ]),
  unsent: [{ kind: 'entry', key: 'j', code: 'conflict', message: 'Twice.' }],
  notes: [
    { kind: 'left_out', about: 'the file', message: 'Roles were left out.', count: 3 },
    { kind: 'missing_link', about: 'entry a, x (en-US)', message: 'Links to entry z.' },
  ],
});

describe('the report of an import', () => {
  it('counts what became of each kind', () => {
    assert.deepEqual(report.entries, { total: 10, created: 7, updated: 0, unchanged: 1, refused: 2 });
    assert.deepEqual(report.assets, { total: 0, created: 0, updated: 0, unchanged: 0, refused: 0 });
    assert.deepEqual(
      report.refused.map((record) => record.key),
      ['j', 'i', 'r'],
    );
    assert.equal(report.warnings.length, 7);
    assert.deepEqual(report.files, { total: 3, uploaded: 1, unchanged: 0, missing: 1, refused: 1 });
  });

  it('is complete only where nothing was refused, locales neither', () => {
    assert.equal(isComplete(report), false);
    const files = { ...report.files, total: 3, uploaded: 1, unchanged: 0, missing: 0, refused: 0 };
    assert.equal(isComplete({ ...report, refused: [], files }), true);
    assert.equal(isComplete({ ...report, refused: [] }), false, 'a file is missing');
    assert.equal(
      isComplete({
        ...report,
        refused: [],
        files,
        locales: { ...locales, refused: [{ code: 'x', message: 'no', missing: true }] },
      }),
      false,
    );
  });

  it('groups what is alike in its text', () => {
    assert.equal(
      reportText(report),
      `Imported export.json into space spc_1, environment master.

  locales        1 created, 0 updated, 1 unchanged, 0 refused
  content types  0 created, 0 updated, 0 unchanged, 0 refused
  assets         0 created, 0 updated, 0 unchanged, 0 refused
  entries        7 created, 0 updated, 1 unchanged, 2 refused
                 in the file: post 2
  files          1 uploaded, 0 unchanged, 1 missing, 1 refused

Rejected, and not imported:
  - entry j: Twice.
  - entry i "Tides": Not valid.
      fields.x: Give text.
  - asset r: Too large.

Imported, but cannot be published as it is:
  - entry a, fields.title.en-US; entry b, fields.title.en-US; entry c, fields.title.en-US; entry d, fields.title.en-US; entry e, fields.title.en-US and 2 more: Give a title.

Could not be carried over:
  - the file (3 times): Roles were left out.

Links whose target is not in the file:
  - entry a, x (en-US): Links to entry z.`,
    );
  });
});
