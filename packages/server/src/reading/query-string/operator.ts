/** Splits the name and value of a filter into the path, the operator in brackets after it, and the operands. */

import { type Operator, bracketOperators as operators } from '../../../../contract/src/operators.ts';
import { splitList } from '../../../../contract/src/queries.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { Parameter } from './parameters.ts';
import type { QueryReading } from './query-reading.ts';

const OPERANDS_MAX = 1_000;
const NAME_SHAPE = /^(?<path>[^[\]]*)(?:\[(?<operator>[^[\]]*)\])?$/;

/** A condition on an attribute. */
export interface TextCondition {
  readonly operator: Operator;
  /** One text, or several for `in` and `nin`; `true` or `false` for `exists`. */
  readonly operands: readonly string[];
}

/** A filter split into its parts. */
export interface PathCondition extends TextCondition {
  /** The name without the brackets, such as `fields.title`. */
  readonly path: string;
}

/** The part of a parameter's name before the brackets. */
export function pathOf(name: string): string {
  const at = name.indexOf('[');
  return at === -1 ? name : name.slice(0, at);
}

/** Splits a filter; undefined if its operator or operand was rejected. */
export function readOperator({ name, value }: Parameter, reading: QueryReading): PathCondition | undefined {
  const parts = NAME_SHAPE.exec(name)?.groups;
  if (parts === undefined) {
    return reading.refuse(
      name,
      'operator',
      'Write an operator once, in brackets behind the name, such as fields.price[gte]=10.',
    );
  }
  const path = parts.path ?? '';
  const given = parts.operator;
  if (given === undefined) return { path, operator: 'eq', operands: [value] };
  const operator = operators.find((known) => known === given);
  if (operator === undefined) {
    const message = `There is no operator ${quoted(given)}; use one of ${operators.join(', ')}.${didYouMean(given, operators)}`;
    return reading.refuse(name, 'operator', message);
  }
  const operands = readOperands(name, operator, value, reading);
  return operands === undefined ? undefined : { path, operator, operands };
}

/** Whether the operator needs ordered values. */
export function isComparison(operator: Operator): boolean {
  return operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte';
}

function readOperands(name: string, operator: Operator, value: string, reading: QueryReading): string[] | undefined {
  if (operator === 'exists') {
    return value === 'true' || value === 'false' ? [value] : reading.refuse(name, 'type', 'Give true or false.');
  }
  if (operator !== 'in' && operator !== 'nin') return [value];
  const operands = splitList(value);
  if (operands.length <= OPERANDS_MAX) return operands;
  return reading.refuse(name, 'max_items', `Give at most ${OPERANDS_MAX} values.`, {
    limit: OPERANDS_MAX,
    given: operands.length,
  });
}
