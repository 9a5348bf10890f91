/** Times as somebody says them, over the turns of clocks in Berlin. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOf, instantMeant, instantsSaid, morningAfter, saidAt } from './said-time.ts';

const BERLIN = 'Europe/Berlin';
const NOW = Date.parse('2026-10-24T12:00:00Z');
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

describe('a time as somebody says it', () => {
  it('is one instant, or one of two where clocks are put back', () => {
    const meant = (local: string, isLater = false) => {
      const said = { local, isLater };
      return iso(instantMeant(said, instantsSaid(said, BERLIN)));
    };
    assert.equal(meant('2026-12-01T09:00'), '2026-12-01T08:00:00.000Z');
    assert.equal(meant('2026-12-01T09:00', true), '2026-12-01T08:00:00.000Z');
    assert.equal(meant('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
    assert.equal(meant('2026-10-25T02:30', true), '2026-10-25T01:30:00.000Z');
    assert.equal(meant('2027-03-28T02:30'), null);
    assert.equal(meant('2026-12'), null);
  });

  it('says an instant so that it is meant again', () => {
    for (const at of ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-12-01T08:00:00.000Z']) {
      const said = saidAt(Date.parse(at), BERLIN);
      assert.equal(iso(instantMeant(said, instantsSaid(said, BERLIN))), at);
    }
  });

  it('is the next morning at first', () => {
    assert.equal(morningAfter(NOW, BERLIN).local, '2026-10-25T09:00');
    assert.equal(morningAfter(Date.parse('2026-12-31T20:00:00Z'), 'Asia/Tokyo').local, '2027-01-02T09:00');
  });

  it('is refused where clocks never show it, where it is over, and where it ends before it begins', () => {
    const fault = (local: string, after?: number) => {
      const said = { local, isLater: false };
      return faultOf(said, instantMeant(said, instantsSaid(said, BERLIN)), { now: NOW, ...(after ? { after } : {}) });
    };
    assert.equal(fault('2027-03-28T02:30'), 'gap');
    assert.equal(fault('2026-10-24T13:59'), 'past');
    assert.equal(fault('2026-10-24T14:01'), 'none');
    assert.equal(fault('2026-12-01T09:00', Date.parse('2026-12-01T08:00:00Z')), 'end');
    assert.equal(fault(''), 'none');
  });
});
