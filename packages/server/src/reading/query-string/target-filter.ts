/**
 * Filters by attributes that every link target has: `fields.<link>.id` and `fields.<link>.content_type`. If the target has a field
 * with one of these names, the field takes precedence.
 */
import { fieldById } from '../../model/content-types/content-type.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { Condition, Predicate } from '../query/query.ts';
import { type FieldFilter, readFieldFilter } from './field-filter.ts';
import { isComparison } from './operator.ts';
import type { QueryReading } from './query-reading.ts';

const ENTRY_ID = { kind: 'system', name: 'id' } as const;

/** The predicate of a filter on link targets; undefined if it was rejected. */
export function readTargetFilter(filter: FieldFilter, reading: QueryReading): Predicate | undefined {
  const { fieldId, types, operator } = filter;
  const isField = types.some((type) => fieldById(type, fieldId) !== undefined);
  if (isField || (fieldId !== 'id' && fieldId !== 'content_type')) return readFieldFilter(filter, reading);
  if (isComparison(operator)) {
    const message = `${quoted(fieldId)} of a link cannot be compared with ${operator}; use ne, in, nin or exists.`;
    return reading.refuse(filter.parameter, 'operator', message);
  }
  if (operator === 'exists') return idPredicate(operator, [filter.operands[0] === 'true']);
  return fieldId === 'id' ? readId(filter, reading) : readType(filter, reading);
}

/** Ids or keys; those of another environment match nothing. */
function readId({ operator, operands }: FieldFilter, reading: QueryReading): Predicate {
  const keys = operands.flatMap((text) => keyWithin(reading.model.codes, 'entry', text) ?? []);
  return operator === 'ne' || operator === 'nin' ? idPredicate('nin', keys) : { kind: 'keys', keys };
}

/** Content types by id or `api_id`. */
function readType({ parameter, operator, operands, types }: FieldFilter, reading: QueryReading): Predicate | undefined {
  const isWanted = operator === 'eq' || operator === 'in';
  const byType = new Map<number, Condition>();
  for (const text of operands) {
    const apiId = keyWithin(reading.model.codes, 'content_type', text);
    const type = types.find((known) => known.apiId === apiId);
    if (type === undefined) {
      const ids = types.map((known) => known.apiId);
      const message = `There is no content type ${quoted(text)}; give one that exists.${didYouMean(text, ids)}`;
      return reading.refuse(parameter, 'unknown', message);
    }
    byType.set(type.number, { attribute: ENTRY_ID, operator: 'exists', operands: [isWanted] });
  }
  return { kind: 'field', byType, otherwise: !isWanted };
}

function idPredicate(operator: Condition['operator'], operands: Condition['operands']): Predicate {
  return { kind: 'system', condition: { attribute: ENTRY_ID, operator, operands } };
}
