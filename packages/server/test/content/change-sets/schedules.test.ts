/**
 * Scheduled change sets over HTTP: they go out once, at their time and for whoever scheduled them, or tell why not. Nothing waits: what is
 * to be due is moved into the past in the database.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { field, given, joinAs, type Member, type Scene } from '../../../../testing/src/given.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { mailsTo } from '../../../../testing/src/people/mails.ts';
import { until } from '../../../../testing/src/until.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { startReceiver } from '../../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../../webhooks/webhook.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const article = { api_id: 'article', name: 'Article', display_field: 'title', fields: [field('title', 'string')] };
const LATER = '2099-12-01T09:00:00.000Z';

onEachDatabase(
  'scheduled change sets',
  (stage) => {
    const open = () => given(stage.url, { types: [article] });

    /** Makes what is to happen with a set due that long ago. */
    async function moveIntoPast(set: string, column: 'publish_at' | 'ends_at', lateMs = 0): Promise<void> {
      const at = Date.now() - lateMs;
      const key = set.split('_').at(-1) ?? '';
      await stage.database.write((writer) =>
        writer
          .updateTable('change_sets')
          .set({ [column]: at, due_at: at })
          .where('key', '=', key)
          .execute(),
      );
    }

    const reaches = (scene: Scene, set: string, state: string): Promise<ApiResponse> =>
      until(
        () => scene.owner.get(`/change-sets/${set}`, 200),
        (shown) => shown.at('state') === state,
      );

    it('go out once and in one revision, not before their time, and for whoever scheduled them', async () => {
      const scene = await open();
      const [set, other] = [await setWith(scene, 'hello'), await setWith(scene, 'other')];
      const editor = await joinAs(scene.member, 'editor');
      const planned = await editor.actor.post(
        `/change-sets/${set}/schedule`,
        { local: '2099-12-01T09:00', time_zone: 'Europe/Berlin' },
        200,
      );
      assert.deepEqual(
        ['state', 'publish_at', 'time_zone', 'publish_local', 'scheduled_by'].map((name) => planned.at(name)),
        ['scheduled', '2099-12-01T08:00:00.000Z', 'Europe/Berlin', '2099-12-01T09:00', editor.userId],
      );
      await scene.owner.post(`/change-sets/${other}/schedule`, { at: LATER }, 200);
      const listed = await scene.owner.get(`${scene.base}/change-sets?due[lte]=2099-12-01T08:30:00Z`, 200);
      assert.deepEqual(
        (listed.at('items') as { id: string }[]).map(({ id }) => id),
        [set],
      );
      const before = await revisionOf(scene);
      await moveIntoPast(set, 'publish_at');
      const done = await reaches(scene, set, 'published');
      assert.deepEqual([done.at('published_revision'), done.at('updated_by')], [before + 1, editor.userId]);
      assert.equal(await titleSeen(scene, 'hello'), 'New');
      assert.deepEqual([await revisionOf(scene), await titleSeen(scene, 'other')], [before + 1, 'Old']);
      assert.equal((await scene.owner.get(`/change-sets/${other}`, 200)).at('state'), 'scheduled');
      const audit = `/accounts/${scene.member.accountId}/audit?action=change_set.publish`;
      const records = await scene.owner.get(audit, 200);
      assert.deepEqual([records.at('total'), records.at('items.0.changes.reason')], [1, 'schedule']);
      assert.deepEqual([records.at('items.0.actor.id'), records.at('items.0.ip')], [editor.userId, null]);
    });

    it('refuse times that are none, and sets that could not be published', async () => {
      const scene = await open();
      const set = await setWith(scene, 'hello');
      const refused = async (body: object, path: string, rule: string) => {
        const response = await scene.owner.post(`/change-sets/${set}/schedule`, body, 422);
        assert.deepEqual([response.at('detail.errors.0.path'), response.at('detail.errors.0.rule')], [path, rule]);
        return response;
      };
      await refused({ at: '2020-01-01T00:00:00Z' }, 'at', 'past');
      await refused({ local: '2020-01-01T00:00', time_zone: 'Europe/Berlin' }, 'local', 'past');
      await refused({ local: '2099-03-29T02:30', time_zone: 'Europe/Berlin' }, 'local', 'zone');
      const twice = await refused({ local: '2099-10-25T02:30', time_zone: 'Europe/Berlin' }, 'local', 'zone');
      assert.deepEqual(twice.at('detail.errors.0.params.instants'), [
        '2099-10-25T00:30:00.000Z',
        '2099-10-25T01:30:00.000Z',
      ]);
      await refused({ local: '2099-12-01T09:00', time_zone: 'Europe/Atlantis' }, 'time_zone', 'zone');
      await refused({ local: '2099-12-01T09:00' }, 'time_zone', 'required');
      await refused({ at: LATER, time_zone: 'UTC' }, 'at', 'exclusive');
      await refused({ at: LATER, ends_at: LATER }, 'ends_at', 'min');
      const author = (await joinAs(scene.member, 'author')).actor;
      await author.post(`/change-sets/${set}/schedule`, { at: LATER }, 403);
      const empty = (await scene.owner.post(`${scene.base}/change-sets`, { name: 'Empty' }, 201)).string('id');
      await scene.owner.post(`/change-sets/${empty}/schedule`, { at: LATER }, 409);
      await saysOtherwise(scene, 'hello');
      const conflicting = await scene.owner.post(`/change-sets/${set}/schedule`, { at: LATER }, 409);
      assert.equal(conflicting.at('detail.conflicts.0.path'), 'entries.hello.fields.title.en-US');
      assert.equal((await scene.owner.get(`/change-sets/${set}`, 200)).at('state'), 'open');
    });

    it('can be edited by those who may schedule, published by hand, and unscheduled', async () => {
      const scene = await open();
      const set = await setWith(scene, 'hello');
      await scene.owner.post(`/change-sets/${set}/schedule`, { at: LATER }, 200);
      const author = (await joinAs(scene.member, 'author')).actor;
      const change = { fields: { title: 'Newer' } };
      const inSet = `${scene.base}/entries/hello?change_set=${set}`;
      const refused = await author.patch(inSet, change, 403);
      assert.equal(refused.at('detail.permission'), 'change_set.schedule');
      await author.delete(`/change-sets/${set}`, 403);
      await scene.owner.patch(inSet, change, 200);
      const back = await scene.owner.post(`/change-sets/${set}/unschedule`, {}, 200);
      assert.deepEqual([back.at('state'), back.at('publish_at'), back.at('scheduled_by')], ['open', null, null]);
      await author.patch(inSet, { fields: { title: 'Newest' } }, 200);
      await scene.owner.post(`/change-sets/${set}/schedule`, { at: LATER }, 200);
      await scene.owner.post(`/change-sets/${set}/publish`, {}, 200);
      assert.equal(await titleSeen(scene, 'hello'), 'Newest');
      await scene.owner.post(`/change-sets/${set}/schedule`, { at: LATER }, 409);
    });

    it('ask about a value that two of them write when the second is scheduled, and not when it is due', async () => {
      const scene = await open();
      const first = await setWith(scene, 'hello');
      const path = `${scene.base}/entries/hello`;
      const second = (await scene.owner.post(`${scene.base}/change-sets`, { name: 'Later' }, 201)).string('id');
      await scene.owner.patch(`${path}?change_set=${second}`, { fields: { title: 'Newest' } }, 200);
      await scene.owner.post(`/change-sets/${first}/schedule`, { at: LATER }, 200);
      const at = '2099-12-02T09:00:00.000Z';
      const asked = await scene.owner.post(`/change-sets/${second}/schedule`, { at }, 409);
      assert.deepEqual(
        [asked.at('detail.code'), asked.at('detail.overlaps')],
        [
          'conflict',
          [{ path: 'entries.hello.fields.title.en-US', change_set: first, name: 'Sale', publish_at: LATER }],
        ],
      );
      assert.equal((await scene.owner.get(`/change-sets/${second}`, 200)).at('state'), 'open');
      await scene.owner.post(`/change-sets/${second}/schedule`, { at, overlaps: 'accept' }, 200);
      // Moving either of them asks no more.
      await scene.owner.post(`/change-sets/${first}/schedule`, { at: LATER }, 200);
      await scene.owner.post(`/change-sets/${second}/schedule`, { at }, 200);
      await moveIntoPast(first, 'publish_at');
      await reaches(scene, first, 'published');
      assert.equal(await titleSeen(scene, 'hello'), 'New');
      await moveIntoPast(second, 'publish_at');
      await reaches(scene, second, 'published');
      assert.equal(await titleSeen(scene, 'hello'), 'Newest');
      // What is merged or the same is not asked about.
      const third = await setWith(scene, 'other');
      await scene.owner.post(`/change-sets/${third}/schedule`, { at: LATER }, 200);
      const same = (await scene.owner.post(`${scene.base}/change-sets`, { name: 'Same' }, 201)).string('id');
      await scene.owner.patch(`${scene.base}/entries/other?change_set=${same}`, { fields: { title: 'New' } }, 200);
      await scene.owner.post(`/change-sets/${same}/schedule`, { at }, 200);
    });

    it('go out where they were made, whatever becomes of clones, names and other environments', async () => {
      const scene = await open();
      const { owner, space } = scene;
      const alias = `${space}/environment-aliases/live`;
      const titleIn = async (environment: string, key = 'hello') =>
        (await scene.delivery.get(`${space}/environments/${environment}/delivery/entries/${key}`, 200)).at(
          'fields.title',
        );
      await owner.put(alias, { environment: 'master' });
      const [set, merged] = [await setWith(scene, 'hello'), await setWith(scene, 'other')];
      for (const id of [set, merged]) await owner.post(`/change-sets/${id}/schedule`, { at: LATER }, 200);
      const byName = await owner.get(`${space}/environments/live/change-sets`, 200);
      const named = byName.each('items', 'id').find((id) => String(id).endsWith(set.split('_').at(-1) ?? ''));
      for (const name of ['next', 'old']) {
        await cloneOf(scene, name);
        assert.equal((await owner.get(`${space}/environments/${name}/change-sets`, 200)).at('total'), 0, name);
      }
      const leaving = (await owner.post(`${space}/environments/old/change-sets`, { name: 'Never' }, 201)).string('id');
      const inOld = `${space}/environments/old/entries/hello?change_set=${leaving}`;
      await owner.patch(inOld, { fields: { title: 'Never' } }, 200);
      await owner.post(`/change-sets/${leaving}/schedule`, { at: LATER }, 200);
      await saysOtherwise({ ...scene, base: `${space}/environments/next` }, 'other');
      await owner.post(`${scene.base}/merges`, { from: 'next', publish: 'as_source', dry_run: false }, 201);
      await owner.put(alias, { environment: 'next' }, 200);
      await owner.delete(`${space}/environments/old`);
      for (const id of [leaving, merged, set]) await moveIntoPast(id, 'publish_at');
      await reaches(scene, set, 'published');
      await owner.get(`/change-sets/${named}`, 404);
      assert.deepEqual([await titleIn('master'), await titleIn('next'), await titleIn('live')], ['New', 'Old', 'Old']);
      const failed = await reaches(scene, merged, 'failed');
      assert.equal(failed.at('failure.errors.0.rule'), 'changed_since');
      assert.equal(await titleIn('master', 'other'), 'Otherwise');
      const key = leaving.split('_').at(-1) ?? '';
      await until(
        () => stage.database.reader.selectFrom('change_sets').select('key').where('key', '=', key).execute(),
        (rows) => rows.length === 0,
      );
    });

    it('are told to webhooks that name them, in one revision with their entries', async () => {
      const scene = await open();
      const receiver = await startReceiver();
      try {
        const [set, failing] = [await setWith(scene, 'hello'), await setWith(scene, 'other')];
        const kinds = ['change_set.publish', 'change_set.fail', 'change_set.undo'];
        await makeWebhook(scene, receiver.url, { events: [...kinds, 'entry.publish'] });
        await makeWebhook(scene, `${receiver.url}?all`);
        for (const id of [set, failing]) await scene.owner.post(`/change-sets/${id}/schedule`, { at: LATER }, 200);
        await saysOtherwise(scene, 'other');
        for (const id of [set, failing]) await moveIntoPast(id, 'publish_at');
        await reaches(scene, set, 'published');
        await reaches(scene, failing, 'failed');
        await scene.owner.post(`/change-sets/${set}/undo`, {}, 200);
        // Each publication of an entry goes to both webhooks.
        const told = await receiver.until(3 + 3 * 2, ({ event }) => kinds.includes(event) || event === 'entry.publish');
        const ofSets = told.filter(({ event }) => kinds.includes(event));
        const statusIn = (body: string) => (JSON.parse(body) as { resource: { status: string } }).resource.status;
        assert.deepEqual(
          ofSets.map(({ event, resource, body }) => `${event} ${resource} ${statusIn(body)}`).toSorted(),
          [`change_set.fail ${failing} failed`, `change_set.publish ${set} published`, `change_set.undo ${set} undone`],
        );
        const published = ofSets.find(({ event }) => event === 'change_set.publish');
        const ofEntry = told.filter(
          ({ event, revision }) => event === 'entry.publish' && revision === published?.revision,
        );
        assert.equal(ofEntry.length, 2);
      } finally {
        await receiver.close();
      }
    });

    it('fail for good with what is in the way, and tell whoever scheduled them', async () => {
      const scene = await open();
      const editor = await joinAs(scene.member, 'editor');
      const set = await setWith(scene, 'hello');
      await editor.actor.post(`/change-sets/${set}/schedule`, { at: LATER }, 200);
      await saysOtherwise(scene, 'hello');
      await moveIntoPast(set, 'publish_at');
      const failed = await reaches(scene, set, 'failed');
      assert.deepEqual(
        [failed.at('failure.code'), failed.at('failure.errors.0.path'), failed.at('failure.errors.0.rule')],
        ['conflict', 'entries.hello.fields.title.en-US', 'changed_since'],
      );
      assert.equal(await titleSeen(scene, 'hello'), 'Otherwise');
      const mail = await mailAbout(editor, 'was not published');
      assert.ok(mail.includes(`/studio/spaces/${scene.spaceId}/master/releases/${set}`));
      const resolutions = [{ path: 'entries.hello.fields.title.en-US', take: 'set' }];
      await scene.owner.put(`/change-sets/${set}/resolutions`, { resolutions }, 200);
      const again = await scene.owner.post(`/change-sets/${set}/schedule`, { at: LATER }, 200);
      assert.deepEqual([again.at('state'), again.at('failure')], ['scheduled', null]);
    });

    it('do not go out for somebody who may no longer publish', async () => {
      const scene = await open();
      const editor = await joinAs(scene.member, 'editor');
      const [set, other] = [await setWith(scene, 'hello'), await setWith(scene, 'other')];
      for (const id of [set, other]) await editor.actor.post(`/change-sets/${id}/schedule`, { at: LATER }, 200);
      const member = `/accounts/${scene.member.accountId}/members/${editor.userId}`;
      await scene.owner.patch(member, { role: 'author' }, 200);
      await moveIntoPast(set, 'publish_at');
      assert.equal((await reaches(scene, set, 'failed')).at('failure.code'), 'insufficient_permission');
      await scene.owner.delete(member, 204);
      await moveIntoPast(other, 'publish_at');
      assert.equal((await reaches(scene, other, 'failed')).at('failure.code'), 'unauthenticated');
      // Nobody else knows of it.
      await mailAbout(scene.member, 'was not published');
      assert.equal(await titleSeen(scene, 'hello'), 'Old');
    });

    it('are caught up with after an outage, unless it was longer than a day', async () => {
      const scene = await open();
      const [late, tooLate, over] = [
        await setWith(scene, 'late'),
        await setWith(scene, 'too-late'),
        await setWith(scene, 'over'),
      ];
      for (const set of [late, tooLate]) await scene.owner.post(`/change-sets/${set}/schedule`, { at: LATER }, 200);
      const ends = { at: LATER, ends_at: '2099-12-02T09:00:00Z' };
      await scene.owner.post(`/change-sets/${over}/schedule`, ends, 200);
      await moveIntoPast(late, 'publish_at', 23 * HOUR_MS);
      await reaches(scene, late, 'published');
      await moveIntoPast(tooLate, 'publish_at', 25 * HOUR_MS);
      const failed = await reaches(scene, tooLate, 'failed');
      assert.equal(failed.at('failure.code'), 'late');
      assert.ok(Number(failed.at('failure.late_by')) >= (25 * HOUR_MS) / SECOND_MS);
      assert.equal(await titleSeen(scene, 'too-late'), 'Old');
      // One that would have ended already does not go out for a moment.
      const endedAt = Date.now() - 1;
      await stage.database.write((writer) =>
        writer
          .updateTable('change_sets')
          .set({ publish_at: endedAt - HOUR_MS, due_at: endedAt - HOUR_MS, ends_at: endedAt })
          .where('key', '=', over.split('_').at(-1) ?? '')
          .execute(),
      );
      assert.equal((await reaches(scene, over, 'failed')).at('failure.code'), 'late');
    });

    it('are undone at their end, which can be taken back', async () => {
      const scene = await open();
      const [set, kept] = [await setWith(scene, 'hello'), await setWith(scene, 'kept')];
      for (const id of [set, kept]) {
        await scene.owner.post(`/change-sets/${id}/schedule`, { at: LATER, ends_at: '2099-12-24T00:00:00Z' }, 200);
        await moveIntoPast(id, 'publish_at');
        const shown = await reaches(scene, id, 'published');
        assert.equal(shown.at('ends_at'), '2099-12-24T00:00:00.000Z');
      }
      // Without the set nothing would end.
      const author = await joinAs(scene.member, 'author');
      for (const id of [set, kept]) await author.actor.delete(`/change-sets/${id}`, 403);
      const endless = await scene.owner.post(`/change-sets/${kept}/unschedule`, {}, 200);
      assert.deepEqual([endless.at('state'), endless.at('ends_at')], ['published', null]);
      await moveIntoPast(set, 'ends_at');
      await reaches(scene, set, 'undone');
      assert.deepEqual([await titleSeen(scene, 'hello'), await titleSeen(scene, 'kept')], ['Old', 'New']);
    });

    it('are made of one entry, whose draft goes out as it stands then', async () => {
      const scene = await open();
      const path = await published(scene, 'hello');
      const entry = (await scene.owner.get(path, 200)).string('id');
      await scene.owner.patch(path, { fields: { title: 'Draft' } }, 200);
      const set = await scene.owner.post(`/entries/${entry}/schedule`, { action: 'publish', at: LATER }, 201);
      assert.deepEqual(
        ['name', 'origin', 'state', 'entries'].map((name) => set.at(name)),
        ['Draft', 'schedule', 'scheduled', 1],
      );
      await scene.owner.patch(path, { fields: { title: 'Later draft' } }, 200);
      await moveIntoPast(set.string('id'), 'publish_at');
      await reaches(scene, set.string('id'), 'published');
      assert.equal(await titleSeen(scene, 'hello'), 'Later draft');
      const takeDown = { action: 'unpublish', local: '2099-12-31T23:59', time_zone: 'America/New_York' };
      const version = Number((await scene.owner.get(path, 200)).at('version'));
      await scene.owner.post(`/entries/${entry}/schedule`, { ...takeDown, version: version - 1 }, 409);
      const down = await scene.owner.post(`/entries/${entry}/schedule`, { ...takeDown, version }, 201);
      await moveIntoPast(down.string('id'), 'publish_at');
      await reaches(scene, down.string('id'), 'published');
      assert.equal((await scene.owner.get(path, 200)).at('status'), 'draft');
      await scene.owner.post(`/entries/${entry}/schedule`, takeDown, 409);
      const sets = await scene.owner.get(`${scene.base}/change-sets?state=open,scheduled`, 200);
      assert.equal(sets.at('total'), 0);
    });

    it('are told where their entries are read, and in the calendar with what went out and is planned', async () => {
      const scene = await open();
      const set = await setWith(scene, 'hello');
      const times = { at: LATER, ends_at: '2099-12-24T00:00:00Z' };
      await scene.owner.post(`/change-sets/${set}/schedule`, times, 200);
      const path = `${scene.base}/entries/hello`;
      const entry = (await scene.owner.get(path, 200)).string('id');
      const takeDown = { action: 'unpublish', local: '2099-12-10T00:00', time_zone: 'Europe/Berlin' };
      const down = await scene.owner.post(
        `/entries/${entry}/schedule`,
        { ...takeDown, ends_at: '2099-12-12T00:00:00Z' },
        201,
      );
      const planned = { name: 'Spring', planned_for: '2099-12-20T00:00:00Z' };
      const spring = (await scene.owner.post(`${scene.base}/change-sets`, planned, 201)).string('id');
      const over = { planned_for: '2020-12-20T00:00:00Z' };
      const refused = [
        await scene.owner.post(`${scene.base}/change-sets`, { name: 'Over', ...over }, 422),
        await scene.owner.patch(`/change-sets/${spring}`, over, 422),
      ];
      for (const response of refused) assert.equal(response.at('detail.errors.0.rule'), 'past');
      await scene.owner.patch(`/change-sets/${spring}`, { ...planned, name: 'Spring' }, 200);
      const scheduled = [
        { change_set: set, action: 'change', at: LATER },
        { change_set: down.string('id'), action: 'unpublish', at: '2099-12-09T23:00:00.000Z' },
        { change_set: down.string('id'), action: 'end', at: '2099-12-12T00:00:00.000Z' },
        { change_set: set, action: 'end', at: '2099-12-24T00:00:00.000Z' },
      ];
      await published(scene, 'other');
      const before = await scene.owner.get(`${scene.base}/entries/other`, 200);
      const read = await scene.owner.get(path, 200);
      assert.deepEqual(read.at('scheduled'), scheduled);
      assert.equal(before.headers.etag, `"${before.at('version')}"`);
      const etag = String(read.headers.etag);
      for (const [tag, status] of [
        [etag, 304],
        [`"${read.at('version')}"`, 200],
      ] as const) {
        const conditional = await scene.owner.send('GET', path, { headers: { 'if-none-match': tag } });
        assert.equal(conditional.status, status);
      }
      const body = { fields: { title: 'Old' } };
      const saved = await scene.owner.send('PATCH', path, { body, headers: { 'if-match': etag } });
      assert.deepEqual([saved.status, saved.at('scheduled')], [200, scheduled]);
      const list = await scene.owner.get(`${scene.base}/entries?order=-created_at&select=slug`, 200);
      const listed = list.at('items') as { scheduled: unknown }[];
      assert.deepEqual(
        listed.map((item) => item.scheduled),
        [[], scheduled],
      );
      const calendar = async (from: string, to: string) => {
        const page = await scene.owner.get(`${scene.base}/calendar?from=${from}&to=${to}`, 200);
        const items = page.at('items') as { kind: string; at: string; change_set: { id: string; state: string } }[];
        return { page, told: items.map(({ kind, at, change_set: { id, state } }) => [kind, at, id, state]) };
      };
      const december = await calendar('2099-12-01T00:00:00Z', '2100-01-01T00:00:00Z');
      assert.deepEqual(december.told, [
        ['publication', LATER, set, 'scheduled'],
        ['publication', '2099-12-09T23:00:00.000Z', down.string('id'), 'scheduled'],
        ['end', '2099-12-12T00:00:00.000Z', down.string('id'), 'scheduled'],
        ['planned', '2099-12-20T00:00:00.000Z', spring, 'open'],
        ['end', '2099-12-24T00:00:00.000Z', set, 'scheduled'],
      ]);
      assert.partialDeepStrictEqual(december.page.at('items.1'), {
        kind: 'publication',
        at: '2099-12-09T23:00:00.000Z',
        time_zone: 'Europe/Berlin',
        change_set: { id: down.string('id'), name: 'Old', state: 'scheduled', origin: 'schedule', entries: 1 },
        entry: { id: entry, title: 'Old', content_type: 'article' },
        action: 'unpublish',
      });
      assert.deepEqual([december.page.at('items.3.entry'), december.page.at('truncated')], [null, false]);
      await scene.owner.post(`/change-sets/${set}/publish`, {}, 200);
      await scene.owner.post(`/change-sets/${set}/undo`, {}, 200);
      const [yesterday, tomorrow] = [-1, 1].map((days) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString());
      const today = await calendar(yesterday as string, tomorrow as string);
      assert.deepEqual(
        today.told.map(([kind, , id, state]) => [kind, id, state]),
        [
          ['publication', set, 'undone'],
          ['end', set, 'undone'],
        ],
      );
      const tooLong = await scene.owner.get(`${scene.base}/calendar?from=2099-01-01T00:00Z&to=2101-01-01T00:00Z`, 422);
      assert.equal(tooLong.at('detail.errors.0.rule'), 'max');
    });

    it('are shown to calendar programs by an address that goes with the membership', async () => {
      const scene = await open();
      const set = await setWith(scene, 'hello');
      const feed = `${scene.base}/calendar/feed`;
      const editor = await joinAs(scene.member, 'editor');
      const soon = new Date(Date.now() + HOUR_MS).toISOString();
      await editor.actor.post(`/change-sets/${set}/schedule`, { at: soon }, 200);
      assert.equal((await editor.actor.get(feed, 200)).at('created_at'), null);
      const first = (await editor.actor.post(feed, {}, 200)).string('url');
      const second = (await editor.actor.post(feed, {}, 200)).string('url');
      assert.equal((await scene.owner.get(feed, 200)).at('created_at'), null);
      const read = async (url: string) => {
        const response = await fetch(stage.url + new URL(url).pathname);
        return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
      };
      assert.equal((await read(first)).status, 404);
      const shown = await read(second);
      assert.deepEqual([shown.status, shown.type], [200, 'text/calendar; charset=utf-8']);
      assert.match(shown.text, new RegExp(`UID:${set}-publication@lectern\\r\\n`));
      assert.match(shown.text, /SUMMARY:Goes out: Sale\r\n/);
      await scene.owner.delete(`/accounts/${scene.member.accountId}/members/${editor.userId}`, 204);
      assert.equal((await read(second)).status, 404);
      const own = (await scene.owner.post(feed, {}, 200)).string('url');
      await scene.owner.delete(feed, 204);
      assert.equal((await read(own)).status, 404);
      await scene.owner.delete(feed, 404);
    });

    async function mailAbout({ email }: Member, subject: string): Promise<string> {
      const mails = await until(
        () => mailsTo(stage.dataDir, email).map((text) => text.replaceAll(/=\r?\n/g, '')),
        (texts) => texts.some((text) => text.includes(subject)),
      );
      return mails.find((text) => text.includes(subject)) ?? '';
    }
  },
  SENDS_HOME,
);

async function published(scene: Scene, key: string): Promise<string> {
  const path = `${scene.base}/entries/${key}`;
  await scene.owner.put(path, { content_type_id: 'article', fields: { title: 'Old' } }, 201);
  await scene.owner.post(`${path}/publish`, {}, 200);
  return path;
}

/** A set that gives a published entry another title. */
async function setWith(scene: Scene, key: string): Promise<string> {
  const path = await published(scene, key);
  const set = (await scene.owner.post(`${scene.base}/change-sets`, { name: 'Sale' }, 201)).string('id');
  await scene.owner.patch(`${path}?change_set=${set}`, { fields: { title: 'New' } }, 200);
  return set;
}

/** Somebody publishes another title meanwhile. */
async function saysOtherwise(scene: Scene, key: string): Promise<void> {
  await scene.owner.patch(`${scene.base}/entries/${key}`, { fields: { title: 'Otherwise' } }, 200);
  await scene.owner.post(`${scene.base}/entries/${key}/publish`, {}, 200);
}

async function titleSeen(scene: Scene, key: string): Promise<unknown> {
  return (await scene.delivery.get(`${scene.read}/entries/${key}`, 200)).at('fields.title');
}

async function revisionOf(scene: Scene): Promise<number> {
  const response = await scene.owner.get(`${scene.base}/entries?limit=1`, 200);
  return Number(response.headers['x-cms-revision']);
}
