/**
 * Converts the rules on a Contentful field to Lectern's validations. The field type decides which of them it supports and whether
 * their values are valid; the others are noted and left out.
 */

import type { FieldTypeName, Validations } from '../../../contract/src/fields.ts';
import { isRecord } from '../json-object.ts';
import { type Converted, keptValidations, type RulesOwner, shown } from '../kept-validations.ts';
import { toRe2 } from '../pattern.ts';
import type { SourceValidation } from './export-file.ts';
import { keyFor } from './keys.ts';
import { mimeTypesOf } from './media-types.ts';
import { linkedTypeValidation, markValidation, nodeValidation } from './rich-text-validations.ts';

/** The converted rules of one field. */
export interface ConvertedRules {
  readonly unique: boolean;
  readonly validations: Validations;
}

type RuleConverter = (value: unknown, owner: RulesOwner) => Converted;

/** Converts all rules of a field or of its items. */
export function convertRules(rules: readonly SourceValidation[] | null | undefined, owner: RulesOwner): ConvertedRules {
  let unique = false;
  const found: Converted = {};
  for (const rule of rules ?? []) {
    if (!isRecord(rule)) continue;
    for (const [name, value] of Object.entries(rule)) {
      if (name === 'unique') unique = value === true;
      else Object.assign(found, convertRule(name, value, owner));
    }
  }
  const validations = { ...found, ...allowedRichText(rules ?? [], owner) };
  return { unique, validations: keptValidations(validations, owner) };
}

/** Rules that together determine what rich text may contain. */
const RICH_TEXT_RULES: ReadonlySet<string> = new Set(['enabledNodeTypes', 'enabledMarks', 'nodes']);

function convertRule(name: string, value: unknown, owner: RulesOwner): Converted {
  if (value === null || value === undefined || RICH_TEXT_RULES.has(name)) return {};
  const convert = Object.hasOwn(converters, name) ? converters[name] : undefined;
  if (convert !== undefined) return convert(value, owner);
  owner.notes.add('left_out', owner.about, `The validation "${name}" has no counterpart here: ${shown(value)}.`);
  return {};
}

const converters: Readonly<Record<string, RuleConverter>> = {
  size: (value, owner) =>
    owner.type === 'array' ? range(value, 'min_items', 'max_items') : range(value, 'min_length', 'max_length'),
  range: (value) => range(value, 'min', 'max'),
  dateRange: (value, owner) => dateRange(value, owner.type),
  regexp: (value) =>
    isRecord(value) ? { pattern: toRe2({ pattern: String(value.pattern), flags: String(value.flags ?? '') }) } : {},
  in: (value) => ({ in: value }),
  linkContentType: (value) => ({
    content_types: (Array.isArray(value) ? value : [value]).map((id) => keyFor(String(id))),
  }),
  linkMimetypeGroup: (value, owner) => mimeTypes(value, owner),
  assetFileSize: (value, owner) => assetFileSize(value, owner),
  message: (value, owner) => {
    owner.notes.add('left_out', owner.about, `A validation's own message is not kept: ${shown(value)}.`);
    return {};
  },
};

/** The limits that are set, under their names in Lectern. */
function range(value: unknown, low: keyof Validations, high: keyof Validations): Converted {
  if (!isRecord(value)) return {};
  const { min, max } = value;
  return { ...(isGiven(min) ? { [low]: min } : {}), ...(isGiven(max) ? { [high]: max } : {}) };
}

function dateRange(value: unknown, type: FieldTypeName): Converted {
  if (!isRecord(value)) return {};
  const bound = (text: unknown) => (isGiven(text) ? dateBound(String(text), type) : undefined);
  return range({ min: bound(value.min ?? value.after), max: bound(value.max ?? value.before) }, 'min', 'max');
}

function dateBound(text: string, type: FieldTypeName): string {
  if (type === 'date') return text.slice(0, 10);
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

function mimeTypes(value: unknown, owner: RulesOwner): Converted {
  const types = mimeTypesOf((Array.isArray(value) ? value : [value]).map(String));
  if (types !== null) return { mime_types: types };
  owner.notes.add(
    'left_out',
    owner.about,
    `The validation "linkMimetypeGroup" cannot be said in media types here: ${shown(value)}.`,
  );
  return {};
}

function assetFileSize(value: unknown, owner: RulesOwner): Converted {
  if (!isRecord(value)) return {};
  if (isGiven(value.min)) {
    owner.notes.add(
      'left_out',
      owner.about,
      `The smallest size of a linked file has no counterpart here: ${shown(value.min)} bytes.`,
    );
  }
  return isGiven(value.max) ? { max_size: value.max } : {};
}

/** Nodes and links of rich text are one rule in Contentful, but nodes and marks in Lectern, so these rules are read together. */
function allowedRichText(rules: readonly SourceValidation[], owner: RulesOwner): Converted {
  const ruleOf = (name: string) =>
    rules.map((rule) => rule?.[name]).find((value) => value !== null && value !== undefined);
  const listOf = (name: string) => {
    const value = ruleOf(name);
    return Array.isArray(value) ? value.map(String) : undefined;
  };
  const nodes = listOf('enabledNodeTypes');
  return {
    ...nodeValidation(nodes, owner),
    ...markValidation(nodes, listOf('enabledMarks'), owner),
    ...linkedTypeValidation(nodes, ruleOf('nodes'), owner),
  };
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
