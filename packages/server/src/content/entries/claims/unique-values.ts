/** The values of published entries in the unique fields of their type: own values only (no fallback), per field and locale. */

import type { Violation } from '../../../../../contract/src/violations.ts';
import { resourceId } from '../../../model/spaces/resource-id.ts';
import { validationFailed } from '../../../platform/errors/domain-error.ts';
import { factsOf, type UniqueValue } from '../facts.ts';
import { ClaimKind } from './claim-kind.ts';
import { deleteUniqueValue, deleteUniqueValuesOfType, insertUniqueValue, selectValueHolder } from './value-store.ts';

export const uniqueValueClaims = new ClaimKind<UniqueValue>({
  rows: {
    insert: insertUniqueValue,
    remove: deleteUniqueValue,
    removeOfType: deleteUniqueValuesOfType,
    holder: selectValueHolder,
  },
  fields: ({ fields }) => fields.filter(({ unique }) => unique),
  claimsIn: ({ published }, type, model) => (published === null ? [] : factsOf(published, type, model).values),
  nameOf: ({ field, locale, hash }) => `${field} ${locale} ${hash}`,
  refusal: ({ model }, taken) =>
    validationFailed(
      taken.map(({ claim, holder }) =>
        takenViolation(
          claim.path,
          holder === undefined ? 'another published entry' : resourceId('entry', model.code, holder),
        ),
      ),
    ),
});

/** The violation for a value that another entry has. @param who id of that entry, or a description */
export function takenViolation(path: string, who: string): Violation {
  return { path, rule: 'unique', message: `Choose another value; ${who} has this one.` };
}
