/** Local times as instants, over the turns of clocks in Berlin, New York and Lord Howe, where they are turned by half an hour. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { instantsOf, isLocalTime, isTimeZone } from './zoned-time.ts';

const cases: readonly (readonly [zone: string, local: string, instants: readonly string[]])[] = [
  ['Europe/Berlin', '2026-12-01T09:00', ['2026-12-01T08:00:00.000Z']],
  ['Europe/Berlin', '2026-07-01T09:00:30', ['2026-07-01T07:00:30.000Z']],
  ['Europe/Berlin', '2026-03-29T01:59', ['2026-03-29T00:59:00.000Z']],
  ['Europe/Berlin', '2026-03-29T02:00', []],
  ['Europe/Berlin', '2026-03-29T02:59:59', []],
  ['Europe/Berlin', '2026-03-29T03:00', ['2026-03-29T01:00:00.000Z']],
  ['Europe/Berlin', '2026-10-25T01:59', ['2026-10-24T23:59:00.000Z']],
  ['Europe/Berlin', '2026-10-25T02:00', ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']],
  ['Europe/Berlin', '2026-10-25T02:59', ['2026-10-25T00:59:00.000Z', '2026-10-25T01:59:00.000Z']],
  ['Europe/Berlin', '2026-10-25T03:00', ['2026-10-25T02:00:00.000Z']],
  ['America/New_York', '2026-03-08T02:30', []],
  ['America/New_York', '2026-03-08T03:00', ['2026-03-08T07:00:00.000Z']],
  ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
  ['America/New_York', '2026-11-01T02:00', ['2026-11-01T07:00:00.000Z']],
  ['Australia/Lord_Howe', '2026-10-04T02:15', []],
  ['Australia/Lord_Howe', '2026-10-04T02:30', ['2026-10-03T15:30:00.000Z']],
  ['Australia/Lord_Howe', '2026-04-05T01:29', ['2026-04-04T14:29:00.000Z']],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  ['Asia/Kathmandu', '2026-01-01T00:00', ['2025-12-31T18:15:00.000Z']],
  // A whole day is left out.
  ['Pacific/Apia', '2011-12-30T12:00', []],
  ['UTC', '2026-01-01T00:00', ['2026-01-01T00:00:00.000Z']],
];

for (const [zone, local, instants] of cases)
  it(`${local} in ${zone} is ${instants.join(' and ') || 'no time'}`, () => {
    assert.ok(isLocalTime(local) && isTimeZone(zone));
    assert.deepEqual(
      instantsOf(local, zone).map((at) => new Date(at).toISOString()),
      instants,
    );
  });

it('takes local times of the calendar alone', () => {
  for (const text of [
    '2026-02-30T09:00',
    '2026-12-01T24:00',
    '2026-12-01T09:00Z',
    '2026-12-01',
    '2026-12-01 09:00',
    '',
  ])
    assert.ok(!isLocalTime(text), text);
});

it('takes names of zones alone', () => {
  for (const name of ['Europe/Atlantis', '+01:00', '', 'Berlin/Europe']) assert.ok(!isTimeZone(name), name);
});
