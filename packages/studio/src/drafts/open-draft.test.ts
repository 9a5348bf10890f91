/** One open entry, apart from its values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentType, Entry } from '../api/types.ts';
import type { LeftoverValue } from './device.ts';
import { OpenDraft } from './open-draft.ts';
import type { EntryRequests } from './requests.ts';
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

describe('in a release', () => {
  const address = { ...ADDRESS, release: 'chg_a_1' };
  const inRelease = (version: number, title: string, change: 'change' | null) =>
    ({ version, change, status: 'published', fields: { title: { en: title } } }) as unknown as Entry;
  const opened = (entry: Entry, requests: Partial<EntryRequests>) => {
    const nothing = async () => assert.fail('Nothing is asked.');
    return new OpenDraft({
      address,
      contentType: 'note',
      entry,
      device,
      requests: { read: nothing, create: nothing, save: nothing, ...requests },
      isOurs: () => true,
      onChange: () => undefined,
      onSaved: () => undefined,
    });
  };

  it('a value that becomes that of readers again lets go of the entry, whose version is lower then', async () => {
    const sent: unknown[] = [];
    const draft = opened(inRelease(3, 'Sale', 'change'), {
      save: async ({ release }, version, changes) => {
        sent.push([release, version, ...changes.values()]);
        return changes.get('fields.title.en') === 'Boats'
          ? inRelease(1, 'Boats', null)
          : inRelease(2, 'More', 'change');
      },
    });
    draft.set('title', 'en', 'Boats');
    assert.deepEqual([await draft.flush(), draft.entry?.change], [{ status: 'saved' }, null]);
    draft.set('title', 'en', 'More');
    assert.deepEqual([await draft.flush(), draft.entry?.version], [{ status: 'saved' }, 2]);
    assert.deepEqual(sent, [
      ['chg_a_1', 3, 'Boats'],
      ['chg_a_1', 1, 'More'],
    ]);
    await draft.close();
  });

  it('what is read shows that a colleague took the entry out, and what was published below it', async () => {
    const states = [inRelease(1, 'Boats', null), inRelease(1, 'Ships', null)];
    const draft = opened(inRelease(3, 'Sale', 'change'), { read: async () => states.shift() ?? assert.fail() });
    await draft.refresh();
    assert.deepEqual(
      [draft.value('title', 'en'), draft.news[0]?.before, draft.news[0]?.now],
      ['Boats', 'Sale', 'Boats'],
    );
    await draft.refresh(true);
    assert.deepEqual([draft.value('title', 'en'), draft.news], ['Ships', []]);
    await draft.close();
  });

  it('an answer that was read before the last save changes nothing', async () => {
    const early = Promise.withResolvers<Entry>();
    const draft = opened(inRelease(1, 'Boats', null), {
      read: () => early.promise,
      save: async () => inRelease(2, 'Sale', 'change'),
    });
    const reading = draft.refresh();
    draft.set('title', 'en', 'Sale');
    await draft.flush();
    early.resolve(inRelease(1, 'Boats', null));
    await reading;
    assert.deepEqual([draft.value('title', 'en'), draft.news], ['Sale', []]);
    await draft.close();
  });
});
