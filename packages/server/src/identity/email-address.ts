/** E-mail addresses: which are valid, and the form used to compare them. */

import { formatMismatch } from '../model/fields/values/format.ts';
import { invalid } from '../platform/errors/domain-error.ts';

/** The form used to compare addresses. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** @throws `validation_failed` at `email` if the text is not an address */
export function checkEmail(email: string): void {
  const advice = formatMismatch('email', email);
  if (advice !== null) throw invalid('email', 'format', advice);
}
