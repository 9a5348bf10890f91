/** The routes of the calendar, and of its feeds for calendar programs. */
import { Type } from 'typebox';
import type { Api } from '../../../platform/http/api.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { noContent } from '../../../platform/http/no-content.ts';
import { EnvironmentPath } from '../schema.ts';
import type { Calendar } from './calendar.ts';
import type { CalendarFeeds } from './feeds.ts';
import { CalendarPageSchema, CalendarQuery, Feed, FeedPath, NewFeed } from './schema.ts';

const tags = ['Change sets'];
const CALENDAR = '/spaces/:space_id/environments/:environment/calendar';
const FEED = `${CALENDAR}/feed`;
const MEDIA_TYPE = 'text/calendar; charset=utf-8';
const reading = { permission: 'change_set.read' };

export interface CalendarRouteParts {
  readonly calendar: Calendar;
  readonly feeds: CalendarFeeds;
}

export function calendarRoutes(api: Api, { calendar, feeds }: CalendarRouteParts): void {
  api.get(CALENDAR, { schema: calendarSchema, config: reading }, async (request) => {
    return calendar.list(request.actor, placeOf(request.params), request.query);
  });
  api.get(FEED, { schema: feedSchema, config: reading }, async (request) => {
    return feeds.get(request.actor, placeOf(request.params));
  });
  api.post(FEED, { schema: newFeedSchema, config: reading }, async (request) => {
    return feeds.create(request.actor, placeOf(request.params));
  });
  api.delete(FEED, { schema: noFeedSchema, config: reading }, async (request, reply) => {
    await feeds.delete(request.actor, placeOf(request.params));
    return reply.code(204).send(null);
  });
  api.get(
    '/calendar/:feed',
    { schema: fileSchema, config: { public: true, ownType: true } },
    async ({ params }, reply) => {
      const text = await feeds.read(params.feed);
      return reply.type(MEDIA_TYPE).send(text);
    },
  );
}

function placeOf({ space_id: spaceId, environment }: { readonly space_id: string; readonly environment: string }) {
  return { spaceId, environment };
}

const calendarSchema = {
  summary: 'List when change sets go out, end and are planned',
  description: 'What has gone out by a change set is listed too.',
  tags,
  params: EnvironmentPath,
  querystring: CalendarQuery,
  response: { 200: CalendarPageSchema, ...responses('environment_not_ready') },
};

const feedSchema = {
  summary: 'Read whether you have an address of the calendar',
  description: 'For people; keys have none.',
  tags,
  params: EnvironmentPath,
  response: { 200: Feed, ...responses('environment_not_ready') },
};

const newFeedSchema = {
  summary: 'Make an address of the calendar for calendar programs',
  description:
    'Your own; one that you had before stops working. It shows titles and times, as long as you are a member of the account. For people; keys have none.',
  tags,
  params: EnvironmentPath,
  response: { 200: NewFeed, ...responses('environment_not_ready', 'idempotency_conflict') },
};

const noFeedSchema = {
  summary: 'End your address of the calendar',
  tags,
  params: EnvironmentPath,
  response: { 204: noContent, ...responses('environment_not_ready') },
};

const fileSchema = {
  summary: 'Read the calendar with a calendar program',
  description: 'iCalendar (RFC 5545), for everyone who has the URL: the last month and the eleven to come.',
  tags,
  params: FeedPath,
  response: {
    200: {
      description: 'The calendar.',
      content: { 'text/calendar': { schema: Type.Unsafe<string>(Type.String({ examples: ['BEGIN:VCALENDAR'] })) } },
    },
    ...responses('not_found'),
  },
};
