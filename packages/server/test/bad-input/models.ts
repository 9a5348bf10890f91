/** Content types, environments, spaces and keys that cannot be. */
import type { Case } from './case.ts';

export const badModels: readonly Case[] = [
  ...["id'); DROP", 'a.b', '$x', '__proto__', 'constructor', 'ü', '', '1a', 'x'.repeat(65)].map((id) => ({
    name: `a field called ${id.slice(0, 20) || 'nothing'}`,
    path: '{base}/content-types',
    parts: { body: { name: 'Bad', fields: [{ id, name: 'x', type: 'string' }] } },
    codes: ['validation_failed'],
  })),
  ...['(?=x)', '\\1', '(', '((a{1,1000}){1,1000})', 'x'.repeat(513)].map((pattern) => ({
    name: `the pattern ${pattern.slice(0, 20)}`,
    path: '{base}/content-types',
    parts: { body: { name: 'Bad', fields: [{ id: 'a', name: 'a', type: 'string', validations: { pattern } }] } },
    codes: ['validation_failed'],
    hint: 'pattern',
  })),
  {
    name: 'a thousand fields',
    path: '{base}/content-types',
    parts: {
      body: {
        name: 'Bad',
        fields: Array.from({ length: 1_000 }, (_, n) => ({ id: `f${n}`, name: 'f', type: 'string' })),
      },
    },
    codes: ['validation_failed'],
  },
  ...['../x', 'MASTER', 'a b', '', 'x'.repeat(65), '__proto__', '-a'].map((name) => ({
    name: `an environment called ${name.slice(0, 20) || 'nothing'}`,
    path: '{space}/environments',
    parts: { body: { name } },
    codes: ['validation_failed'],
    hint: 'name',
  })),
  {
    name: 'an environment that is there',
    path: '{space}/environments',
    parts: { body: { name: 'master' } },
    codes: ['conflict'],
  },
  { name: 'a space without a name', path: '/spaces', parts: { body: {} }, codes: ['validation_failed'], hint: 'name' },
  {
    name: 'a space with a name of 10,000 letters',
    path: '/spaces',
    parts: { body: { name: 'x'.repeat(10_000) } },
    codes: ['validation_failed'],
    hint: 'name',
  },
  {
    name: 'a key of no kind',
    path: '{space}/api-keys',
    parts: { body: { name: 'x', kind: 'master' } },
    codes: ['validation_failed'],
    hint: 'kind',
  },
];
