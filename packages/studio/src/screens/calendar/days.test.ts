/** The days that the calendar shows, and where its keys lead, over the ends of months and the turns of clocks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addMonths, dayByKey, dayInstant, spanOf, turned, weeksOf } from './days.ts';

describe('the days of the calendar', () => {
  it('are whole weeks from Monday on, as many as the month touches', () => {
    const weeks = weeksOf('month', '2026-12-15');
    assert.deepEqual([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)], [5, '2026-11-30', '2027-01-03']);
    assert.equal(weeksOf('month', '2027-02-01').length, 4);
    assert.deepEqual(spanOf('week', '2026-12-06'), { first: '2026-11-30', end: '2026-12-07' });
    assert.deepEqual(spanOf('list', '2026-12-06'), { first: '2026-12-01', end: '2027-01-01' });
  });

  it('turn by months and weeks, and keep to the end of a shorter month', () => {
    assert.equal(turned('month', '2026-12-31', 1), '2027-01-01');
    assert.equal(turned('list', '2026-12-31', -1), '2026-11-01');
    assert.equal(turned('week', '2026-12-31', 1), '2027-01-07');
    assert.equal(addMonths('2027-01-31', 1), '2027-02-28');
  });

  it('are reached by the keyboard', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'x'];
    assert.deepEqual(
      keys.map((key) => dayByKey(key, '2026-12-01')),
      [
        '2026-11-30',
        '2026-12-02',
        '2026-11-24',
        '2026-12-08',
        '2026-11-30',
        '2026-12-06',
        '2026-11-01',
        '2027-01-01',
        null,
      ],
    );
  });

  it('begin when clocks of the zone show it', () => {
    assert.equal(new Date(dayInstant('2026-12-01', 'Europe/Berlin')).toISOString(), '2026-11-30T23:00:00.000Z');
    // Clocks are put forward at midnight there.
    assert.equal(new Date(dayInstant('2026-04-24', 'Africa/Cairo')).toISOString(), '2026-04-23T22:00:00.000Z');
  });
});
