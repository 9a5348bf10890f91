/**
 * The field type `array`: an ordered list of values of one item type. Everything that concerns one item is delegated to the item
 * type. Filters test whether the list contains a value; entries cannot be ordered by a list.
 */
import { fieldTraits, ITEMS_MAX, type ItemTypeName, itemTypeNames } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { isFull } from '../../platform/errors/domain-error.ts';
import { defineFieldType } from './define-field-type.ts';
import type { Field, Link } from './field.ts';
import type { IndexValue, ParseContext, Prose, RenderContext, TypeSettings } from './field-type.ts';
import { isItemTypeName, itemType } from './item-types.ts';
import { validateCount } from './values/item-count.ts';
import { isLink, renderLink } from './values/link-value.ts';
import { checkValidations, rejectComponents } from './values/settings.ts';
import { addViolation, describeValue } from './values/value-violations.ts';

export const arrayType = defineFieldType({
  name: 'array',
  description: 'A list of at most 1,000 values of the type that `items` names, in the order given.',
  parse,
  validate,
  checkSettings,
  rendersAsStored: (field) => itemType(itemName(field)).rendersAsStored({}),
  render: (value, context) => list(value).map((item) => renderItem(item, context)),
  linksTo: (field) => itemType(itemName(field)).linksTo({}),
  links,
  text: (value) =>
    list(value)
      .filter((item) => typeof item === 'string')
      .join('\n'),
  prose,
  column: (field) => ({ kind: itemType(itemName(field)).column({}).kind, many: true }),
  indexValue,
  operand: (text, field, linkKey) => itemType(itemName(field)).operand(text, {}, linkKey),
});

function parse(input: unknown, context: ParseContext): unknown[] | undefined {
  if (!Array.isArray(input)) return addViolation(context, 'type', `Give a list; this is ${describeValue(input)}.`);
  if (input.length > ITEMS_MAX)
    return addViolation(context, 'max_items', `Give at most ${ITEMS_MAX} items.`, {
      limit: ITEMS_MAX,
      given: input.length,
    });
  const before = context.violations.length;
  const type = itemType(itemName(context.field));
  const stored: unknown[] = [];
  for (const [index, item] of input.entries()) {
    const field = { type: type.name, ...itemSettings(context.field) };
    stored.push(type.parse(item, { ...context, field, path: `${context.path}.${index}` }));
    if (isFull(context.violations)) break;
  }
  return context.violations.length > before ? undefined : stored;
}

function validate(value: unknown, field: TypeSettings, path: string): Violation[] {
  const items = list(value);
  const type = itemType(itemName(field));
  const settings = itemSettings(field);
  const found = validateCount(items.length, field.validations ?? {}, path);
  for (const [index, item] of items.entries()) {
    if (isFull(found)) return found;
    found.push(...type.validate(item, settings, `${path}.${index}`));
  }
  if (field.validations?.unique_items === true) found.push(...validateUnique(indexValue(value, field), path));
  return found;
}

/** @param items as queries compare them: each is one value */
function validateUnique(items: readonly IndexValue[], path: string): Violation[] {
  const seen = new Set<IndexValue>();
  for (const [index, item] of items.entries()) {
    if (seen.has(item)) {
      return [
        { path: `${path}.${index}`, rule: 'unique_items', message: 'Leave this item out; it is in the list already.' },
      ];
    }
    seen.add(item);
  }
  return [];
}

function checkSettings(field: TypeSettings, path: string): Violation[] {
  const found = [
    ...checkValidations(field, path, { allowed: fieldTraits.array.validations }),
    ...rejectComponents(field, path),
  ];
  const name: unknown = field.items?.type;
  if (isItemTypeName(name)) return [...found, ...itemType(name).checkSettings(itemSettings(field), `${path}.items`)];
  const message = `Give the type of the items: one of ${itemTypeNames.join(', ')}.`;
  return [...found, { path: `${path}.items.type`, rule: 'items', message }];
}

function renderItem(item: unknown, context: RenderContext): unknown {
  return isLink(item) ? renderLink(item, context) : item;
}

function links(value: unknown): readonly Link[] {
  const found = new Map<string, Link>();
  for (const item of list(value)) {
    if (isLink(item)) found.set(`${item.kind}:${item.key}`, item);
  }
  return [...found.values()];
}

function indexValue(value: unknown, field: Pick<Field, 'items'>): readonly IndexValue[] {
  const type = itemType(itemName(field));
  return list(value).flatMap((item) => type.indexValue(item, {}));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function prose(field: TypeSettings): Prose | null {
  const items = itemType(itemName(field)).prose(itemSettings(field));
  if (items === null) return null;
  return {
    texts: (value) => list(value).flatMap((item) => items.texts(item)),
    withTexts: (value, texts) => (texts.length === list(value).length ? [...texts] : value),
    schema: { type: 'array', items: items.schema },
    toInput: (written) => list(written).map((item) => items.toInput(item)),
  };
}

/** The validations of the items, in the form that the item type reads. */
function itemSettings(field: Pick<Field, 'items'>): Pick<Field, 'validations'> {
  return field.items?.validations === undefined ? {} : { validations: field.items.validations };
}

/** The item type's name. Every array that passed the settings check has one; any other is read as a list of text. */
function itemName(field: Pick<Field, 'items'>): ItemTypeName {
  return field.items?.type ?? 'string';
}
