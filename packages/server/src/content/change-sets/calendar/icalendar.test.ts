/** Calendars as calendar programs read them: escaped, folded, in UTC, with names that stay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CalendarItem } from './calendar.ts';
import { calendarText } from './icalendar.ts';

const item = (changed: Partial<CalendarItem>, set: Partial<CalendarItem['change_set']> = {}): CalendarItem => ({
  kind: 'publication',
  at: '2026-12-01T08:00:00.000Z',
  time_zone: 'Europe/Berlin',
  change_set: {
    id: 'chg_k3x9q2_sale',
    name: 'Sale',
    state: 'scheduled',
    origin: 'person',
    entries: 2,
    version: 3,
    updated_at: '2026-11-28T19:00:00.123Z',
    ...set,
  },
  entry: null,
  action: null,
  ...changed,
});
const summaries = (items: readonly CalendarItem[], language: 'en' | 'de' = 'en') =>
  [...calendarText(items, { name: 'master', language }).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, text]) => text);

test('an event has a name that stays, its time in UTC, and the time of the last change', () => {
  const lines = calendarText([item({})], { name: 'master', language: 'en' }).split('\r\n');
  const event = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'));
  assert.deepEqual(event, [
    'UID:chg_k3x9q2_sale-publication@lectern',
    'DTSTAMP:20261128T190000Z',
    'SEQUENCE:3',
    'DTSTART:20261201T080000Z',
    'SUMMARY:Goes out: Sale',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
  ]);
  assert.deepEqual([lines[0], lines.at(-2), lines.at(-1)], ['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
});

test('the title says what happens or has happened, in the language of whoever reads it', () => {
  const entry = { id: 'ent_k3x9q2_hello', title: 'Hello', content_type: 'article' };
  const items = [
    item({}, { state: 'published' }),
    item({}, { state: 'failed' }),
    item({ kind: 'end' }),
    item({ kind: 'end' }, { state: 'undone' }),
    item({ kind: 'planned' }, { state: 'open' }),
    item({ entry, action: 'unpublish' }, { origin: 'schedule' }),
    item({ entry }),
  ];
  assert.deepEqual(summaries(items), [
    'Went out: Sale',
    'Did not go out: Sale',
    'Ends: Sale',
    'Ended: Sale',
    'Planned: Sale',
    'Is taken down: Hello',
    'Goes out: Sale',
  ]);
  assert.deepEqual(summaries(items.slice(-2), 'de'), ['Geht offline: Hello', 'Geht online: Sale']);
});

test('what has a meaning in the format is escaped, and lines are folded between characters', () => {
  const name = `a;b,c\\d\ne\u0007f${'ü€😀'.repeat(40)}`;
  const text = calendarText([item({}, { name })], { name: 'master', language: 'en' });
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.ok(!text.includes('�'));
  const unfolded = text.replaceAll('\r\n ', '');
  assert.ok(unfolded.includes(`SUMMARY:Goes out: a\\;b\\,c\\\\d\\ne f${'ü€😀'.repeat(40)}\r\n`));
});
