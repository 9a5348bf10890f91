/** The routes of the calendar. */
import type { Api } from '../../../platform/http/api.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { EnvironmentPath } from '../schema.ts';
import type { Calendar } from './calendar.ts';
import { CalendarPageSchema, CalendarQuery } from './schema.ts';

const tags = ['Change sets'];
const CALENDAR = '/spaces/:space_id/environments/:environment/calendar';
const reading = { permission: 'change_set.read' };

export function calendarRoutes(api: Api, calendar: Calendar): void {
  api.get(CALENDAR, { schema: calendarSchema, config: reading }, async (request) => {
    const { space_id: spaceId, environment } = request.params;
    return calendar.list(request.actor, { spaceId, environment }, request.query);
  });
}

const calendarSchema = {
  summary: 'List when change sets go out, end and are planned',
  description: 'What has gone out by a change set is listed too.',
  tags,
  params: EnvironmentPath,
  querystring: CalendarQuery,
  response: { 200: CalendarPageSchema, ...responses('environment_not_ready') },
};
