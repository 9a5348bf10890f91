/** Reading the file of plans: what it yields, and that all its problems are reported at once. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigurationError } from '../../../platform/config/configuration-error.ts';
import { limitedMetrics } from './plan.ts';
import { Plans } from './plans.ts';

const folder = mkdtempSync(join(tmpdir(), 'plans-'));
after(() => rmSync(folder, { recursive: true }));

function read(content: unknown, defaultPlan = 'free'): Plans {
  const file = join(folder, 'plans.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return Plans.read({ file, defaultPlan });
}

const free = { id: 'free', name: 'Free', price: 0, interval: 'month', limits: { entries: 5, members: null } };

test('a limit that is left out is none, as is null', () => {
  const { entries, members, assets } = read([free]).default.limits;
  assert.deepEqual([entries, members, assets], [5, null, null]);
  assert.deepEqual(Object.keys(read([{ ...free, limits: undefined }]).default.limits), [...limitedMetrics]);
});

test('an account without a plan, or with one that the file no longer has, has the default one', () => {
  const plans = read([free, { ...free, id: 'pro', limits: { entries: 9 } }]);
  const entries = [null, 'free', 'pro', 'gone', 'constructor'].map((id) => plans.limitsOf(id).entries);
  assert.deepEqual(entries, [5, 5, 9, 5, 5]);
});

test('the shipped plans are good, and self-hosted limits nothing', () => {
  const { all, default: standard } = Plans.read({ file: null, defaultPlan: 'self_hosted' });
  assert.equal(all.length, 4);
  assert.ok(Object.values(standard.limits).every((limit) => limit === null));
});

const wrong: readonly (readonly [string, unknown, readonly RegExp[]])[] = [
  ['no JSON', '[', [/cannot be read as JSON/]],
  ['an object', {}, [/JSON array of at least one plan/]],
  ['no plans', [], [/JSON array of at least one plan/]],
  ['no plan of the default id', [{ ...free, id: 'pro' }], [/LECTERN_DEFAULT_PLAN .*\(pro\)/]],
  ['a plan that is a text', [free, 'pro'], [/at \[1\]: give an object/, /\.id/, /\.name/, /\.price/, /\.interval/]],
  ['an unknown key', [{ ...free, prize: 1 }], [/at \[0\]\.prize: remove it/]],
  ['an id in upper case', [{ ...free, id: 'Free' }], [/at \[0\]\.id/]],
  ['one id twice', [free, free], [/at \[1\]\.id: another plan has the id "free"/]],
  ['an empty name', [{ ...free, name: '' }], [/at \[0\]\.name/]],
  ['half a cent', [{ ...free, price: 0.5 }], [/at \[0\]\.price/]],
  ['a price below nothing', [{ ...free, price: -1 }], [/at \[0\]\.price/]],
  ['a week', [{ ...free, interval: 'week' }], [/at \[0\]\.interval/]],
  ['limits that are a list', [{ ...free, limits: [1] }], [/at \[0\]\.limits: give an object/]],
  ['an unknown metric', [{ ...free, limits: { entrys: 1 } }], [/\.limits\.entrys: remove it/]],
  ['a metric of every object', [{ ...free, limits: { constructor: 1 } }], [/\.limits\.constructor: remove it/]],
  [
    'limits that are no numbers',
    [{ ...free, limits: { entries: '5', assets: -1, spaces: 1.5 } }],
    [/entries/, /assets/, /spaces/],
  ],
];
for (const [what, content, problems] of wrong)
  test(`a file with ${what} is refused with each problem`, () => {
    try {
      read(content);
    } catch (error) {
      assert.ok(error instanceof ConfigurationError, String(error));
      assert.equal(error.problems.length, problems.length, error.problems.join('\n'));
      for (const [at, problem] of problems.entries()) assert.match(error.problems[at] ?? '', problem);
      return;
    }
    assert.fail('the file is taken');
  });
