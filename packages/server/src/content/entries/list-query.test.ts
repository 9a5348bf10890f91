/** What the management plane's list of entries takes beside what sites may ask for. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { magazine } from '../../reading/delivery/fixtures.ts';
import type { Condition, Predicate } from '../../reading/query/query.ts';
import { readListQuery } from './list-query.ts';

const model = magazine();
const NOON = Date.parse('2026-11-21T12:00:00Z');

it('takes status, updated_since, created_by and updated_by, sees archived entries, and has no include', () => {
  const { entries } = readListQuery(
    'status=draft,changed&updated_since=2026-11-21T12:00:00Z&created_by=usr_1&updated_by=usr_2',
    model,
  );
  assert.deepEqual(entries.predicates, [
    onSystem('status', 'in', 'draft', 'changed'),
    onSystem('updated_at', 'gte', NOON),
    onSystem('created_by', 'eq', 'usr_1'),
    onSystem('updated_by', 'eq', 'usr_2'),
  ]);
  assert.deepEqual([entries.state, entries.withArchived], ['draft', true]);
  assert.deepEqual(entries.order, [{ by: { kind: 'system', name: 'updated_at' }, descending: true }]);
  assert.equal(violationOf('include=1').rule, 'unknown');
  assert.ok(violationOf('status=drft').message.includes('Did you mean "draft"?'));
  assert.equal(violationOf('updated_since=soon').rule, 'type');
});

function onSystem(
  name: 'status' | 'updated_at' | 'created_by' | 'updated_by',
  operator: Condition['operator'],
  ...operands: readonly (string | number)[]
): Predicate {
  return { kind: 'system', condition: { attribute: { kind: 'system', name }, operator, operands } };
}

function violationOf(search: string): Violation {
  try {
    readListQuery(search, model);
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === 'validation_failed', String(error));
    return (error.extra.errors as Violation[])[0] ?? assert.fail();
  }
  return assert.fail(`${search} is not refused`);
}
