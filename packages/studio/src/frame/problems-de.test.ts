/** What the API refuses, said in German. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsInGerman } from './problems-de.ts';

const refusal = (status: number, code: string, detail: Record<string, unknown> = {}) =>
  problemsInGerman.refusal({ status, code, detail, violations: [], retryAfterMs: null });
const violation = (rule: string, params?: Record<string, unknown>) =>
  problemsInGerman.violation({ path: 'fields.title.de', rule, ...(params && { params }), message: 'English.' });

test('rules are told with the numbers, days and words that they bring, whatever the message says', () => {
  const told = [
    ['max_length', { limit: 60, given: 61 }, 'Höchstens 60 Zeichen; es sind 61.'],
    ['maxLength', { limit: 2000 }, 'Höchstens 2.000 Zeichen.'],
    ['max_length', { limit: 512, unit: 'bytes' }, 'Höchstens 512 Byte.'],
    ['min', { limit: 1.5 }, 'Mindestens 1,5.'],
    ['max', { limit: '2026-11-21' }, 'Höchstens 2026-11-21.'],
    ['in', { listed: ['essay', 'report'] }, 'Bitte wählen Sie eines von diesen: essay, report.'],
    ['in', { listed: Array(21).fill('a') }, `Bitte wählen Sie eines von diesen: ${Array(20).fill('a').join(', ')}, ….`],
    ['nodes', { names: ['table'], listed: ['heading'] }, 'Das ist in diesem Feld nicht erlaubt: table.'],
    ['format', { format: 'color' }, 'Bitte geben Sie eine Farbe an, etwa #0af oder #00aaff.'],
    [
      'required',
      { entries: 1200, published: 3 },
      '1.200 Einträgen fehlt der Wert, davon veröffentlicht: 3. Vor dem nächsten Veröffentlichen muss er ausgefüllt werden.',
    ],
    ['format', undefined, 'Das hat nicht die erwartete Form.'],
  ] as const;
  for (const [rule, params, words] of told) assert.equal(violation(rule, params), words);
});

test('codes are told with what they bring, and what has no words is left to the server', () => {
  const limit = { metric: 'entries', limit: 1000, used: 1000 };
  assert.equal(refusal(402, 'plan_limit_reached', limit), 'Die Grenze des Tarifs ist erreicht: 1.000 Einträge.');
  assert.match(refusal(403, 'insufficient_permission', { permission: 'ai.use' }) ?? '', /ausgeschaltet/);
  assert.match(refusal(502, 'unknown') ?? '', /Der Server kann das gerade nicht/);
  assert.match(refusal(400, 'malformed_request') ?? '', /laden Sie die Seite neu/);
  assert.equal(refusal(400, 'code_of_a_newer_server'), null);
  assert.equal(violation('rule_of_a_newer_server'), null);
  assert.equal(violation('constructor'), null);
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
