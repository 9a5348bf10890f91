/** What `lectern diff` and `lectern push` say of a plan, as the service makes it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PushPlan } from '../../server/src/model/content-types/push/schema.ts';
import { planLines } from '../src/content-as-code/plan-text.ts';

const plan: PushPlan = {
  content_types: [
    {
      api_id: 'article',
      change: 'update',
      settings: [],
      fields: [
        {
          id: 'headline',
          previous_id: 'kicker',
          change: 'rename',
          settings: [],
          hides: [],
          fails: [{ rule: 'max_length', entries: 1, published: 1, examples: ['ent_k3x9q2_long'] }],
        },
        {
          id: 'rating',
          previous_id: null,
          change: 'delete',
          settings: [],
          hides: [{ what: 'field', entries: 2, examples: ['ent_k3x9q2_one', 'ent_k3x9q2_two'] }],
          fails: [],
        },
      ],
      warnings: [],
    },
    { api_id: 'quote', change: 'delete', settings: [], fields: [], warnings: [] },
  ],
  not_named: ['banner', 'quote'],
  data_loss: ['article.rating'],
  refused: [
    {
      code: 'content_type_in_use',
      content_type: 'author',
      message: 'Delete the entries of the content type first; it has 3.',
      entries: 3,
      examples: [],
    },
    { code: 'conflict', content_type: null, message: 'Two entries would have one slug.', entries: 2, examples: [] },
  ],
};

it('says what changes, what is hidden, what no longer fits, and what is refused', () => {
  assert.deepEqual(planLines(plan), [
    '~ article',
    '  ~ headline (was kicker)',
    '      ! 1 entry (ent_k3x9q2_long) (1 published) does not fit max_length',
    '  - rating',
    '      ! hides all values in 2 entries (ent_k3x9q2_one, ent_k3x9q2_two); needs --confirm-data-loss=article.rating',
    '- quote',
    '! author: Delete the entries of the content type first; it has 3.',
    '! Two entries would have one slug.',
    'Not in the folder, and left as they are: banner',
  ]);
});
