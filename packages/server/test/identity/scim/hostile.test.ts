/**
 * Whatever a client of SCIM sends, it is taken or refused as SCIM refuses, soon. `SCIM_RUNS` makes a run longer.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileFilter } from '../../../src/identity/scim/protocol/filter.ts';
import { parseFilter } from '../../../src/identity/scim/protocol/filter-syntax.ts';
import { fullUser } from '../../../src/identity/scim/protocol/fixtures.ts';
import { groupType } from '../../../src/identity/scim/protocol/group-type.ts';
import { PATCH_URN, patched, readOperations } from '../../../src/identity/scim/protocol/patch.ts';
import { readResource } from '../../../src/identity/scim/protocol/resource-values.ts';
import { ScimError } from '../../../src/identity/scim/protocol/scim-error.ts';
import { userType } from '../../../src/identity/scim/protocol/user-type.ts';
import { SEED } from '../../harness/seed.ts';

const RUNS = Number(process.env.SCIM_RUNS ?? 2_000);
/** The longest that a request may hold the event loop at a time, with room for a busy machine. */
const HELD_MS_MAX = 250;
const MEMBERS = 10_000;
const OPERATIONS = 500;

const words = fc.constantFrom(
  ...['userName', 'emails', 'emails.value', 'name', 'active', 'meta.created', 'members', '__proto__', 'constructor'],
  ...['eq', 'ne', 'co', 'gt', 'pr', 'and', 'or', 'not', '(', ')', '[', ']', '"a"', '"', 'true', 'null', '1', ' ', '.x'],
  ...['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User', ':', '$ref', '\\', '\u0000', '😀'],
);
const texts = fc.oneof(
  fc.string(),
  fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' ')),
);
const keys = fc.oneof(texts, fc.constantFrom('userName', 'emails', 'name', 'active', 'members', 'displayName', 'meta'));
const values: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, 'True', 0, 1.5, '', 'x'),
    texts,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(keys, tie('any'), { maxKeys: 4 }),
  ),
})).any;
const operations = fc.array(
  fc.record({ op: fc.constantFrom('add', 'Replace', 'remove'), path: texts, value: values }, { requiredKeys: ['op'] }),
  { minLength: 1, maxLength: 4 },
);

/** Fails unless the work succeeds, or is refused as SCIM refuses. */
async function takenOrRefused(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
  }
}

test(`filters, operations and resources made at random are taken or refused (seed ${SEED})`, async () => {
  const property = fc.asyncProperty(texts, operations, fc.dictionary(keys, values), async (filter, list, body) => {
    await takenOrRefused(() => compileFilter(parseFilter(filter), userType)(fullUser));
    const patch = { schemas: [PATCH_URN], Operations: list };
    await takenOrRefused(() => patched(userType, fullUser, readOperations(patch)));
    await takenOrRefused(() => readResource(userType, { ...body, schemas: [userType.schema.id] }));
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

const members = Array.from({ length: MEMBERS }, (_, index) => ({ value: `usr_${index}` }));
const group = { displayName: 'All', members };

const worst: Readonly<Record<string, (index: number) => object>> = {
  'removes, each by a filter': (index) => ({ op: 'remove', path: `members[value eq "usr_${index}"]` }),
  'filters that match nothing': (index) => ({ op: 'remove', path: `members[value co "${index}x" or type eq "x"]` }),
  'additions of one': (index) => ({ op: 'add', path: 'members', value: [{ value: `new_${index}` }] }),
  'removals of one by value': (index) => ({ op: 'remove', path: 'members', value: [{ value: `usr_${index}` }] }),
  'changes of a part of each': () => ({ op: 'replace', path: 'members.type', value: 'User' }),
};

for (const [name, operation] of Object.entries(worst)) {
  test(`${OPERATIONS} ${name} in a group of ${MEMBERS} let others run`, async (context) => {
    const list = Array.from({ length: OPERATIONS }, (_, index) => operation(index));
    const body = { schemas: [PATCH_URN], Operations: list };
    const heldMs = await longestStretch(() => takenOrRefused(() => patched(groupType, group, readOperations(body))));
    context.diagnostic(`held the event loop for ${Math.round(heldMs)} ms at most`);
    assert.ok(heldMs <= HELD_MS_MAX, `${Math.round(heldMs)} ms`);
  });
}

/** The longest time between two turns of the event loop while work is done, in milliseconds. */
async function longestStretch(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isDone = false;
  const turn = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  turn();
  return longest;
}
