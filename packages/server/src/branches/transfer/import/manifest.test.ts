/** `export.json` and the locales of an archive: what is read, and every way to be wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENVIRONMENTS_MAX } from '../../../model/spaces/new-environments.ts';
import { ArchiveError } from './archive-scan.ts';
import { readLocales, readManifest } from './manifest.ts';

const good = { format: 'lectern-export', version: 1, environments: ['master', 'stage'] };
const read = (value: unknown) => readManifest(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));

test('the manifest of one environment has neither aliases nor settings', () => {
  assert.deepEqual(read(good), good);
});

test('that of a space has them', () => {
  const whole = { ...good, aliases: { live: 'master' }, space: { strip_metadata: true, ai: 'off' } };
  assert.deepEqual(read(whole), whole);
  assert.deepEqual(read({ ...good, aliases: {} }).aliases, {});
});

const many = Array.from({ length: ENVIRONMENTS_MAX + 1 }, (_, at) => `e${at}`);
const wrong: readonly (readonly [string, unknown, RegExp])[] = [
  ['no JSON', '{', /^export\.json: /],
  ['nothing', '', /^export\.json/],
  ['a list', '[]', /is not a JSON object/],
  ['null', 'null', /is not a JSON object/],
  ['no format', {}, /does not have the format/],
  ['another format', { ...good, format: 'contentful' }, /does not have the format/],
  ['no version', { ...good, version: undefined }, /has version undefined/],
  ['a later version', { ...good, version: 2 }, /has version 2; this service reads version 1/],
  ['a version as text', { ...good, version: '1' }, /has version "1"/],
  ['something unknown', { ...good, extra: 1 }, /has "extra"; remove it/],
  ['no environments', { ...good, environments: [] }, /lists no environments/],
  ['environments that are no list', { ...good, environments: 'master' }, /lists no environments/],
  ['the same environment twice', { ...good, environments: ['a', 'a'] }, /lists no environments/],
  ['an environment without a proper name', { ...good, environments: ['Master'] }, /lists no environments/],
  ['an environment named by a path', { ...good, environments: ['../x'] }, /lists no environments/],
  ['too many environments', { ...good, environments: many }, /lists more than/],
  ['an alias for nothing', { ...good, aliases: { live: 'prod' } }, /invalid "aliases"/],
  ['an alias named like an environment', { ...good, aliases: { stage: 'master' } }, /invalid "aliases"/],
  ['an alias for an alias', { ...good, aliases: { live: 'master', next: 'live' } }, /invalid "aliases"/],
  ['an alias without a proper name', { ...good, aliases: { __proto__x: 'master' } }, /invalid "aliases"/],
  [
    'too many aliases',
    { ...good, aliases: Object.fromEntries(many.map((name) => [name, 'master'])) },
    /invalid "aliases"/,
  ],
  ['aliases that are a list', { ...good, aliases: ['master'] }, /invalid "aliases"/],
  [
    'aliases that are a text',
    { format: good.format, version: 1, environments: ['m'], aliases: 'm' },
    /invalid "aliases"/,
  ],
  ['aliases that are null', { ...good, aliases: null }, /invalid "aliases"/],
  ['settings that are null', { ...good, space: null }, /invalid "space"/],
  ['settings that are incomplete', { ...good, space: { ai: 'on' } }, /invalid "space"/],
  ['settings of another kind', { ...good, space: { strip_metadata: 1, ai: 'on' } }, /invalid "space"/],
  ['a setting that is unknown', { ...good, space: { strip_metadata: true, ai: 'on', name: 'x' } }, /invalid "space"/],
];
for (const [what, value, message] of wrong)
  test(`a manifest with ${what} is refused`, () =>
    assert.throws(
      () => read(value),
      (error) => error instanceof ArchiveError && message.test(error.message),
    ));

const english = { code: 'en-US', name: 'English', fallback: null, optional: false, default: true };
const german = { code: 'de', name: 'German', fallback: 'en-US', optional: true, default: false };

test('locales are read as they stand', () => {
  assert.deepEqual(readLocales([english, german]), [english, german]);
});

const wrongLocales: readonly (readonly [string, readonly object[]])[] = [
  ['none', []],
  ['no default', [german]],
  ['two defaults', [english, { ...german, default: true }]],
  ['no name', [{ ...english, name: '' }]],
  ['a name of two lines', [{ ...english, name: 'a\nb' }]],
  ['a name that is too long', [{ ...english, name: 'a'.repeat(201) }]],
  ['no fallback', [english, { ...german, fallback: undefined }]],
  ['no optional', [english, { ...german, optional: 'yes' }]],
  ['something unknown', [{ ...english, id: 1 }]],
];
for (const [what, records] of wrongLocales)
  test(`locales with ${what} are refused`, () =>
    assert.throws(() => readLocales(records as Readonly<Record<string, unknown>>[]), ArchiveError));
