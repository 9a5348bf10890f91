/**
 * Whatever a client of SCIM sends, it is taken or refused as SCIM refuses. `SCIM_RUNS` makes a run longer.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SEED } from '../../../../testing/src/seed.ts';
import { compileFilter } from '../../../src/identity/scim/protocol/filter.ts';
import { parseFilter } from '../../../src/identity/scim/protocol/filter-syntax.ts';
import { fullUser } from '../../../src/identity/scim/protocol/fixtures.ts';
import { PATCH_URN, patched, readOperations } from '../../../src/identity/scim/protocol/patch.ts';
import { readResource } from '../../../src/identity/scim/protocol/resource-values.ts';
import { ScimError } from '../../../src/identity/scim/protocol/scim-error.ts';
import { userType } from '../../../src/identity/scim/protocol/user-type.ts';
import { worstPatches } from './worst-patches.ts';

const RUNS = Number(process.env.SCIM_RUNS ?? 400);
/** What a request may have are 500; `hostile.deep.test.ts` has those. */
const OPERATIONS = 20;

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

for (const { name, apply } of worstPatches) {
  test(`${OPERATIONS} ${name} are taken or refused`, () => takenOrRefused(() => apply(OPERATIONS)));
}
