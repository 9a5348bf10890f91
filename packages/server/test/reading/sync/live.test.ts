/** Who listens to an environment is told of each change once, of none that the plane does not show, and no longer than the key reads. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor } from '../../../../testing/src/client.ts';
import { createEntry, given, magazine, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { onEachDatabase, onFirstEngine } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';
import { renewEpochs } from '../../../src/model/spaces/renewed-epochs.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { Follower } from './follower.ts';
import { Listening } from './listening.ts';

const author = (name: string) => ({ content_type_id: 'author', fields: { name } });
const publish = ({ owner, base }: Scene, name: string) => publishNew(owner, base, author(name));

onEachDatabase('listening to an environment', (stage) => {
  it('tells what changed, and on delivery nothing of drafts', async () => {
    const here = await given(stage.url, { types: magazine });
    const { owner, delivery, preview, base, read } = here;
    const id = await publish(here, 'Ada');
    const site = await Listening.open(delivery, read);
    const editor = await Listening.open(preview, read);
    const { headers } = site;
    assert.match(String(headers['content-type']), /^text\/event-stream/);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['content-encoding'], undefined);
    await site.next('ready');
    await editor.next('ready');
    const draft = await createEntry(owner, base, author('Nobody'));
    await owner.patch(`/entries/${id}`, { fields: { name: 'Ada L.' } }, 200);
    await editor.untilTold(draft, 'put');
    await editor.untilTold(id, 'put');
    await owner.post(`/entries/${id}/publish`, undefined, 200);
    await site.untilTold(id, 'put');
    await owner.post(`/entries/${id}/unpublish`, undefined, 200);
    await site.untilTold(id, 'remove');
    assert.ok(!JSON.stringify(site.events).includes(draft), 'no draft');
    const [first] = site.changes;
    assert.deepEqual(first?.data.entries, [[id, 'author', 'put']]);
    assert.deepEqual([first?.data.assets, first?.data.model], [[], false]);
    assert.ok(first?.data.tags?.includes(id), String(first?.data.tags));
    await owner.patch(`${base}/content-types/author`, { name: 'Writer' }, 200);
    await until(() => site.changes.some(({ data }) => data.model === true));
    for (const stream of [site, editor]) stream.close();
  });

  it('goes on from the last event, or from a page of changes', async () => {
    const here = await given(stage.url, { types: magazine });
    const { owner, delivery, read } = here;
    const [one, two] = [await publish(here, 'One'), await publish(here, 'Two')];
    const copy = new Follower(read);
    await copy.catchUp(delivery);
    const first = await Listening.open(delivery, read);
    await first.next('ready');
    first.close();
    await owner.post(`/entries/${one}/unpublish`, undefined, 200);
    await owner.post(`/entries/${two}/unpublish`, undefined, 200);
    await owner.post(`/entries/${two}/publish`, undefined, 200);
    for (const from of [{ lastId: first.lastId }, { search: `?since=${copy.since}` }]) {
      const again = await Listening.open(delivery, read, from);
      await again.next('ready');
      assert.deepEqual(
        again.events.map(({ name }) => name),
        ['change', 'ready'],
        'as one event',
      );
      const told = new Map(again.changes[0]?.data.entries?.map(([id, , op]) => [id, op]));
      assert.deepEqual(
        told,
        new Map([
          [one, 'remove'],
          [two, 'put'],
        ]),
      );
      again.close();
      const later = await Listening.open(delivery, read, { lastId: again.lastId });
      await later.next('ready');
      assert.deepEqual(
        later.events.map(({ name }) => name),
        ['ready'],
        'nothing twice',
      );
      later.close();
    }
  });

  it('says that all has changed where a name leads elsewhere, and ends where it leads nowhere', async () => {
    const here = await given(stage.url, { types: magazine });
    const { owner, delivery, space } = here;
    await cloneOf(here, 'next');
    const alias = `${space}/environment-aliases/live`;
    const live = `${space}/environments/live/delivery`;
    await owner.put(alias, { environment: 'master' }, 201);
    const site = await Listening.open(delivery, live);
    const { id: before } = await site.next('ready');
    await owner.put(alias, { environment: 'next' }, 200);
    await site.next('reset');
    const again = await Listening.open(delivery, live, { lastId: before });
    await again.next('ready');
    assert.deepEqual(
      again.events.map(({ name }) => name),
      ['reset', 'ready'],
    );
    again.close();
    const entry = { content_type_id: 'author', fields: { name: 'Only there' } };
    const id = await publishNew(owner, `${space}/environments/next`, entry);
    await until(() => site.changes.some(({ data }) => data.entries?.[0]?.[0].endsWith(id.split('_')[2] ?? '-')));
    await owner.delete(alias, 204);
    assert.equal((await site.next('goaway')).data.reason, 'environment');
    await site.closed;
  });

  it('says that all has changed after a restore, and copies begin anew', async () => {
    const here = await given(stage.url, { types: magazine });
    const { delivery, read } = here;
    await publish(here, 'Ada');
    const copy = new Follower(read);
    await copy.catchUp(delivery);
    const site = await Listening.open(delivery, read);
    await site.next('ready');
    await stage.database.write((writer) => renewEpochs(writer));
    await site.next('reset');
    site.close();
    await copy.catchUp(delivery);
    assert.equal(copy.resets, 1);
    await copy.check(delivery);
  });

  it('ends with its key', async () => {
    const { owner, read, space, url } = await given(stage.url, { types: magazine });
    const key = await owner.post(`${space}/api-keys`, { name: 'short', kind: 'delivery' }, 201);
    const stream = await Listening.open(new Actor(url, key.string('token')), read);
    await stream.next('ready');
    await owner.delete(`${space}/api-keys/${key.string('id')}`, 204);
    assert.equal((await stream.next('goaway')).data.reason, 'key');
    await stream.closed;
  });

  it('takes a token in the header alone, and no cursor of others', async () => {
    const { delivery, preview, read, url } = await given(stage.url, { types: magazine });
    await new Actor(url, null).get(`${read}/live?token=${delivery.token}`, 401);
    const named = await delivery.get(`${read}/live?access_token=${delivery.token}`, 422);
    assert.equal(named.at('detail.errors.0.path'), 'query.access_token');
    for (const name of ['change_set', 'as_of']) await preview.get(`${read}/live?${name}=1`, 422);
    const editor = await Listening.open(preview, read);
    const { id } = await editor.next('ready');
    editor.close();
    await delivery.get(`${read}/live?since=${id}`, 422);
    await delivery.get(`${read}/live`, 422, { 'last-event-id': `${id}x` });
    await delivery.get(`${read}/live`, 406, { accept: 'application/json' });
  });
});

onFirstEngine(
  'the bounds of listening',
  (stage) => {
    it('are told with when to try again, while pages of changes go on', async () => {
      const { delivery, read } = await given(stage.url, { types: magazine });
      const streams = [await Listening.open(delivery, read), await Listening.open(delivery, read)];
      const refused = await delivery.get(`${read}/live`, 503);
      assert.deepEqual([refused.at('detail.code'), refused.headers['retry-after']], ['unavailable', '5']);
      await delivery.get(`${read}/sync`, 200);
      streams[0]?.close();
      const next = await until(() => Listening.open(delivery, read).catch(() => undefined));
      for (const stream of [...streams, next]) stream?.close();
    });
  },
  { LECTERN_LIVE_CONNECTIONS: '2' },
);
