/** That tags differ wherever responses could, and only there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entityTag, type TaggedResponse, tagOfLater } from './entity-tag.ts';

const head = {
  number: 7,
  status: 'ready',
  revision: 12,
  published_revision: 9,
  model_revision: 3,
  names_revision: 0,
  epoch: 'e1',
};
const response: TaggedResponse = {
  head,
  plane: 'delivery',
  program: '0.1.0',
  request: 'entries []',
  encoding: 'br',
};

describe('an entity tag', () => {
  it('is another one wherever the response may be another', () => {
    const others: Partial<TaggedResponse>[] = [
      {},
      { head: { ...head, published_revision: 10 } },
      { head: { ...head, epoch: 'e2' } },
      { head: { ...head, number: 8 } },
      { plane: 'preview' },
      { program: '0.1.1' },
      { request: 'entries ["limit","1"]' },
      { encoding: 'gzip' },
    ];
    assert.equal(new Set(others.map((other) => entityTag({ ...response, ...other }))).size, others.length);
    assert.match(entityTag(response), /^"[\w-]+"$/);
  });

  it('outlives drafts on the delivery plane, not on preview', () => {
    const later = { head: { ...head, revision: 13 } };
    assert.equal(entityTag({ ...response, ...later }), entityTag(response));
    assert.notEqual(
      entityTag({ ...response, ...later, plane: 'preview' }),
      entityTag({ ...response, plane: 'preview' }),
    );
  });

  it('of a response that shows a later revision than the head is that of no head, and another one for each', () => {
    const later = [13, 14].map((revision) => tagOfLater(response, revision));
    const ofHeads = [9, 12, 13, 14].map((revision) =>
      entityTag({ ...response, head: { ...head, revision, published_revision: revision } }),
    );
    assert.equal(new Set([...later, ...ofHeads]).size, later.length + ofHeads.length);
  });
});
