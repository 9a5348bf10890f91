/** One open entry, apart from its values. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OpenDraft } from './open-draft.ts';

it('reads nothing of an entry that the server does not have yet', async () => {
  const nothing = async () => assert.fail('Nothing is asked.');
  const draft = new OpenDraft({
    address: { space: 'spc', environment: 'master', key: 'new' },
    contentType: 'note',
    entry: null,
    device: { keep: async () => 0, adopt: async () => true, forget: async () => undefined },
    requests: { read: nothing, create: nothing, save: nothing },
    isOurs: () => true,
    onChange: () => undefined,
    onSaved: () => undefined,
  });
  await draft.refresh();
  assert.equal(draft.entry, null);
});
