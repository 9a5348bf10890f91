/**
 * Checks a field as a content type declares it: what its type says of its settings, and its default. Whoever saves a
 * content type asks here; the names and numbers of fields are the content type's business.
 */
import type { Violation } from '../../platform/errors/domain-error.ts';
import type { Field } from './field.ts';
import type { ParseContext } from './field-type.ts';
import { fieldType } from './registry.ts';

/** What of a field its settings are. */
export type FieldSettings = Pick<Field, 'type' | 'unique' | 'items' | 'validations'>;

/**
 * What is wrong with the settings of a field, its default apart.
 * @param path where the field stands, such as `fields.0`
 */
export function checkFieldSettings(field: FieldSettings, path: string): Violation[] {
  const type = fieldType(field.type);
  const found = type.checkSettings(field, path);
  if (!field.unique || type.mayBeUnique) return found;
  const message = `Set unique to false; values of type ${field.type} cannot be held to be unique.`;
  return [...found, { path: `${path}.unique`, rule: 'unique', message }];
}

/**
 * Reads the default of a field whose settings are right.
 * @returns the plain value to keep, links by key so that it holds in every environment; undefined after violations
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
