/** What only the service can say about fields; whoever converts a file hands it over. */
import type { FieldDefinition, FieldTypeName } from '../../contract/src/fields.ts';

export interface FieldRules {
  /** Why no field can have the validations; null if one can. */
  settingsProblem(field: Pick<FieldDefinition, 'type' | 'items' | 'components' | 'validations'>): string | null;
  /** Why a field of the type cannot hold the value; null if it can. */
  valueProblem(type: FieldTypeName, value: unknown): string | null;
}
