/** Which values of `Accept` allow JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../errors/domain-error.ts';
import { requireJsonAccepted } from './accept.ts';

const taken = [
  undefined,
  '',
  '*/*',
  'application/json',
  'application/*;q=0.1',
  'text/html, */*;q=0.8',
  'image/png,Application/JSON',
];
const refused = ['image/png', 'text/html,image/*', 'application/json;q=0', 'text/plain;q=1, */*;q=0.0'];

for (const accept of taken) {
  test(`Accept ${accept ?? 'left out'} is answered`, () => requireJsonAccepted({ headers: headersOf(accept) }));
}

for (const accept of refused) {
  test(`Accept ${accept} is refused`, () => {
    assert.throws(
      () => requireJsonAccepted({ headers: headersOf(accept) }),
      (error) => error instanceof DomainError && error.code === 'not_acceptable',
    );
  });
}

function headersOf(accept: string | undefined) {
  return accept === undefined ? {} : { accept };
}
