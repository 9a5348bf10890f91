/** What the API refuses, said in English to people who write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsInEnglish } from './problems-en.ts';

const refusal = (code: string, message: string, violations: readonly object[] = [], status = 400) =>
  problemsInEnglish.refusal({ status, code, detail: { message }, violations: violations as never, retryAfterMs: null });
const violation = (rule: string, message: string, path = 'fields.title.en') =>
  problemsInEnglish.violation({ path, rule, message });

test('sentences of the server that name ids, paths, JSON or HTTP are said for people who write', () => {
  const told = [
    ['not_found', 'There is no such entry; check the id in the path.'],
    ['malformed_request', 'The body is not JSON.'],
    [
      'unauthenticated',
      'Send a token in the header "Authorization: Bearer <token>"; the request has none in that form.',
    ],
    ['unauthenticated', 'This challenge is unknown; begin again with POST /auth/login/passkey/options.'],
    ['insufficient_permission', 'The caller lacks entry.update_own.'],
    ['version_conflict', 'The version is 3, not 2; read the resource again and repeat the change.'],
  ] as const;
  for (const [code, message] of told) {
    const words = refusal(code, message) ?? '';
    assert.doesNotMatch(words, /\b(path|ids?|JSON|header|POST|request|token|resource|parameter)\b|_/i, words);
    assert.match(words, /\.$/);
  }
  assert.equal(
    violation('required', 'Give a value for title in en; the field is required.'),
    'Fill this in; it is required.',
  );
  assert.equal(
    violation('unique', 'Choose another value; ent_k3x9q2_hello has this one.'),
    'Choose another value; another entry has this one already.',
  );
  assert.equal(violation('rule_of_a_newer_server', 'Give any JSON.'), 'This value cannot be saved as it is.');
});

test('what the server says for people stays', () => {
  const conflict = 'An account keeps at least one owner; make somebody else an owner first.';
  assert.equal(refusal('conflict', conflict), conflict);
  const slug = 'Choose another slug; another Article has "dawn".';
  assert.equal(refusal('slug_conflict', slug), slug);
  assert.equal(refusal('conflict', 'Choose another api_id; "post" is taken.'), null);
  const reserved = 'Choose another id; "sys" is reserved.';
  assert.equal(violation('reserved', reserved, 'fields.0.id'), reserved);
  assert.equal(
    violation('max_length', 'Give at most 60 characters; this has 61.'),
    'Give at most 60 characters; this has 61.',
  );
});

test('several faults are told by the first of them, without the path that the server names', () => {
  const faults = [
    { path: 'fields.title.en', rule: 'max_length', message: 'Give at most 60 characters.' },
    { path: 'fields.pages', rule: 'max', message: 'Give 9 or less.' },
  ];
  assert.equal(
    refusal('validation_failed', 'Give at most 60 characters (fields.title.en). See errors for 1 more.', faults, 422),
    'Give at most 60 characters. (And one more problem.)',
  );
});
