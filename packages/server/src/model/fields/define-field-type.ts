/**
 * Completes a field type: a type's file states only what is its own, every optional member gets its default here, and what
 * a field may be set to stands in the contract.
 * A type without a column of its own can be filtered by `exists` alone.
 */
import { type FieldTraits, fieldTraits } from '../../../../contract/src/fields.ts';
import type { FieldType } from './field-type.ts';
import { checkValidations, refuseItems, type ValidationRules } from './values/settings.ts';

/** Members that a type need not state. */
type Optional =
  | 'mayBeObject'
  | 'validate'
  | 'checkSettings'
  | 'rendersAsStored'
  | 'render'
  | 'links'
  | 'text'
  | 'prose'
  | 'column'
  | 'indexValue'
  | 'operand';

/** What the file of a field type states. */
export interface FieldTypeDefinition
  extends Omit<FieldType, Optional | keyof FieldTraits>,
    Partial<Pick<FieldType, Optional>> {
  /** How `checkSettings` reads the values of validations, for a type that does not bring its own `checkSettings`. */
  readonly validationRules?: ValidationRules;
}

/** The field type of a definition. A type without its own `render` renders its values as they are stored. */
export function defineFieldType({ validationRules = {}, ...definition }: FieldTypeDefinition): FieldType {
  const traits = fieldTraits[definition.name];
  return {
    ...traits,
    mayBeObject: false,
    validate: () => [],
    checkSettings: (field, path) => [
      ...checkValidations(field, path, { allowed: traits.validations, ...validationRules }),
      ...refuseItems(field, path),
    ],
    rendersAsStored: () => definition.render === undefined,
    render: (value) => value,
    links: () => [],
    text: () => '',
    prose: () => null,
    column: () => ({ kind: 'presence', orderable: false, many: false }),
    indexValue: () => true,
    operand: () => undefined,
    ...definition,
  };
}
