/** Reads an asset record of an import: its texts by locale, and the known properties of its file. */

import { FILE_NAME_CHARACTERS_MAX } from '../../../../contract/src/assets.ts';
import { isKey } from '../../../../contract/src/keys.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { readTime } from '../../model/fields/values/read-time.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { invalid, isFull, validationFailed } from '../../platform/errors/domain-error.ts';
import { hasControlCharacters, NAME_ADVICE } from '../../platform/kit/control-characters.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { type GivenProperties, PROPERTY_NAMES, readProperties } from './properties.ts';
import { type AssetTexts, readTexts, TEXTS, withTexts } from './text-input.ts';

const MEDIA_TYPE_SHAPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;
const HASH_SHAPE = /^[0-9a-f]{64}$/;
const KEYS = [
  'key',
  ...TEXTS,
  'file_name',
  'mime_type',
  'size',
  'width',
  'height',
  ...PROPERTY_NAMES,
  'file',
  'created_at',
  'updated_at',
];

export interface AssetRecord {
  readonly key: string;
  readonly texts: AssetTexts;
  readonly file_name: string | null;
  readonly mime_type: string | null;
  readonly size: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly properties: GivenProperties;
  /** SHA-256 of its file, in hexadecimal; the file comes beside the record or by an upload. */
  readonly file: string | null;
  /** In milliseconds; undefined if the record has none. */
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
}

/** @throws `validation_failed` with all problems */
export function readAssetRecord(given: Readonly<Record<string, unknown>>, locales: Locales): AssetRecord {
  const violations: Violation[] = [];
  for (const key of Object.keys(given)) {
    if (isFull(violations)) break;
    if (KEYS.includes(key)) continue;
    violations.push({
      path: `asset.${key.slice(0, 64)}`,
      rule: 'unknown',
      message: `There is no ${quoted(key)} here; remove it.${didYouMean(key, KEYS)}`,
    });
  }
  const record: AssetRecord = {
    key: readKey(given.key),
    texts: withTexts({}, readTexts(given, { locales, violations, root: 'asset' })),
    file_name: readFileName(given.file_name, violations),
    mime_type: readMediaType(given.mime_type, violations),
    size: readCount(given, 'size', violations),
    width: readCount(given, 'width', violations),
    height: readCount(given, 'height', violations),
    properties: readProperties(given, violations),
    file: readHash(given.file, violations),
    createdAt: readTime(given.created_at ?? undefined, 'asset.created_at', violations),
    updatedAt: readTime(given.updated_at ?? undefined, 'asset.updated_at', violations),
  };
  if (violations.length > 0) throw validationFailed(violations);
  return record;
}

function readKey(given: unknown): string {
  if (typeof given === 'string' && isKey(given)) return given;
  throw invalid(
    'asset.key',
    'format',
    'Use a key of 1 to 64 letters, digits, dots, hyphens and underscores, not in the form of an id.',
  );
}

function readFileName(given: unknown, violations: Violation[]): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && hasControlCharacters(given)) {
    violations.push({ path: 'asset.file_name', rule: 'pattern', message: NAME_ADVICE });
    return null;
  }
  if (typeof given === 'string' && given.length > 0 && given.length <= FILE_NAME_CHARACTERS_MAX) return given;
  violations.push({
    path: 'asset.file_name',
    rule: 'type',
    message: `Use a file name of 1 to ${FILE_NAME_CHARACTERS_MAX} characters.`,
  });
  return null;
}

function readMediaType(given: unknown, violations: Violation[]): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && MEDIA_TYPE_SHAPE.test(given.toLowerCase())) return given.toLowerCase();
  violations.push({
    path: 'asset.mime_type',
    rule: 'format',
    message: 'Use a media type such as image/png, without parameters.',
  });
  return null;
}

function readCount(
  given: Readonly<Record<string, unknown>>,
  name: 'size' | 'width' | 'height',
  violations: Violation[],
): number | null {
  const value = given[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  violations.push({ path: `asset.${name}`, rule: 'type', message: 'Use a whole number from 0.' });
  return null;
}

function readHash(given: unknown, violations: Violation[]): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && HASH_SHAPE.test(given)) return given;
  violations.push({
    path: 'asset.file',
    rule: 'format',
    message: 'Use the SHA-256 of the file, 64 digits of 0-9 a-f.',
  });
  return null;
}
