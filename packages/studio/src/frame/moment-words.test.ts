/** How moments are told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MomentFormats, momentWords } from './moment-words.ts';

const formatsIn = (language: string): MomentFormats => ({
  day: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
  distance: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
});
const told = (at: string, now: string, language = 'en') =>
  Object.values(momentWords(new Date(at), new Date(now), formatsIn(language))).join(': ');

test('days are those of the calendar: what was this morning is not called yesterday', () => {
  const evening = '2026-11-28T20:30:00';
  assert.equal(told('2026-11-28T07:10:00', evening), 'near: 13 hours ago');
  assert.equal(told('2026-11-27T23:00:00', evening), 'near: yesterday');
  assert.equal(told('2026-11-29T08:00:00', evening), 'near: tomorrow');
  assert.equal(told('2026-11-26T23:59:00', evening), 'near: 2 days ago');
  assert.equal(told('2026-11-27T23:30:00', '2026-11-28T01:00:00'), 'near: 1 hour ago');
});

test('near moments are told by their distance, from the second to a week, and others by their date', () => {
  const noon = '2026-11-28T12:00:00';
  assert.equal(told('2026-11-28T12:00:30', noon), 'now');
  assert.equal(told('2026-11-28T11:59:10', noon), 'now');
  assert.equal(told('2026-11-28T11:15:00', noon), 'near: 45 minutes ago');
  assert.equal(told('2026-11-28T11:01:00', noon), 'near: 59 minutes ago');
  assert.equal(told('2026-12-05T12:00:00', noon), 'near: in 7 days');
  assert.equal(told('2026-12-06T00:00:00', noon), 'date: Dec 6, 2026');
  assert.equal(told('2026-12-05T12:00:00', noon, 'de'), 'near: in 7 Tagen');
  assert.equal(told('2026-10-01T12:00:00', noon, 'de'), 'date: 01.10.2026');
});
