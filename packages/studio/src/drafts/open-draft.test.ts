/** One open entry, apart from its values. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ContentType, Entry } from '../api/types.ts';
import type { LeftoverValue } from './device.ts';
import { OpenDraft } from './open-draft.ts';
import { shapesOf } from './structures.ts';
import { pathOf } from './value-path.ts';

const ADDRESS = { space: 'spc', environment: 'master', key: 'new' };
const device = { keep: async () => 0, adopt: async () => true, forget: async () => undefined };

it('reads nothing of an entry that the server does not have yet', async () => {
  const nothing = async () => assert.fail('Nothing is asked.');
  const draft = new OpenDraft({
    address: ADDRESS,
    contentType: 'note',
    entry: null,
    device,
    requests: { read: nothing, create: nothing, save: nothing },
    isOurs: () => true,
    onChange: () => undefined,
    onSaved: () => undefined,
  });
  await draft.refresh();
  assert.equal(draft.entry, null);
});

it('brings back what earlier tabs left in a list of blocks, beside what is written there now and is on no server yet', async (test) => {
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const unreachable = () => new Promise<never>(() => undefined);
  const quote = (id: string, text: string) => ({ id, type: 'quote', fields: { text } });
  const entry = { version: 2, fields: { blocks: { en: [quote('a', 'A'), quote('b', 'B')] } } } as unknown as Entry;
  const draft = new OpenDraft({
    address: ADDRESS,
    contentType: 'page',
    entry,
    device,
    requests: { read: unreachable, create: unreachable, save: unreachable },
    isOurs: () => true,
    onChange: () => undefined,
    onSaved: () => undefined,
  });
  const blocks = { id: 'blocks', type: 'blocks', localized: false, components: ['quote'] };
  const text = { id: 'text', type: 'text', localized: false };
  draft.know(
    shapesOf({ fields: [blocks] } as unknown as ContentType, [
      { api_id: 'quote', fields: [text] } as unknown as ContentType,
    ]),
  );
  const base = [quote('a', 'A'), quote('b', 'At first')];
  const path = pathOf('blocks', 'en');
  const left = { address: ADDRESS, contentType: 'page', isNew: false, at: 0, path, base, sent: [] };
  const first = { ...left, key: ['1'], mine: [...base, quote('c', 'Left first')] };
  const second = { ...left, key: ['2'], mine: [...base, quote('d', 'Left second')] };
  await draft.continueWith([second, first] as unknown as LeftoverValue[]);
  draft.set('blocks', 'en', [quote('a', 'Written now'), quote('b', 'B')]);
  for (const found of draft.found) draft.takeFound(found);
  const written = draft.value('blocks', 'en') as readonly ReturnType<typeof quote>[];
  assert.deepEqual(
    new Set(written.map(({ id, fields }) => `${id} ${fields.text}`)),
    new Set(['a Written now', 'b B', 'c Left first', 'd Left second']),
  );
  await draft.close();
});
