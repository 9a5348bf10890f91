/** How the form of a field offers what the contract lets it be set to. */
import { type FieldTypeName, fieldTraits, type ValidationName } from '../../../../contract/src/fields.ts';
import { traits } from '../../fields/traits.ts';

/** Validations in the order in which they are offered. */
const VALIDATIONS: readonly ValidationName[] = [
  'nodes',
  'marks',
  'in',
  'format',
  'pattern',
  'min_length',
  'max_length',
  'min',
  'max',
  'min_items',
  'max_items',
  'unique_items',
  'content_types',
  'mime_types',
  'max_size',
];

/** Whether a field of the type can be given a default here. */
export function offersDefault(type: FieldTypeName): boolean {
  return traits[type].typed !== null;
}

/** The validations that a field of the type is offered. */
export function offeredValidations(type: FieldTypeName): readonly ValidationName[] {
  return VALIDATIONS.filter((name) => fieldTraits[type].validations.includes(name));
}
