/** The fields that a language model can fill, by what they are for. */
import type { ContentType, Field } from '../../../api/types.ts';
import { isProse } from '../../../fields/assist.ts';
import { itemModel } from '../../../fields/item-types.ts';

/** Texts and lists of words. */
export function writableFields({ fields }: ContentType): readonly Field[] {
  return fields.filter(isWritable);
}

export function isWritable(field: Field): boolean {
  return isProse(field) || (field.type === 'array' && isProse(itemModel(field)));
}

/** Texts without layout. */
export function plainFields({ fields }: ContentType): readonly Field[] {
  return fields.filter((field) => field.type !== 'rich_text' && isProse(field));
}

/** The field that is meant for something, by its id or name: `seo_title`, `Meta description`. Null where none says so. */
export function fieldFor(fields: readonly Field[], what: RegExp): Field | null {
  return (
    fields.find(({ id, name }) => /seo|meta|search|such/i.test(`${id} ${name}`) && what.test(`${id} ${name}`)) ?? null
  );
}
