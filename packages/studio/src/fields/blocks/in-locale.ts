/**
 * What belongs to one locale in values that all locales share: the words of that locale inside of components. What is not
 * translated, such as the blocks and their order, belongs to the default locale. Pure.
 */
import { isObject } from '../../../../contract/src/is-object.ts';
import type { ContentType, Field } from '../../api/types.ts';
import { blockList, fieldsOf, type InnerFields, isStructured } from './blocks-in.ts';

type Types = readonly ContentType[];
interface Wanted {
  readonly code: string;
  readonly isDefault: boolean;
}

/** The part of a value that is in one locale, in the form of the value, blocks by id; undefined where there is none. @param field not localized */
export function valueInLocale(value: unknown, field: Field, types: Types, wanted: Wanted): unknown {
  if (!isStructured(field)) return wanted.isDefault ? value : undefined;
  const part = <Part extends object>(given: Part, type: string | undefined) => {
    const inside = fieldsInLocale(fieldsOf(given), fieldsNamed(types, type), types, wanted);
    return wanted.isDefault || Object.keys(inside).length > 0 ? [{ ...given, fields: inside }] : [];
  };
  if (field.type === 'component') return isObject(value) ? part(value, field.component)[0] : undefined;
  const blocks = blockList(value).flatMap((block) => part(block, block.type));
  if (blocks.length === 0) return undefined;
  return wanted.isDefault ? blocks : blocks.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function fieldsInLocale(values: InnerFields, fields: readonly Field[], types: Types, wanted: Wanted): InnerFields {
  const found = fields.map((field) => {
    const value = values[field.id];
    const own = field.localized ? wordsIn(value, wanted.code) : valueInLocale(value, field, types, wanted);
    return [field.id, field.localized && own !== undefined ? { [wanted.code]: own } : own];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/**
 * How many values inside are missing in a locale: those that the default one has, and in the default one those that are required.
 * @param field not localized
 */
export function missingInside(
  value: unknown,
  field: Field,
  types: Types,
  wanted: Wanted & { readonly standard: string },
): number {
  const parts = field.type === 'component' ? (isObject(value) ? [{ type: field.component, value }] : []) : [];
  const blocks = blockList(value).map((block) => ({ type: block.type, value: block }));
  return [...parts, ...blocks].reduce((count, part) => {
    const values = fieldsOf(part.value);
    return fieldsNamed(types, part.type).reduce((sum, inner) => {
      const own = values[inner.id];
      if (isStructured(inner) && !inner.localized && own !== undefined)
        return sum + missingInside(own, inner, types, wanted);
      return sum + Number(isMissing(own, inner, wanted));
    }, count);
  }, 0);
}

function isMissing(value: unknown, field: Field, wanted: Wanted & { readonly standard: string }): boolean {
  if (wanted.isDefault) return field.required && (field.localized ? wordsIn(value, wanted.code) : value) === undefined;
  return field.localized && wordsIn(value, wanted.standard) !== undefined && wordsIn(value, wanted.code) === undefined;
}

function wordsIn(value: unknown, code: string): unknown {
  return isObject(value) ? value[code] : undefined;
}

function fieldsNamed(types: Types, name: string | undefined): readonly Field[] {
  return types.find(({ api_id }) => api_id === name)?.fields ?? [];
}
