/** The routes of change sets. Writing into one needs no route of its own: those of entries take `change_set`. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { noContent } from '../../platform/http/no-content.ts';
import { LIMIT_DEFAULT, LIMIT_MAX, PageOf, pageOfRows } from '../../platform/http/paging.ts';
import type { Entries } from '../entries/entries.ts';
import { EntryPath } from '../entries/schema.ts';
import { type CalendarRouteParts, calendarRoutes } from './calendar/routes.ts';
import type { ChangeSets } from './change-sets.ts';
import type { SetPlans } from './plan.ts';
import type { Publication } from './publication.ts';
import type { Schedules } from './schedules.ts';
import {
  ChangedEntry,
  ChangeSet,
  EntryScheduleBody,
  EnvironmentPath,
  MoveBody,
  NewSet,
  PublishBody,
  ResolutionsBody,
  ScheduleBody,
  SetChange,
  SetEntryPath,
  SetListQuery,
  SetPath,
  SetPlan,
  UndoBody,
  UndoneSet,
  UnscheduleBody,
} from './schema.ts';
import type { SetChanges } from './set-changes.ts';
import { filterOf } from './set-filter.ts';
import type { ListedSet } from './store.ts';
import type { SetUndo } from './undo.ts';

const tags = ['Change sets'];
const COLLECTION = '/spaces/:space_id/environments/:environment/change-sets';
const ONE = '/change-sets/:change_set_id';
const reading = { permission: 'change_set.read' };
const changing = { permission: 'change_set.update' };
const publishing = { permission: 'change_set.publish' };
const scheduling = { permission: 'change_set.schedule' };

export interface ChangeSetRouteParts extends CalendarRouteParts {
  readonly sets: ChangeSets;
  readonly changes: SetChanges;
  readonly plans: SetPlans;
  readonly publication: Publication;
  readonly undo: SetUndo;
  readonly schedules: Schedules;
  readonly entries: Entries;
}

export function changeSetRoutes(api: Api, parts: ChangeSetRouteParts): void {
  collectionRoutes(api, parts.sets);
  oneSetRoutes(api, parts.sets);
  contentRoutes(api, parts);
  publicationRoutes(api, parts);
  scheduleRoutes(api, parts);
  calendarRoutes(api, parts);
}

function collectionRoutes(api: Api, sets: ChangeSets): void {
  api.get(COLLECTION, { schema: listSchema, config: reading }, async (request, reply) => {
    const { space_id: spaceId, environment: name } = request.params;
    const place = { spaceId, environment: name };
    const { environment, rows } = await sets.list(request.actor, place, filterOf(request.query));
    const read = (keys: readonly string[]) => sets.read(environment, keys);
    return pageOfRows(request, reply, rows, { idOf: ({ key }) => key, order: setOrder, read });
  });
  api.post(
    COLLECTION,
    { schema: createSchema, config: { permission: 'change_set.create', location: '/change-sets/:id' } },
    async (request, reply) => {
      const { space_id: spaceId, environment } = request.params;
      const made = await sets.create(request.actor, { spaceId, environment }, request.body);
      return reply.code(201).send(sendVersioned(reply, made));
    },
  );
}

function oneSetRoutes(api: Api, sets: ChangeSets): void {
  api.get(ONE, { schema: getSchema, config: reading }, async (request, reply) => {
    return sendVersioned(reply, await sets.get(request.actor, request.params.change_set_id));
  });
  api.patch(ONE, { schema: changeSchema, config: changing }, async (request, reply) => {
    const { version: _, ...input } = request.body;
    const { change_set_id: id } = request.params;
    return sendVersioned(reply, await sets.update(request.actor, id, input, expectedVersion(request)));
  });
  api.delete(ONE, { schema: deleteSchema, config: changing }, async (request, reply) => {
    await sets.delete(request.actor, request.params.change_set_id, expectedVersion(request));
    return reply.code(204).send(null);
  });
  for (const action of ['close', 'reopen'] as const)
    api.post(`${ONE}/${action}`, { schema: actSchema(action), config: changing }, async (request, reply) => {
      const { change_set_id: id } = request.params;
      return sendVersioned(reply, await sets.act(request.actor, id, action, expectedVersion(request)));
    });
}

function contentRoutes(api: Api, { changes, plans }: ChangeSetRouteParts): void {
  api.get(`${ONE}/changes`, { schema: changesSchema, config: reading }, async (request) => {
    const { after = '', limit = LIMIT_DEFAULT } = request.query;
    return changes.list(request.actor, request.params.change_set_id, { after, limit });
  });
  api.delete(`${ONE}/entries/:key`, { schema: removeSchema, config: changing }, async (request, reply) => {
    const { change_set_id: id, key } = request.params;
    await changes.remove(request.actor, id, { key, path: request.query.path, expected: expectedVersion(request) });
    return reply.code(204).send(null);
  });
  api.post(`${ONE}/move`, { schema: moveSchema, config: changing }, async (request, reply) => {
    const { change_set_id: id } = request.params;
    return sendVersioned(reply, await changes.move(request.actor, id, request.body));
  });
  api.get(`${ONE}/plan`, { schema: planSchema, config: reading }, async (request) => {
    return plans.plan(request.actor, request.params.change_set_id);
  });
  api.put(`${ONE}/resolutions`, { schema: resolveSchema, config: changing }, async (request, reply) => {
    const { change_set_id: id } = request.params;
    return sendVersioned(
      reply,
      await changes.resolve(request.actor, id, request.body.resolutions, expectedVersion(request)),
    );
  });
}

function publicationRoutes(api: Api, { publication, undo }: ChangeSetRouteParts): void {
  for (const action of ['publish', 'apply'] as const)
    api.post(`${ONE}/${action}`, { schema: publishSchema(action), config: publishing }, async (request, reply) => {
      const options = { expected: expectedVersion(request), dryRun: request.body?.dry_run };
      const { change_set_id: id } = request.params;
      return sendVersioned(reply, await publication.publish(request.actor, id, action, options));
    });
  api.post(`${ONE}/undo`, { schema: undoSchema, config: publishing }, async (request, reply) => {
    const { dry_run: dryRun, resolutions = [] } = request.body ?? {};
    const choices = new Map(resolutions.map(({ path, take }) => [path, take]));
    const options = { expected: expectedVersion(request), dryRun, choices };
    return sendVersioned(reply, await undo.undo(request.actor, request.params.change_set_id, options));
  });
}

function scheduleRoutes(api: Api, { schedules, entries }: ChangeSetRouteParts): void {
  api.post(`${ONE}/schedule`, { schema: scheduleSchema, config: scheduling }, async (request, reply) => {
    const { version: _, ...input } = request.body;
    const { change_set_id: id } = request.params;
    return sendVersioned(reply, await schedules.schedule(request.actor, id, input, expectedVersion(request)));
  });
  api.post(`${ONE}/unschedule`, { schema: unscheduleSchema, config: scheduling }, async (request, reply) => {
    const { change_set_id: id } = request.params;
    return sendVersioned(reply, await schedules.unschedule(request.actor, id, expectedVersion(request)));
  });
  api.post(
    '/entries/:entry_id/schedule',
    { schema: scheduleEntrySchema, config: { ...scheduling, location: '/change-sets/:id' } },
    async (request, reply) => {
      const { version: _, ...input } = request.body;
      const place = await entries.locate(request.actor, request.params.entry_id);
      const set = await schedules.scheduleEntry(request.actor, place, input, expectedVersion(request));
      return reply.code(201).send(sendVersioned(reply, set));
    },
  );
}

const setOrder = {
  name: (set: ListedSet) => set.name,
  planned_for: (set: ListedSet) => set.planned_for,
  publish_at: (set: ListedSet) => set.publish_at,
  created_at: (set: ListedSet) => set.created_at,
  updated_at: (set: ListedSet) => set.updated_at,
};

const listSchema = {
  summary: 'List the change sets of an environment',
  tags,
  params: EnvironmentPath,
  querystring: SetListQuery,
  response: { 200: PageOf(ChangeSet), ...responses('environment_not_ready') },
};

const createSchema = {
  summary: 'Make a change set',
  description:
    'Values, new entries and actions that go out together. Requests on entries write into it with `change_set`, and read what it shows.',
  tags,
  params: EnvironmentPath,
  body: NewSet,
  response: { 201: ChangeSet, ...responses('conflict', 'environment_not_ready', 'idempotency_conflict') },
};

const getSchema = {
  summary: 'Read a change set',
  tags,
  params: SetPath,
  response: { 200: ChangeSet, ...responses('environment_not_ready') },
};

const changeSchema = {
  summary: 'Change the name, description or planned date of a change set',
  tags,
  params: SetPath,
  body: SetChange,
  response: { 200: ChangeSet, ...responses('version_conflict', 'environment_not_ready') },
};

const deleteSchema = {
  summary: 'Delete a change set with its values',
  description:
    'What it has published stays; it can then no longer be undone. Authors delete the sets that they made, editors any.',
  tags,
  params: SetPath,
  response: { 204: noContent, ...responses('version_conflict', 'environment_not_ready') },
};

const actSchema = (action: 'close' | 'reopen') => ({
  summary: action === 'close' ? 'Close a change set, so that nobody writes into it' : 'Reopen a closed change set',
  description: 'Authors may do so with the sets that they made, editors with any.',
  tags,
  params: SetPath,
  response: { 200: ChangeSet, ...responses('invalid_transition', 'version_conflict', 'environment_not_ready') },
});

const changesSchema = {
  summary: 'List the entries of a change set with their differences',
  description: 'In the order of their keys. The next page begins `after` the key in `next`.',
  tags,
  params: SetPath,
  querystring: Type.Object(
    {
      after: Type.Optional(Type.String({ maxLength: 64, description: 'Key of the last entry of the page before.' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: LIMIT_MAX, description: `Page size, by default ${LIMIT_DEFAULT}.` }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      items: Type.Array(ChangedEntry),
      total: Type.Integer(),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
    ...responses('environment_not_ready'),
  },
};

const removeSchema = {
  summary: 'Take an entry, or its values at a path, out of a change set',
  description: '`If-Match` takes the version of the entry in the set.',
  tags,
  params: SetEntryPath,
  querystring: Type.Object(
    {
      path: Type.Optional(
        Type.String({ maxLength: 400, description: 'Only what the set has there.', examples: ['fields.price.de'] }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 204: noContent, ...responses('invalid_transition', 'version_conflict', 'environment_not_ready') },
};

const moveSchema = {
  summary: 'Move entries to another change set',
  tags,
  params: SetPath,
  body: MoveBody,
  response: { 200: ChangeSet, ...responses('invalid_transition', 'environment_not_ready', 'idempotency_conflict') },
};

const planSchema = {
  summary: 'List what publishing a change set would meet',
  description:
    'What keeps its entries from being published, checked with the whole set in place; values that were changed since they were written, and are to be decided; and values that other sets write too. Changes nothing.',
  tags,
  params: SetPath,
  response: { 200: SetPlan, ...responses('environment_not_ready') },
};

const resolveSchema = {
  summary: 'Decide conflicts of a change set',
  description:
    'With `set`, its value stands over what is there now; with `current`, it leaves the set. A later change is asked about again.',
  tags,
  params: SetPath,
  body: ResolutionsBody,
  response: { 200: ChangeSet, ...responses('invalid_transition', 'version_conflict', 'environment_not_ready') },
};

const failsToPublish = responses(
  'conflict',
  'invalid_transition',
  'version_conflict',
  'plan_limit_reached',
  'environment_not_ready',
  'idempotency_conflict',
);

const publishSchema = (action: 'publish' | 'apply') => ({
  summary: action === 'publish' ? 'Publish a change set' : 'Apply a change set to drafts',
  description:
    action === 'publish'
      ? 'One revision, all or nothing. What others changed elsewhere in the entries stays; what both changed is a conflict.'
      : 'Saves drafts and publishes nothing. One revision, all or nothing.',
  tags,
  params: SetPath,
  body: PublishBody,
  response: { 200: ChangeSet, ...failsToPublish },
});

const undoSchema = {
  summary: 'Take back what a change set has published or applied',
  description:
    'Value by value. What somebody changed since stays and is listed in `kept`. An entry that the set created stays as a draft.',
  tags,
  params: SetPath,
  body: UndoBody,
  response: {
    200: UndoneSet,
    ...responses('invalid_transition', 'version_conflict', 'environment_not_ready', 'idempotency_conflict'),
  },
};

const scheduleSchema = {
  summary: 'Schedule a change set',
  description:
    'It is published at that time, for whoever schedules it, and undone at `ends_at`. It is checked now as publishing it would, and again then; what is in the way then makes it `failed`, and a mail tells whoever scheduled it. A set that is scheduled gets the new time.',
  tags,
  params: SetPath,
  body: ScheduleBody,
  response: { 200: ChangeSet, ...failsToPublish },
};

const unscheduleSchema = {
  summary: 'Take the time of a change set back',
  description: 'A scheduled or failed set is open again. A published one loses its end.',
  tags,
  params: SetPath,
  body: UnscheduleBody,
  response: { 200: ChangeSet, ...responses('invalid_transition', 'version_conflict', 'environment_not_ready') },
};

const scheduleEntrySchema = {
  summary: 'Schedule the publication or unpublication of an entry',
  description:
    'Makes a change set of this one entry and schedules it. `POST /change-sets/<id>/unschedule` takes it back.',
  tags,
  params: EntryPath,
  body: EntryScheduleBody,
  response: { 201: ChangeSet, ...failsToPublish },
};
