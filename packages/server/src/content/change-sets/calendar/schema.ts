/** The calendar of change sets in requests and responses. */
import { Type } from 'typebox';
import { origins, setStates } from '../change-set.ts';
import { calendarKinds } from './calendar-store.ts';

const TIME_LENGTH_MAX = 64;
const Time = Type.String({ format: 'date-time' });

export const CalendarQuery = Type.Object(
  {
    from: Type.String({
      maxLength: TIME_LENGTH_MAX,
      description: 'The beginning, in ISO 8601.',
      examples: ['2026-12-01T00:00:00Z'],
    }),
    to: Type.String({
      maxLength: TIME_LENGTH_MAX,
      description: 'The end, which is not part of it; at most a year later.',
      examples: ['2027-01-01T00:00:00Z'],
    }),
  },
  { additionalProperties: false },
);

const Item = Type.Object(
  {
    kind: Type.Enum([...calendarKinds], {
      description:
        '`publication`: the set goes out, went out or failed then, as its `state` says. `end`: it is undone, or was. `planned`: an open set has this as `planned_for`; nothing happens by itself.',
    }),
    at: Time,
    time_zone: Type.Union([Type.String(), Type.Null()], {
      description: 'In which its time of publication was said; null if it was said as an instant, or not at all.',
      examples: ['Europe/Berlin'],
    }),
    change_set: Type.Object(
      {
        id: Type.String({ examples: ['chg_k3x9q2_01m8s3f0'] }),
        name: Type.String(),
        state: Type.Enum([...setStates]),
        origin: Type.Enum([...origins]),
        entries: Type.Integer({ description: 'How many entries it has.' }),
        version: Type.Integer(),
        updated_at: Time,
      },
      { additionalProperties: false },
    ),
    entry: Type.Union(
      [
        Type.Object(
          {
            id: Type.String({ examples: ['ent_k3x9q2_hello'] }),
            title: Type.Union([Type.String(), Type.Null()], {
              description: 'That of its draft in the default locale; null if it has none, or is only in the set.',
            }),
            content_type: Type.String({ description: '`api_id` of the content type.' }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'The entry of a set that has only one.' },
    ),
    action: Type.Union([Type.Enum(['publish', 'unpublish']), Type.Null()], {
      description: 'Whether readers see that entry with the publication, or no longer; null for other sets.',
    }),
  },
  { additionalProperties: false, title: 'CalendarItem' },
);

const CreatedAt = Type.Union([Time, Type.Null()], { description: 'When it was made; null if there is none.' });

export const Feed = Type.Object({ created_at: CreatedAt }, { additionalProperties: false, title: 'CalendarFeed' });

export const NewFeed = Type.Object(
  {
    url: Type.String({
      description: 'For calendar programs. Whoever has it can read the titles and times; shown only in this response.',
      examples: ['https://cms.example/calendar/cms_cal_….ics'],
    }),
    created_at: Time,
  },
  { additionalProperties: false, title: 'NewCalendarFeed' },
);

export const FeedPath = Type.Object({
  feed: Type.String({ description: 'The token with `.ics`.', examples: ['cms_cal_….ics'] }),
});

export const CalendarPageSchema = Type.Object(
  {
    items: Type.Array(Item, { description: 'In the order of time, at most 500.' }),
    from: Time,
    to: Time,
    truncated: Type.Boolean({ description: 'Whether there are more; ask again from the time of the last one.' }),
  },
  { additionalProperties: false, title: 'Calendar' },
);
