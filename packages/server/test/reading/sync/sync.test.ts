/** Who follows an environment by pages of changes has exactly what the plane shows, and nothing that it does not show. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor } from '../../../../testing/src/client.ts';
import { createEntry, given, magazine, makeKey, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { Follower } from './follower.ts';

const author = (name: string, more: Record<string, unknown> = {}) => ({
  content_type_id: 'author',
  fields: { name, ...more },
});

onEachEngine('following an environment', (stage) => {
  const scene = () => given(stage.url, { types: magazine, locales: ['de'] });
  const publish = ({ owner, base }: Scene, name: string) => publishNew(owner, base, author(name));

  it('gives the whole state in pages, then what changes', async () => {
    const here = await scene();
    const { owner, delivery, preview, base, read } = here;
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.push(await publish(here, `Author ${n}`));
    await createEntry(owner, base, author('Nobody'));
    const site = new Follower(read, '&limit=3');
    const editor = new Follower(read, '&limit=4');
    await site.catchUp(delivery);
    await editor.catchUp(preview);
    assert.ok(site.pages > 2, 'in pages');
    await site.check(delivery, 'the whole state');
    await editor.check(preview, 'the whole state of drafts');
    const [first = '', second = '', third = ''] = ids;
    await owner.patch(`/entries/${first}`, { fields: { name: 'A draft' } }, 200);
    assert.deepEqual(await site.catchUp(delivery), [], 'a draft is nobody’s business');
    const drafts = await editor.catchUp(preview);
    assert.deepEqual(
      drafts.map(({ op, id }) => [op, id]),
      [['put', first]],
    );
    await owner.post(`/entries/${first}/publish`, undefined, 200);
    await owner.post(`/entries/${second}/unpublish`, undefined, 200);
    await owner.post(`/entries/${third}/unpublish`, undefined, 200);
    await owner.delete(`/entries/${third}`, 204);
    const fresh = await publish(here, 'Fresh');
    const changes = await site.catchUp(delivery);
    assert.deepEqual(
      new Map(changes.map(({ op, id }) => [id, op])),
      new Map([
        [first, 'put'],
        [second, 'remove'],
        [third, 'remove'],
        [fresh, 'put'],
      ]),
    );
    assert.equal(changes.length, 4, 'each once');
    await site.check(delivery, 'after changes');
    await editor.catchUp(preview);
    await editor.check(preview, 'drafts after changes');
    assert.equal(site.resets + editor.resets, 0);
  });

  it('is exact while it walks', async () => {
    const here = await scene();
    const { owner, delivery, read } = here;
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push(await publish(here, `Author ${n}`));
    const site = new Follower(read, '&limit=2');
    for (const [at, id] of ids.entries()) {
      await site.page(delivery);
      const other = ids[(at + 4) % ids.length];
      await owner.patch(`/entries/${id}`, { fields: { name: `Changed ${at}` } }, 200);
      await owner.post(`/entries/${id}/publish`, undefined, 200);
      await owner.post(`/entries/${other}/unpublish`, undefined);
    }
    await site.catchUp(delivery);
    await site.check(delivery);
  });

  it('is not complete where a page ends within a revision', async () => {
    const here = await scene();
    const { owner, delivery, base, read } = here;
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await publish(here, `Author ${n}`));
    const site = new Follower(read, '&limit=2');
    await site.catchUp(delivery);
    await owner.post(`${base}/entries/bulk`, { action: 'unpublish', ids }, 200);
    const changes = await site.catchUp(delivery);
    assert.deepEqual(changes.map(({ id }) => id).sort(), ids.sort());
    await site.check(delivery, 'after one change of several entries');
  });

  it('gives the model, and all values anew where it changes', async () => {
    const here = await scene();
    const { owner, delivery, base, read } = here;
    const id = await publish(here, 'Ada');
    const site = new Follower(read);
    await site.catchUp(delivery);
    const type = await owner.get(`${base}/content-types/author`, 200);
    const fields = (type.list('fields') as { id: string }[]).map((field) =>
      field.id === 'name' ? { ...field, id: 'called', previous_id: 'name' } : field,
    );
    await owner.patch(`${base}/content-types/author`, { fields, display_field: 'called' }, 200);
    const changes = await site.catchUp(delivery);
    assert.deepEqual(
      changes.map(({ op, id: of }) => [op, of]),
      [
        ['model', 'model'],
        ['put', id],
      ],
    );
    await site.check(delivery, 'after a field was renamed');
    await owner.post(`${here.space}/locales`, { code: 'fr', optional: true }, 201);
    await site.catchUp(delivery);
    await site.check(delivery, 'after a locale was added');
    assert.equal(site.resets, 0);
  });

  it('gives only the types that are asked for', async () => {
    const here = await scene();
    const { owner, delivery, base, read } = here;
    await publish(here, 'Ada');
    const fields = { title: 'One', slug: 'one' };
    const article = await publishNew(owner, base, { content_type_id: 'article', fields });
    const site = new Follower(read, '&types=article');
    await site.catchUp(delivery);
    assert.deepEqual([...site.copy.keys()], ['model', article]);
    await publish(here, 'Grace');
    assert.deepEqual(await site.catchUp(delivery), []);
    await owner.post(`/entries/${article}/unpublish`, undefined, 200);
    assert.deepEqual(
      (await site.catchUp(delivery)).map(({ op }) => op),
      ['remove'],
    );
    const others = await delivery.get(`${read}/sync?since=${site.since}`, 422);
    assert.equal(others.at('detail.errors.0.path'), 'query.types');
    await delivery.get(`${read}/sync?types=artikel`, 422);
    const many = await delivery.get(`${read}/sync?types=${Array(51).fill('article').join()}`, 422);
    assert.match(many.text, /at most 50 content types/);
  });

  it('waits for news, and for no drafts', async () => {
    const here = await scene();
    const { owner, delivery, base, read } = here;
    const id = await createEntry(owner, base, author('Ada'));
    const site = new Follower(read);
    await site.catchUp(delivery);
    let isOver = false;
    const waiting = site.page(delivery, '&wait=25').finally(() => {
      isOver = true;
    });
    await owner.patch(`/entries/${id}`, { fields: { name: 'Ada L.' } }, 200);
    await site.check(delivery);
    assert.equal(isOver, false);
    await owner.post(`/entries/${id}/publish`, undefined, 200);
    const page = await waiting;
    assert.deepEqual(page.each('changes', 'id'), [id]);
    const nothing = await delivery.get(`${read}/sync?since=${site.since}&wait=1`, 200);
    assert.deepEqual([nothing.at('changes'), nothing.at('complete'), nothing.at('next')], [[], true, site.since]);
    const etag = String(nothing.headers.etag);
    await delivery.get(`${read}/sync?since=${site.since}`, 304, { 'if-none-match': etag });
  });

  it('starts over where a name leads elsewhere', async () => {
    const here = await scene();
    const { owner, delivery, space } = here;
    await publish(here, 'Ada');
    await cloneOf(here, 'next');
    const live = `${space}/environments/live/delivery`;
    await owner.put(`${space}/environment-aliases/live`, { environment: 'master' }, 201);
    const site = new Follower(live);
    await site.catchUp(delivery);
    await site.check(delivery);
    await publish(here, 'Only in master');
    await owner.put(`${space}/environment-aliases/live`, { environment: 'next' }, 200);
    await site.catchUp(delivery);
    assert.equal(site.resets, 1);
    await site.check(delivery);
    const own = new Follower(`${space}/environments/next/delivery`);
    own.since = site.since;
    await own.catchUp(delivery);
    assert.equal(own.resets, 1, 'ids have another name');
  });

  it('takes no cursor of others, none that was changed, and nothing that lies over the environment', async () => {
    const here = await scene();
    const { owner, delivery, preview, base, read, spaceId } = here;
    const secret = await createEntry(owner, base, author('Secret draft'));
    const editor = new Follower(read);
    await editor.catchUp(preview);
    const errorOf = async (by: Actor, search: string) =>
      (await by.get(`${read}/sync?${search}`, 422)).string('detail.errors.0.path');
    assert.equal(await errorOf(delivery, `since=${editor.since}`), 'query.since', 'of another plane');
    const elsewhere = await scene();
    const other = new Follower(elsewhere.read);
    await other.catchUp(elsewhere.delivery);
    assert.equal(await errorOf(delivery, `since=${other.since}`), 'query.since', 'of another space');
    const site = new Follower(read);
    await site.catchUp(delivery);
    assert.ok(!JSON.stringify([...site.copy]).includes(secret), 'no draft');
    const since = site.since ?? '';
    for (const changed of [
      ...['A', 'AA', 'AAA'].map((more) => since + more),
      since.slice(1),
      since.toUpperCase(),
      'none',
      Buffer.from(`${'0'.repeat(10)}[]`).toString('base64url'),
    ])
      assert.equal(await errorOf(delivery, `since=${changed}`), 'query.since', changed);
    for (const name of ['change_set', 'as_of']) assert.equal(await errorOf(preview, `${name}=1`), `query.${name}`);
    const bound = await makeKey(owner, spaceId, { kind: 'delivery', environments: ['master'] });
    await bound.get(`${read}/sync?since=${since}`, 200);
    await cloneOf(here, 'secret');
    await bound.get(`${here.space}/environments/secret/delivery/sync?since=${since}`, 404);
    await new Actor(stage.url, null).get(`${read}/sync?since=${since}`, 401);
  });
});
