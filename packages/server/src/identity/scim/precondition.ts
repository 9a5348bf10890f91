/** Conditional requests of SCIM (RFC 7644, section 3.14), where tags are weak and a mismatch gets 412. */
import { ScimError } from './protocol/scim-error.ts';

const TAG = /(?:W\/)?"[^"]*"/g;

/** @throws 412 if `If-Match` does not match the current version */
export function checkTag(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || isNamed(ifMatch, tag)) return;
  throw new ScimError(412, 'The resource was changed in the meantime; read it again and repeat the change.');
}

/** Whether a header contains the tag or `*`. */
export function isNamed(header: string, tag: string): boolean {
  const bare = (text: string) => text.replace(/^W\//, '');
  return header.trim() === '*' || (header.match(TAG) ?? []).some((one) => bare(one) === bare(tag));
}
