/** What the API refuses, said in German. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsInGerman } from './problems-de.ts';

const refusal = (status: number, code: string, detail: Record<string, unknown> = {}) =>
  problemsInGerman.refusal({ status, code, detail, violations: [], retryAfterMs: null });
const violation = (rule: string, message: string) =>
  problemsInGerman.violation({ path: 'fields.title.de', rule, message });

test('rules are told with the numbers and days that the server names', () => {
  const messages = [
    ['max_length', 'Give at most 60 characters; there are 61.', 'Höchstens 60 Zeichen; es sind 61.'],
    ['min', 'Give 1.5 or more.', 'Mindestens 1,5.'],
    ['max', 'Give 2026-11-21 or less.', 'Höchstens 2026-11-21.'],
    ['in', 'Give one of essay, report.', 'Bitte wählen Sie eines von diesen: essay, report.'],
  ] as const;
  for (const [rule, message, words] of messages) assert.equal(violation(rule, message), words);
});

test('codes are told with what they bring, and what has no words is left to the server', () => {
  const limit = { metric: 'entries', limit: 1000, used: 1000 };
  assert.equal(refusal(402, 'plan_limit_reached', limit), 'Die Grenze des Tarifs ist erreicht: 1.000 Einträge.');
  assert.match(refusal(502, 'unknown') ?? '', /Der Server kann das gerade nicht/);
  assert.equal(refusal(400, 'malformed_request'), null);
  assert.equal(violation('type', 'Give a list; this is a number.'), null);
});

test('a request with several faults is told by the first of them', () => {
  const violations = [1, 2, 3].map((index) => ({ path: `fields.${index}`, rule: 'required', message: '' }));
  const words = problemsInGerman.refusal({
    status: 422,
    code: 'validation_failed',
    detail: {},
    violations,
    retryAfterMs: null,
  });
  assert.match(words ?? '', /Pflichtfeld\. \(Und 2 weitere Probleme\.\)$/);
});
