/** Times in words, in English and German, over the turns of clocks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { distanceWords, offsetWords, scheduleSentence, shortMoment, zoneCity } from './zoned-words.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const AT = Date.parse('2026-12-01T08:00:00Z');
const berlin = { zone: 'Europe/Berlin', own: 'Europe/Berlin' };
const inEnglish = { language: 'en', now: NOW } as const;
const inGerman = { language: 'de', now: NOW } as const;

describe('the time of a schedule in words', () => {
  it('has the day, the time in its zone and how far away it is', () => {
    assert.equal(scheduleSentence(AT, berlin, inEnglish), 'Tuesday 1 December, 09:00 in Berlin, in 3 days');
    assert.equal(scheduleSentence(AT, berlin, inGerman), 'Dienstag, 1. Dezember, 09:00 Uhr in Berlin, in 3 Tagen');
  });

  it('adds what the clocks of the reader show, where that is something else', () => {
    const say = (own: string, telling: typeof inEnglish | typeof inGerman = inEnglish) =>
      scheduleSentence(AT, { ...berlin, own }, telling);
    assert.equal(say('America/New_York'), 'Tuesday 1 December, 09:00 in Berlin, in 3 days; 03:00 in New York');
    assert.equal(
      say('America/New_York', inGerman),
      'Dienstag, 1. Dezember, 09:00 Uhr in Berlin, in 3 Tagen; 03:00 Uhr in New York',
    );
    assert.equal(say('Europe/Paris'), 'Tuesday 1 December, 09:00 in Berlin, in 3 days');
    assert.equal(say('UTC'), 'Tuesday 1 December, 09:00 in Berlin, in 3 days; 08:00 UTC');
    assert.equal(
      say('Pacific/Honolulu'),
      'Tuesday 1 December, 09:00 in Berlin, in 3 days; Monday 30 November, 22:00 in Honolulu',
    );
  });

  it('says the year where it is another one', () => {
    const at = Date.parse('2027-03-01T08:00:00Z');
    assert.equal(scheduleSentence(at, berlin, inEnglish), 'Monday, 1 March 2027, 09:00 in Berlin, in 3 months');
    assert.equal(scheduleSentence(at, berlin, inGerman), 'Montag, 1. März 2027, 09:00 Uhr in Berlin, in 3 Monaten');
  });

  it('tells both times apart that clocks show when they are put back', () => {
    const [first, second] = [Date.parse('2026-10-25T00:30:00Z'), Date.parse('2026-10-25T01:30:00Z')];
    const telling = { language: 'en', now: Date.parse('2026-10-24T12:00:00Z') } as const;
    const own = { zone: 'Europe/Berlin', own: 'America/New_York' };
    assert.equal(
      scheduleSentence(first, own, telling),
      'Sunday 25 October, 02:30 (GMT+2) in Berlin, tomorrow; Saturday 24 October, 20:30 in New York',
    );
    assert.equal(
      scheduleSentence(second, own, telling),
      'Sunday 25 October, 02:30 (GMT+1) in Berlin, tomorrow; Saturday 24 October, 21:30 in New York',
    );
    assert.deepEqual(
      [first, second].map((at) => offsetWords(at, 'Europe/Berlin', telling)),
      ['GMT+2', 'GMT+1'],
    );
  });

  it('counts days of the calendar, whatever the clocks do in between', () => {
    const telling = { language: 'de', now: Date.parse('2026-10-24T21:00:00Z') } as const;
    assert.equal(distanceWords(Date.parse('2026-10-26T22:30:00Z'), 'Europe/Berlin', telling), 'übermorgen');
    assert.equal(distanceWords(Date.parse('2026-10-25T01:00:00Z'), 'Europe/Berlin', telling), 'in 4 Stunden');
  });

  it('has words for every distance', () => {
    const say = (after: string) => distanceWords(Date.parse(after), 'UTC', inEnglish);
    assert.deepEqual(
      ['2026-11-28T12:10:00Z', '2026-11-28T20:00:00Z', '2026-11-29T12:00:00Z', '2026-12-19T12:00:00Z'].map(say),
      ['in 10 minutes', 'in 8 hours', 'tomorrow', 'in 3 weeks'],
    );
    assert.deepEqual(['2026-11-25T12:00:00Z', '2026-11-28T10:00:00Z'].map(say), ['3 days ago', '2 hours ago']);
  });

  it('is short where there is little room', () => {
    assert.equal(shortMoment(AT, 'Europe/Berlin', inEnglish), 'Tue 09:00');
    assert.equal(shortMoment(AT, 'Europe/Berlin', inGerman), 'Di 09:00');
    assert.equal(shortMoment(Date.parse('2026-12-10T08:00:00Z'), 'UTC', inEnglish), 'Thu 10 Dec, 08:00');
    assert.equal(shortMoment(Date.parse('2027-12-10T08:00:00Z'), 'UTC', inGerman), 'Fr., 10. Dez. 2027, 08:00');
  });

  it('calls a zone by its city', () => {
    assert.deepEqual(['America/Argentina/Buenos_Aires', 'UTC'].map(zoneCity), ['Buenos Aires', 'UTC']);
  });
});
