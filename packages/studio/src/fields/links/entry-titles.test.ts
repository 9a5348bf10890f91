/** What is asked of entries of several types, so that each has a title. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentType } from '../../api/types.ts';
import { titleSelection } from './entry-titles.ts';

test('the display field of each type of entries is asked for once, and none that only components have', () => {
  const type = (kind: ContentType['kind'], display_field: string | null) => ({ kind, display_field }) as ContentType;
  const types = [type('entry', 'title'), type('entry', 'name'), type('entry', 'title'), type('entry', null)];
  assert.equal(titleSelection([...types, type('component', 'heading')]), 'slug,fields.title,fields.name');
});
