/**
 * The properties of an asset in a request, from a form or from JSON. In a form every value is text: maps by locale, points and
 * lists are JSON. Absent properties keep their values, null removes them.
 */

import { isKey } from '../../../../contract/src/keys.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { invalid, isFull, validationFailed } from '../../platform/errors/domain-error.ts';
import { rejectUnstorable } from '../../platform/http/json-body.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import {
  type GivenProperties,
  isPropertyName,
  jsonOr,
  PROPERTY_NAMES,
  propertyOfForm,
  readProperties,
} from './properties.ts';
import { readTexts, TEXTS, type TextChanges } from './text-input.ts';

const ROOT = 'asset';
const CHANGES = [...TEXTS, ...PROPERTY_NAMES] as const;

/** The changes in a request; undefined for properties that it does not contain. */
export interface MediaInput {
  readonly texts: TextChanges;
  readonly properties: GivenProperties;
}

export interface NewMediaInput extends MediaInput {
  /** Undefined to generate one. */
  readonly key: string | undefined;
}

/**
 * Reads the properties of a new asset.
 * @throws `validation_failed` with all problems
 */
export function readNewMedia(given: Readonly<Record<string, unknown>>, locales: Locales): NewMediaInput {
  const { key } = given;
  if (key !== undefined && !(typeof key === 'string' && isKey(key))) {
    const message = 'Use a key of 1 to 64 of the characters A-Z a-z 0-9 . _ - not in the form of an id.';
    throw invalid('key', 'key', message);
  }
  return { key, ...read(given, locales, ['key', ...CHANGES]) };
}

/**
 * Reads the changes to an asset.
 * @throws `validation_failed` with all problems
 */
export function readMediaChange(given: Readonly<Record<string, unknown>>, locales: Locales): MediaInput {
  return read(given, locales, [...CHANGES, 'version']);
}

/**
 * Converts the values of a form to the form of JSON requests.
 * @param texts the fields of the form by name
 */
export function valuesOfForm(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, formValue(name, text)]));
  rejectUnstorable(values);
  return values;
}

function read(given: Readonly<Record<string, unknown>>, locales: Locales, known: readonly string[]): MediaInput {
  const violations: Violation[] = [];
  for (const name of Object.keys(given)) {
    if (isFull(violations)) break;
    if (known.includes(name)) continue;
    const message = `There is no ${quoted(name)} here; remove it.${didYouMean(name, known)}`;
    violations.push({ path: name.slice(0, 64), rule: 'unknown', message });
  }
  const input = {
    texts: readTexts(given, { locales, violations, root: ROOT }),
    properties: readProperties(given, violations),
  };
  if (violations.length > 0) throw validationFailed(violations.map(withoutRoot));
  return input;
}

/** An empty form value removes a property; only texts that look like JSON are parsed as JSON. */
function formValue(name: string, text: string): unknown {
  if (name === 'key') return text;
  if (text === '') return null;
  if (name === 'version' && /^\d{1,15}$/.test(text)) return Number(text);
  return isPropertyName(name) ? propertyOfForm(name, text) : jsonOr(text, '{');
}

function withoutRoot({ path, ...rest }: Violation): Violation {
  return { path: path.startsWith(`${ROOT}.`) ? path.slice(ROOT.length + 1) : path, ...rest };
}
