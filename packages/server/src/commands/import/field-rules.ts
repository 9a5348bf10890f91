/** What converters of foreign files ask about fields, answered by the field types. */
import type { FieldRules } from '@lectern/import/field-rules.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { fieldType } from '../../model/fields/registry.ts';

export const fieldRules: FieldRules = {
  settingsProblem: (field) => fieldType(field.type).checkSettings(field, '')[0]?.message ?? null,
  valueProblem: (type, value) => {
    const violations: Violation[] = [];
    fieldType(type).parse(value, { field: { type }, path: 'value', linkKey: (_kind, key) => key, violations });
    return violations[0]?.message ?? null;
  },
};
