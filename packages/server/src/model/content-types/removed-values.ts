/** Where the values of a removed field stand: in the entries of its own type, or inside of those that have its component. Pure. */
import { type FieldWithBlocks, holdsBlocks } from '../fields/document/own-values.ts';
import { allFields, type ContentType } from './content-type.ts';
import type { RemovedValues } from './stored-content.ts';

/** Stands for all fields of a component: whole blocks of it are removed. */
export const ALL_FIELDS = 0;
/** Stands for all types that have components inside: `inside` names them. */
export const ALL_TYPES = 0;

/**
 * The removal of the values of a field. Those inside of hidden values are removed too, so that every type counts that has any component
 * in it.
 * @param field its number, or `ALL_FIELDS` of a component
 * @param types those of the environment, also former states of them, if values of these are stored
 */
export function removalOf(
  { number, kind }: Pick<ContentType, 'number' | 'kind'>,
  field: number,
  types: readonly ContentType[],
): Pick<RemovedValues, 'contentType' | 'component' | 'field' | 'inside'> {
  if (kind === 'entry') return { contentType: number, component: 0, field, inside: {} };
  const inside: Record<number, readonly FieldWithBlocks[]> = {};
  for (const type of types) {
    const known = inside[type.number] ?? [];
    const fields = allFields(type)
      .filter((one) => holdsBlocks(one) && !known.some((other) => other.number === one.number))
      .map((one) => ({ number: one.number, type: one.type }));
    if (fields.length > 0) inside[type.number] = [...known, ...fields];
  }
  return { contentType: ALL_TYPES, component: number, field, inside };
}
