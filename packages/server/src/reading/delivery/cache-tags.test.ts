/** That the tags of a response cover what it rests on, in no more than caches take. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Model } from '../../model/content-types/model.ts';
import { Basis } from './basis.ts';
import { cacheTags } from './cache-tags.ts';
import { CODE, magazine } from './fixtures.ts';

function tagsOf(note: (basis: Basis) => void, own: string | null = null, model: Model = magazine()): string[] {
  const basis = new Basis();
  note(basis);
  return cacheTags('spc_1', model, { basis, own }).split(',');
}

const always = ['spc_1', `environment_${CODE}`];

it('names the content types and assets that were looked at', () => {
  const tags = tagsOf((basis) => {
    basis.linked([{ contentType: 1 }, { contentType: 2 }], 2);
    basis.restsOnAssets = true;
  });
  assert.deepEqual(tags, [...always, `assets_${CODE}`, `ctp_${CODE}_article`, `ctp_${CODE}_author`]);
});

it('names the one requested resource instead of its type', () => {
  const tags = tagsOf((basis) => {
    basis.ownType = 1;
  }, `ent_${CODE}_a1`);
  assert.deepEqual(tags, [...always, `ent_${CODE}_a1`]);
});

it('says that any change may alter a response with a missing link, of a search, or with more types than caches take tags', () => {
  assert.deepEqual(
    tagsOf((basis) => basis.linked([{ contentType: 1 }], 2)),
    [...always, `mixed_${CODE}`],
  );
  const searched = tagsOf((basis) => {
    basis.restsOnDrafts = true;
  });
  assert.deepEqual(searched, [...always, `mixed_${CODE}`]);
  const many = tagsOf((basis) =>
    basis.linked(
      Array.from({ length: 41 }, (_, type) => ({ contentType: type })),
      41,
    ),
  );
  assert.deepEqual(many, [...always, `mixed_${CODE}`]);
});
