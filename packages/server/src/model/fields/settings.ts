/**
 * Checks a field that a content type declares: its settings, according to its type, and its default. The content types check the
 * names and numbers of fields.
 */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Field } from './field.ts';
import type { ParseContext } from './field-type.ts';
import { fieldType } from './registry.ts';

/** The settings of a field. */
export type FieldSettings = Pick<Field, 'type' | 'unique' | 'items' | 'component' | 'components' | 'validations'>;

/**
 * Returns the violations in a field's settings, excluding its default.
 * @param path path of the field, such as `fields.0`
 */
export function checkFieldSettings(field: FieldSettings, path: string): Violation[] {
  const type = fieldType(field.type);
  const found = type.checkSettings(field, path);
  if (!field.unique || type.mayBeUnique) return found;
  const message = `Set unique to false; values of type ${field.type} cannot be unique.`;
  return [...found, { path: `${path}.unique`, rule: 'unique', message }];
}

/**
 * Parses the default of a field whose settings are valid.
 * @returns the plain value to store, links by key so that it is valid in every environment; undefined after violations
 */
export function readDefault(
  value: unknown,
  field: FieldSettings,
  { path, linkKey, violations }: Pick<ParseContext, 'path' | 'linkKey' | 'violations'>,
): unknown {
  const type = fieldType(field.type);
  const stored = type.parse(value, { field, path, linkKey, violations });
  if (stored === undefined) return undefined;
  const broken = type.validate(stored, field, path);
  violations.push(...broken);
  return broken.length > 0 ? undefined : type.render(stored, { linkId: (link) => link.key });
}
