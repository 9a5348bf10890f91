/** The comparisons that filters offer, by the kind of value. */
import type { Operator } from '../../../contract/src/operators.ts';

export const CHOICES: readonly Operator[] = ['eq', 'ne', 'in', 'nin', 'exists'];
export const RANGES: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists'];
export const EQUALITY: readonly Operator[] = ['eq', 'ne', 'exists'];
export const PRESENCE: readonly Operator[] = ['exists'];

/** The name of a filter's parameter in the query string. */
export function filterParameter(fieldId: string, operator: Operator): string {
  return operator === 'eq' ? `fields.${fieldId}` : `fields.${fieldId}[${operator}]`;
}
