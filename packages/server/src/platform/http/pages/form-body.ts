/** Reads forms as browsers send them. Refuses the same things as in a JSON body, such as a NUL or a repeated name. */
import { isUtf8 } from 'node:buffer';
import { DomainError } from '../../errors/domain-error.ts';
import { rejectUnstorable } from '../json-body.ts';

/**
 * The fields of a form.
 * @throws `malformed_request` or `validation_failed`
 */
export function parseForm(bytes: Buffer): Readonly<Record<string, string>> {
  if (!isUtf8(bytes)) throw new DomainError('malformed_request', 'The form is not valid UTF-8; send it again.');
  const fields = [...new URLSearchParams(bytes.toString('utf8'))];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length !== fields.length)
    throw new DomainError('malformed_request', 'A field appears twice in the form; send each once.');
  rejectUnstorable(form);
  return form;
}
