/** The items of the calendar: on which day they stand, how they look, and where they are moved to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CalendarItem } from '../../api/calendar.ts';
import { byDay, isMovable, itemName, lookOf, movedTo } from './items.ts';

const updated = { version: 1, updated_at: '2026-11-01T08:00:00.000Z' };
const set = { id: 'chg_1', name: 'Sale', state: 'scheduled', origin: 'person', entries: 2, ...updated } as const;
const item = (more: Partial<CalendarItem>): CalendarItem => ({
  kind: 'publication',
  at: '2026-12-01T23:30:00.000Z',
  time_zone: null,
  change_set: set,
  entry: null,
  action: null,
  ...more,
});

describe('the items of the calendar', () => {
  it('stand on the day that clocks of the zone show', () => {
    assert.deepEqual([...byDay([item({})], 'UTC').keys()], ['2026-12-01']);
    assert.deepEqual([...byDay([item({})], 'Europe/Berlin').keys()], ['2026-12-02']);
  });

  it('are told apart by what happens, and only what is to come can be moved', () => {
    const of = (kind: CalendarItem['kind'], state: CalendarItem['change_set']['state']) =>
      item({ kind, change_set: { ...set, state } });
    const all = [
      of('planned', 'open'),
      of('publication', 'scheduled'),
      of('publication', 'failed'),
      of('publication', 'undone'),
      of('end', 'published'),
      of('end', 'undone'),
    ];
    assert.deepEqual(all.map(lookOf), ['planned', 'scheduled', 'failed', 'published', 'end', 'undone']);
    assert.deepEqual(all.map(isMovable), [true, true, false, false, false, false]);
  });

  it('are called by the entry where nobody has named the release', () => {
    const entry = { id: 'ent_1', title: 'Opening hours', content_type: 'article' };
    assert.equal(itemName(item({ entry })), 'Sale');
    assert.equal(itemName(item({ entry, change_set: { ...set, origin: 'schedule' } })), 'Opening hours');
  });

  it('keep their time of the clock on another day, also over a turn of clocks', () => {
    const move = (at: string, day: string) => new Date(movedTo({ at }, day, 'Europe/Berlin')).toISOString();
    assert.equal(move('2027-03-01T08:00:00.000Z', '2027-03-29'), '2027-03-29T07:00:00.000Z');
    assert.equal(move('2027-03-01T01:30:00.000Z', '2027-03-28'), '2027-03-28T01:30:00.000Z');
  });
});
