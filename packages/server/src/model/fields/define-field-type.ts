/**
 * Completes a field type: its file states only what is specific to it, and every optional member gets its default here. The
 * settings that a field of the type may have are defined in the contract. A type without a column of its own can only be filtered
 * by `exists`.
 */
import { type FieldTraits, fieldTraits } from '../../../../contract/src/fields.ts';
import type { FieldType } from './field-type.ts';
import { checkValidations, rejectComponents, rejectItems, type ValidationRules } from './values/settings.ts';

/** Members that a type need not state. */
type Optional =
  | 'mayBeObject'
  | 'validate'
  | 'checkSettings'
  | 'rendersAsStored'
  | 'render'
  | 'linksTo'
  | 'links'
  | 'blocks'
  | 'text'
  | 'prose'
  | 'column'
  | 'indexValue'
  | 'operand';

/** What the file of a field type declares. */
export interface FieldTypeDefinition
  extends Omit<FieldType, Optional | keyof FieldTraits>,
    Partial<Pick<FieldType, Optional>> {
  /** How `checkSettings` reads the values of validations, for types without a `checkSettings` of their own. */
  readonly validationRules?: ValidationRules;
}

/** Builds the field type from its definition. Without its own `render`, a type renders its values as stored. */
export function defineFieldType({ validationRules = {}, ...definition }: FieldTypeDefinition): FieldType {
  const traits = fieldTraits[definition.name];
  return {
    ...traits,
    mayBeObject: false,
    validate: () => [],
    checkSettings: (field, path) => [
      ...checkValidations(field, path, { allowed: traits.validations, ...validationRules }),
      ...rejectItems(field, path),
      ...rejectComponents(field, path),
    ],
    rendersAsStored: () => definition.render === undefined,
    render: (value) => value,
    linksTo: () => [],
    links: () => [],
    blocks: null,
    text: () => '',
    prose: () => null,
    column: () => ({ kind: 'presence', many: false }),
    indexValue: () => true,
    operand: () => undefined,
    ...definition,
  };
}
