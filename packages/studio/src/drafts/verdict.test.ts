/** What follows from each way in which a save can fail. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiProblem, SessionEnded, Unreachable } from '../api/problem.ts';
import { Pace } from './pace.ts';
import { Refusals } from './refusals.ts';
import { pathOf } from './value-path.ts';
import { isRefusal, verdictOn } from './verdict.ts';

const PROBLEMS: readonly [name: string, error: unknown, kind: string, asked?: number | null][] = [
  ['no network', new Unreachable(null), 'wait', null],
  ['a service that is being restarted', problem(503, 'unavailable'), 'wait', null],
  ['a write that nobody knows of', problem(503, 'unavailable', { outcome: 'unknown' }), 'wait', null],
  ['a quota', problem(429, 'api_quota_exceeded', {}, '120'), 'wait', 120_000],
  ['a clone that is being made', problem(409, 'environment_not_ready'), 'wait', null],
  ['the end of the session', new SessionEnded(), 'log-in'],
  ['a newer version', problem(409, 'version_conflict'), 'behind'],
  ['a key that is taken', problem(409, 'conflict'), 'behind'],
  ['a slug that is taken', problem(409, 'slug_conflict', { slug: 'a' }), 'slug'],
  ['values', problem(422, 'validation_failed', { errors: [{ path: 'a', rule: 'b', message: 'c' }] }), 'values'],
  ['a permission', problem(403, 'insufficient_permission'), 'permission'],
  ['an entry that is gone', problem(404, 'not_found'), 'deleted'],
  ['an archived entry', problem(409, 'invalid_transition'), 'archived'],
  ['a limit of the plan', problem(402, 'plan_limit_reached'), 'refused'],
];

describe('a save that fails for', () => {
  for (const [name, error, kind, asked] of PROBLEMS)
    it(`${name} leads to "${kind}"`, () => {
      const verdict = verdictOn(error);
      assert.equal(verdict.kind === 'need' ? verdict.need.kind : verdict.kind, kind);
      assert.equal(verdict.kind === 'wait' ? verdict.askedMs : undefined, asked);
    });
});

it('a slug that is taken holds back the value that gave it', () => {
  const refusals = new Refusals();
  const [slug, title] = [pathOf('slug', 'en'), pathOf('title', 'en')];
  assert.equal(
    refusals.holdSlug(
      'a',
      'Taken.',
      new Map([
        [slug, 'a'],
        [title, 'A'],
      ]),
    ),
    true,
  );
  assert.deepEqual([refusals.isHeld(slug), refusals.isHeld(title)], [true, false]);
  assert.deepEqual(refusals.of(slug), [{ path: slug, rule: 'unique', message: 'Taken.' }]);
});

it('a problem of a whole field holds back each locale, and one elsewhere holds back nothing', () => {
  const refusals = new Refusals();
  const [english, german, other] = [pathOf('title', 'en'), pathOf('title', 'de'), pathOf('titles', 'en')];
  const sent = new Map([english, german, other].map((path) => [path, 'x']));
  assert.equal(refusals.hold([{ path: 'fields.title', rule: 'unknown', message: '' }], sent), true);
  assert.deepEqual(
    [english, german, other].map((path) => refusals.isHeld(path)),
    [true, true, false],
  );
  assert.equal(refusals.hold([{ path: 'fields.old.en', rule: 'pattern', message: '' }], sent), false);
  assert.equal(refusals.of(pathOf('old', 'en')).length, 1);
});

it('a refusal says that nothing was done, but for a conflict, which a repetition meets too', () => {
  const refusals = [new SessionEnded(), problem(422, 'validation_failed'), problem(409, 'slug_conflict')];
  const unknowns = [
    problem(409, 'version_conflict'),
    problem(409, 'conflict'),
    problem(503, 'unavailable'),
    new Error(),
  ];
  assert.deepEqual(refusals.map(isRefusal), [true, true, true]);
  assert.deepEqual(unknowns.map(isRefusal), [false, false, false, false]);
});

it('what is typed is saved after a pause, and within ten seconds without one', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let saves = 0;
  const pace: Pace = new Pace(() => {
    saves += 1;
    pace.stop();
  });
  pace.changed();
  mock.timers.tick(1_499);
  assert.equal(saves, 0);
  mock.timers.tick(1);
  assert.equal(saves, 1);
  for (let key = 0; key < 19; key++) {
    pace.changed();
    mock.timers.tick(500);
  }
  assert.equal(saves, 1);
  pace.changed();
  mock.timers.tick(500);
  assert.equal(saves, 2, 'ten seconds after the first key');
});

function problem(status: number, code: string, detail: object = {}, retryAfter: string | null = null): ApiProblem {
  const headers = { get: (name: string) => (name === 'Retry-After' ? retryAfter : null) };
  return new ApiProblem(status, { detail: { code, message: 'In the words of the server.', ...detail } }, headers);
}
