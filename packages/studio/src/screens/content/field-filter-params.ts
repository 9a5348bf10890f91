/** The filters by fields that stand in an address: `fields.<id>[gte]=5` and the like. */

import type { Operator } from '../../../../contract/src/operators.ts';
import type { ContentType, Field } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';

export interface FieldFilterParam {
  /** Its name in the address. */
  readonly parameter: string;
  readonly field: Field;
  readonly operator: Operator;
  readonly value: string;
}

/** Those of fields that the type has, in the order of the address. */
export function fieldFiltersIn(search: SearchParams, type: ContentType): readonly FieldFilterParam[] {
  return Object.entries(search).flatMap(([parameter, value]) => {
    const [, id, operator = 'eq'] = /^fields\.([^[\].]+)(?:\[(\w+)\])?$/.exec(parameter) ?? [];
    const field = type.fields.find((one) => one.id === id);
    return field === undefined ? [] : [{ parameter, field, operator: operator as Operator, value }];
  });
}
