/**
 * Parses the list of fields of a content type in a request, without looking at the type's existing fields. All
 * violations of the list are collected, not only the first.
 */

import {
  FIELD_ID_CHARACTERS_MAX,
  FIELD_ID_PATTERN,
  type FieldTypeName,
  fieldTypeNames,
  type Validations,
} from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { type ParamsArgument, type RuleName, violation } from '../../../../contract/src/violations.ts';
import { isFull } from '../../platform/errors/domain-error.ts';
import { hasControlCharacters, NAME_ADVICE } from '../../platform/kit/control-characters.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { holdsBlocks } from '../fields/document/own-values.ts';
import type { Field } from '../fields/field.ts';
import { checkFieldSettings, readDefault } from '../fields/settings.ts';
import { keyWithin } from '../spaces/resource-id.ts';
import { FORMER_IDS_MAX } from './former-ids.ts';

/** Fields of one content type. */
export const FIELDS_MAX = 100;
const NAME_CHARACTERS_MAX = 200;
const HELP_CHARACTERS_MAX = 1_000;
const ID_SHAPE = new RegExp(`^${FIELD_ID_PATTERN}$`);
const KEYS = [
  'id',
  'previous_id',
  'former_ids',
  'name',
  'type',
  'required',
  'localized',
  'unique',
  'default',
  'help',
  'items',
  'component',
  'components',
  'validations',
  'restore',
];
const ITEMS_KEYS = ['type', 'validations'];

/** A field as a request declares it: without a number, which the type assigns. */
export interface DeclaredField extends Omit<Field, 'number' | 'home'> {
  /** The id of the field before this request. */
  readonly previousId?: string;
  /** Whether it brings back the values of a hidden field of its id and type. */
  readonly restore?: boolean;
}

/** The environment's codes in public ids, and the list that receives the violations. */
export interface FieldListContext {
  readonly codes: readonly string[];
  readonly violations: Violation[];
}

/** Returns the parsed fields. Fields that cannot be parsed are left out and add violations. */
export function readFieldList(input: readonly unknown[], context: FieldListContext): DeclaredField[] {
  if (input.length > FIELDS_MAX) {
    context.violations.push({
      path: 'fields',
      rule: 'maxItems',
      params: { limit: FIELDS_MAX },
      message: `Give at most ${FIELDS_MAX} fields.`,
    });
    return [];
  }
  const fields: DeclaredField[] = [];
  for (const [index, given] of input.entries()) {
    if (isFull(context.violations)) break;
    const field = readField(given, `fields.${index}`, context);
    if (field === undefined) continue;
    if (fields.some(({ id }) => id === field.id)) {
      addViolation(
        context,
        `fields.${index}.id`,
        'unique',
        `Rename this field; another one before it is named ${quoted(field.id)}.`,
      );
    }
    if (field.type === 'slug' && fields.some(({ type }) => type === 'slug')) {
      addViolation(
        context,
        `fields.${index}.type`,
        'slug',
        'Use a field of type string; a content type has at most one of type slug.',
      );
    }
    for (const [at, id] of (field.former_ids ?? []).entries())
      if (fields.some(({ former_ids: others }) => others?.includes(id) === true))
        addViolation(
          context,
          `fields.${index}.former_ids.${at}`,
          'unique',
          `Leave ${quoted(id)} out here or in former_ids of the field before; an id leads to one field.`,
        );
    fields.push(field);
  }
  return fields;
}

function readField(given: unknown, path: string, context: FieldListContext): DeclaredField | undefined {
  if (!isObject(given)) return addViolation(context, path, 'type', 'Give a field as an object with id and type.');
  rejectUnknownKeys(given, KEYS, path, context);
  const id = readId(given.id, `${path}.id`, context);
  const type = readType(given.type, `${path}.type`, context);
  if (id === undefined || type === undefined) return undefined;
  const settings = readSettings(given, { type, path, context });
  const field: DeclaredField = {
    id,
    name: readName(given.name, `${path}.name`, context) ?? id,
    type,
    required: readFlag(given.required, `${path}.required`, context),
    localized: readFlag(given.localized, `${path}.localized`, context),
    ...settings,
    ...optional('help', readText(given.help, { path: `${path}.help`, charactersMax: HELP_CHARACTERS_MAX, context })),
    ...optional(
      'previousId',
      readText(given.previous_id, { path: `${path}.previous_id`, charactersMax: FIELD_ID_CHARACTERS_MAX, context }),
    ),
    ...optional('former_ids', readFormerIds(given.former_ids, `${path}.former_ids`, context)),
    ...(isGiven(given.restore) ? { restore: readFlag(given.restore, `${path}.restore`, context) } : {}),
  };
  return field;
}

function readId(given: unknown, path: string, context: FieldListContext): string | undefined {
  if (typeof given !== 'string' || !ID_SHAPE.test(given)) {
    return addViolation(
      context,
      path,
      'format',
      'Give an id of 1 to 64 letters, digits and underscores that begins with a letter.',
    );
  }
  // Values are an object keyed by field id, so an id such as `constructor`, which every object has, would look like a field.
  if (given in {} || given === 'prototype')
    return addViolation(context, path, 'reserved', `Choose another id; ${quoted(given)} is reserved.`);
  return given;
}

/** The ids that the field had before; undefined where the request leaves them as they are. */
function readFormerIds(given: unknown, path: string, context: FieldListContext): readonly string[] | undefined {
  if (!isGiven(given)) return undefined;
  if (!Array.isArray(given)) return addViolation(context, path, 'type', 'Give the former ids as a list.');
  if (given.length > FORMER_IDS_MAX)
    return addViolation(context, path, 'max_items', `Give at most ${FORMER_IDS_MAX} former ids.`, {
      limit: FORMER_IDS_MAX,
      given: given.length,
    });
  return given.flatMap((id, index) => readId(id, `${path}.${index}`, context) ?? []);
}

function readType(given: unknown, path: string, context: FieldListContext): FieldTypeName | undefined {
  const type = fieldTypeNames.find((name) => name === given);
  if (type !== undefined) return type;
  const near = typeof given === 'string' ? didYouMean(given, fieldTypeNames) : '';
  return addViolation(context, path, 'enum', `Give one of ${fieldTypeNames.join(', ')}.${near}`, {
    listed: fieldTypeNames,
  });
}

/** Reads the settings that depend on the field's type: `unique`, `items`, `validations` and the default. */
function readSettings(
  given: Readonly<Record<string, unknown>>,
  { type, path, context }: { type: FieldTypeName; path: string; context: FieldListContext },
): Pick<Field, 'unique' | 'default' | 'items' | 'component' | 'components' | 'validations'> {
  const before = context.violations.length;
  const settings = {
    type,
    unique: readFlag(given.unique, `${path}.unique`, context),
    ...optional('items', readItems(given.items, `${path}.items`, context)),
    ...optional('component', readComponent(given.component, `${path}.component`, context)),
    ...optional('components', readComponents(given.components, `${path}.components`, context)),
    ...optional('validations', readValidations(given.validations, `${path}.validations`, context)),
  };
  context.violations.push(...checkFieldSettings(settings, path));
  const { type: _, ...kept } = settings;
  const value = given.default ?? undefined;
  if (value === undefined || context.violations.length > before) return kept;
  if (holdsBlocks({ type })) {
    addViolation(
      context,
      `${path}.default`,
      'default',
      'Leave default out; give the fields of the component defaults.',
    );
    return kept;
  }
  const linkKey = (kind: 'entry' | 'asset', text: string) => keyWithin(context.codes, kind, text);
  return {
    ...kept,
    ...optional(
      'default',
      readDefault(value, settings, { path: `${path}.default`, linkKey, violations: context.violations }),
    ),
  };
}

function readItems(given: unknown, path: string, context: FieldListContext): Field['items'] | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isObject(given)) return addViolation(context, path, 'type', 'Give the items as an object with type.');
  rejectUnknownKeys(given, ITEMS_KEYS, path, context);
  const validations = readValidations(given.validations, `${path}.validations`, context);
  // `checkFieldSettings` checks the item type.
  return { type: given.type, ...optional('validations', validations) } as Field['items'];
}

/**
 * Returns the api_id of the component that a setting names by api_id or id; '' if it is not text, which `checkFieldSettings` refuses
 * together with all else.
 */
function readComponent(given: unknown, path: string, context: FieldListContext): string | undefined {
  return isGiven(given) ? readComponentName(given, path, context) : undefined;
}

function readComponents(given: unknown, path: string, context: FieldListContext): readonly string[] | undefined {
  if (!isGiven(given)) return undefined;
  if (!Array.isArray(given)) return [];
  return given.map((name, index) => readComponentName(name, `${path}.${index}`, context));
}

function readComponentName(given: unknown, path: string, context: FieldListContext): string {
  return typeof given === 'string' && given !== '' ? (readTypeName(given, path, context) as string) : '';
}

/** Returns the given validations, with content types reduced to their api_ids and null members dropped. */
function readValidations(given: unknown, path: string, context: FieldListContext): Validations | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isObject(given))
    return addViolation(context, path, 'type', 'Give the validations as an object, such as {"max_length": 120}.');
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  if (Object.keys(present).length === 0) return undefined;
  const { content_types: types } = present;
  if (!Array.isArray(types)) return present as Validations;
  const apiIds = types.map((type, index) => readTypeName(type, `${path}.content_types.${index}`, context));
  return { ...present, content_types: apiIds } as Validations;
}

function readTypeName(given: unknown, path: string, context: FieldListContext): unknown {
  if (typeof given !== 'string') return given;
  const apiId = keyWithin(context.codes, 'content_type', given);
  if (apiId === null)
    addViolation(context, path, 'content_types', 'Give the api_id or the id of a content type of this environment.');
  return apiId ?? given;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readFlag(given: unknown, path: string, context: FieldListContext): boolean {
  if (!isGiven(given)) return false;
  if (typeof given !== 'boolean') addViolation(context, path, 'type', 'Give true or false.');
  return given === true;
}

function readText(
  given: unknown,
  { path, charactersMax, context }: { path: string; charactersMax: number; context: FieldListContext },
): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string' && given.length > 0 && given.length <= charactersMax) return given;
  return addViolation(context, path, 'type', `Give text of 1 to ${charactersMax} characters.`);
}

function readName(given: unknown, path: string, context: FieldListContext): string | undefined {
  const name = readText(given, { path, charactersMax: NAME_CHARACTERS_MAX, context });
  if (name === undefined || !hasControlCharacters(name)) return name;
  return addViolation(context, path, 'pattern', NAME_ADVICE);
}

function rejectUnknownKeys(given: object, known: readonly string[], path: string, context: FieldListContext): void {
  for (const key of Object.keys(given)) {
    if (isFull(context.violations)) break;
    if (known.includes(key)) continue;
    addViolation(
      context,
      `${path}.${key.slice(0, 64)}`,
      'unknown',
      `There is no ${quoted(key)} here; remove it.${didYouMean(key, known)}`,
    );
  }
}

function addViolation<Rule extends RuleName>(
  { violations }: FieldListContext,
  path: string,
  rule: Rule,
  message: string,
  ...params: ParamsArgument<Rule>
): undefined {
  if (!isFull(violations)) violations.push(violation(path, rule, message, ...params));
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}
