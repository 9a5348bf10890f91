/** E-mail addresses: what is taken for one, and the form in which two are compared. */

import { formatMismatch } from '../model/fields/values/format.ts';
import { invalid } from '../platform/errors/domain-error.ts';

/** The form in which addresses are compared. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** @throws `validation_failed` at `email` where the text is no address */
export function checkEmail(email: string): void {
  const advice = formatMismatch('email', email);
  if (advice !== null) throw invalid('email', 'format', advice);
}
