/** The routes of change sets. */
import type { Told } from '../docs/reference/recorder.ts';
import { PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { Example, SomeRoutes } from './row.ts';

const SET = { name: 'Winter sale' };
/** Nothing of a scene goes out by itself, and the past is refused. */
const [LATER, PAST] = ['2099-12-01T09:00:00Z', '2000-01-01T00:00:00Z'];
const MADE = 'POST /spaces/{space_id}/environments/{environment}/change-sets';

/** An example on the set that the example of making one has made. */
const onSet =
  (request: Told = {}): Example =>
  ({ tell, told }) =>
    tell({ ...request, path: { ...request.path, change_set_id: told(MADE).string('id') } });

export const changeSetRoutes = {
  'POST /spaces/{space_id}/environments/{environment}/change-sets': {
    access: 'author',
    body: SET,
    audit: {
      action: 'change_set.create',
      events: [],
      change: async ({ scene }) => owners(`${scene.base}/change-sets`, SET),
    },
    example: async ({ tell, owner, space }) => {
      const made = await tell({
        body: { ...SET, description: 'Prices and the front page.', planned_for: '2099-12-01T09:00:00+01:00' },
      });
      const inSet = `?change_set=${made.string('id')}`;
      const base = `${space}/environments/master/entries`;
      await owner.patch(`${base}/tom-ashby${inSet}`, { fields: { name: 'Tom Ashby-Lee' } }, 200);
      await owner.post(`${base}/fog-signals/unpublish${inSet}`, {}, 200);
    },
  },
  'GET /spaces/{space_id}/environments/{environment}/change-sets': {
    access: 'viewer',
    example: {
      each: {
        ...PAGE,
        state: 'open',
        onto: 'published',
        entry: 'tom-ashby',
        order: '-created_at',
        'due[lte]': '2099-12-31T00:00:00Z',
      },
    },
  },
  'GET /change-sets/{change_set_id}': { access: 'viewer', example: onSet() },
  'PATCH /change-sets/{change_set_id}': {
    access: 'author',
    body: { name: 'Other' },
    audit: {
      action: 'change_set.update',
      events: [],
      change: async (ground) => owners(await ground.changeSet(), { name: 'Spring sale' }),
      keep: async (ground) => owners(await ground.changeSet(), { name: SET.name }),
    },
    example: onSet({ body: { planned_for: '2099-12-02T09:00:00+01:00' } }),
  },
  'GET /change-sets/{change_set_id}/changes': { access: 'viewer', example: onSet({ each: { limit: 1, after: 'a' } }) },
  'GET /change-sets/{change_set_id}/plan': { access: 'viewer', example: onSet() },
  'PUT /change-sets/{change_set_id}/resolutions': {
    access: 'author',
    body: { resolutions: [{ path: 'entries.x.fields.name.en-US', take: 'set' }] },
    audit: {
      action: 'change_set.update',
      events: [],
      unversioned: true,
      change: async (ground) => {
        const { path, key } = await ground.changeSetWithEntry();
        const resolutions = [{ path: `entries.${key}.fields.name.en-US`, take: 'current' }];
        return owners(`${path}/resolutions`, { resolutions });
      },
    },
    example: onSet({ body: { resolutions: [{ path: 'entries.tom-ashby.fields.name.en-US', take: 'set' }] } }),
  },
  'POST /change-sets/{change_set_id}/move': {
    access: 'author',
    body: { entries: ['no-such-entry'], to: '{change_set_id}' },
    audit: {
      action: 'change_set.update',
      events: [],
      unversioned: true,
      change: async (ground) => {
        const { path, key } = await ground.changeSetWithEntry();
        const to = (await ground.changeSet()).split('/').at(-1);
        return owners(`${path}/move`, { entries: [key], to });
      },
    },
    example: async ({ tell, told, owner, space }) => {
      const other = await owner.post(`${space}/environments/master/change-sets`, { name: 'Later' }, 201);
      const to = other.string('id');
      await tell({ path: { change_set_id: told(MADE).string('id') }, body: { entries: ['fog-signals'], to } });
      await owner.delete(`/change-sets/${to}`, 204);
    },
  },
  'DELETE /change-sets/{change_set_id}/entries/{key}': {
    access: 'author',
    audit: {
      action: 'change_set.update',
      events: [],
      unversioned: true,
      change: async (ground) => {
        const { path, key } = await ground.changeSetWithEntry();
        return owners(`${path}/entries/${key}`);
      },
    },
    example: async ({ tell, told, owner, space }) => {
      const id = told(MADE).string('id');
      const tom = { path: { change_set_id: id, key: 'tom-ashby' } };
      await tell({ ...tom, query: { path: 'fields.name.en-US' } });
      const fields = { name: 'Tom Ashby-Lee' };
      await owner.patch(`${space}/environments/master/entries/tom-ashby?change_set=${id}`, { fields }, 200);
    },
  },
  'POST /change-sets/{change_set_id}/schedule': {
    access: 'editor',
    body: { at: LATER },
    harmless: { at: PAST },
    audit: {
      action: 'change_set.schedule',
      events: [],
      change: async (ground) => owners(`${(await ground.changeSetWithEntry()).path}/schedule`, { at: LATER }),
    },
    example: onSet({
      body: { local: '2099-12-01T09:00', time_zone: 'Europe/Berlin', ends_at: '2099-12-24T00:00:00Z' },
    }),
  },
  'GET /spaces/{space_id}/environments/{environment}/calendar': {
    access: 'viewer',
    example: { query: { from: '2099-12-01T00:00:00Z', to: '2100-01-01T00:00:00Z' } },
  },
  'POST /spaces/{space_id}/environments/{environment}/calendar/feed': {
    access: 'viewer',
    sessionsOnly: true,
    audit: {
      action: 'calendar_feed.create',
      events: [],
      unversioned: true,
      change: async ({ scene }) => owners(`${scene.base}/calendar/feed`),
    },
    example: {},
  },
  'GET /spaces/{space_id}/environments/{environment}/calendar/feed': {
    access: 'viewer',
    sessionsOnly: true,
    example: {},
  },
  'DELETE /spaces/{space_id}/environments/{environment}/calendar/feed': {
    access: 'viewer',
    sessionsOnly: true,
    destructive: true,
    audit: {
      action: 'calendar_feed.delete',
      events: [],
      unversioned: true,
      change: async ({ scene, owner }) => {
        await owner.post(`${scene.base}/calendar/feed`, {}, 200);
        return owners(`${scene.base}/calendar/feed`);
      },
    },
    example: {},
  },
  'GET /calendar/{feed}': { access: 'public', example: null },
  'POST /change-sets/{change_set_id}/unschedule': {
    access: 'editor',
    audit: {
      action: 'change_set.unschedule',
      events: [],
      change: async (ground) => {
        const { path } = await ground.changeSetWithEntry();
        await ground.owner.post(`${path}/schedule`, { at: LATER }, 200);
        return owners(`${path}/unschedule`);
      },
      keep: async (ground) => {
        const { path } = await ground.changeSetWithEntry();
        await ground.owner.post(`${path}/publish`, {}, 200);
        return owners(`${path}/unschedule`);
      },
    },
    example: onSet({ body: {} }),
  },
  'POST /entries/{entry_id}/schedule': {
    access: 'editor',
    body: { action: 'publish', at: LATER },
    harmless: { action: 'publish', at: PAST },
    audit: {
      action: 'change_set.create',
      events: [],
      also: ['change_set.schedule'],
      change: async (ground) =>
        owners(`/entries/${await ground.published()}/schedule`, { action: 'unpublish', at: LATER }),
    },
    example: async ({ tell, owner, space }) => {
      const entry = await owner.get(`${space}/environments/master/entries/tom-ashby`, 200);
      const made = await tell({
        path: { entry_id: entry.string('id') },
        body: { action: 'publish', local: '2099-12-31T23:59', time_zone: 'America/New_York' },
      });
      await owner.delete(`/change-sets/${made.string('id')}`, 204);
    },
  },
  'POST /change-sets/{change_set_id}/close': {
    access: 'editor',
    audit: {
      action: 'change_set.close',
      events: [],
      change: async (ground) => owners(`${await ground.changeSet()}/close`),
    },
    example: onSet({ body: {} }),
  },
  'POST /change-sets/{change_set_id}/reopen': {
    access: 'editor',
    audit: {
      action: 'change_set.reopen',
      events: [],
      change: async (ground) => {
        const path = await ground.changeSet();
        await ground.owner.post(`${path}/close`, {}, 200);
        return owners(`${path}/reopen`);
      },
    },
    example: onSet({ body: {} }),
  },
  'POST /change-sets/{change_set_id}/publish': {
    access: 'editor',
    harmless: { dry_run: true },
    audit: {
      action: 'entry.publish',
      events: ['entry.update', 'entry.publish', 'change_set.publish'],
      also: ['change_set.publish'],
      change: async (ground) => owners(`${(await ground.changeSetWithEntry()).path}/publish`),
      keep: async (ground) => owners(`${(await ground.changeSetWithEntry()).path}/publish`, { dry_run: true }),
    },
    example: onSet({ body: {} }),
  },
  'POST /change-sets/{change_set_id}/undo': {
    access: 'editor',
    harmless: { dry_run: true },
    audit: {
      action: 'entry.publish',
      events: ['entry.update', 'entry.publish', 'change_set.undo'],
      also: ['change_set.undo'],
      change: async (ground) => {
        const { path } = await ground.changeSetWithEntry();
        await ground.owner.post(`${path}/publish`, {}, 200);
        return owners(`${path}/undo`);
      },
    },
    example: onSet({ body: {} }),
  },
  'POST /change-sets/{change_set_id}/apply': {
    access: 'editor',
    harmless: { dry_run: true },
    audit: {
      action: 'entry.update',
      events: ['entry.update'],
      also: ['change_set.apply'],
      change: async (ground) => owners(`${(await ground.changeSetWithEntry('drafts')).path}/apply`),
    },
    example: async ({ tell, owner, space }) => {
      const base = `${space}/environments/master`;
      const made = await owner.post(`${base}/change-sets`, { name: 'Shorter names', onto: 'drafts' }, 201);
      const id = made.string('id');
      await owner.patch(`${base}/entries/tom-ashby?change_set=${id}`, { fields: { name: 'Tom' } }, 200);
      await tell({ path: { change_set_id: id }, body: {} });
      await owner.post(`/change-sets/${id}/undo`, {}, 200);
      await owner.delete(`/change-sets/${id}`, 204);
    },
  },
  'DELETE /change-sets/{change_set_id}': {
    access: 'editor',
    audit: {
      action: 'change_set.delete',
      events: [],
      change: async (ground) => owners(await ground.changeSet()),
    },
    example: onSet(),
  },
} satisfies SomeRoutes;
