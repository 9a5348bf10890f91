/** Conditional requests of SCIM (RFC 7644, section 3.14): tags are weak, and a mismatch is 412 there. */
import { ScimError } from './protocol/scim-error.ts';

const TAG = /(?:W\/)?"[^"]*"/g;

/** @throws 412 if `If-Match` names other versions than the current one */
export function checkTag(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || isNamed(ifMatch, tag)) return;
  throw new ScimError(412, 'Somebody changed the resource since; read it again and repeat the change.');
}

/** Whether a header names the tag, or any. */
export function isNamed(header: string, tag: string): boolean {
  const bare = (text: string) => text.replace(/^W\//, '');
  return header.trim() === '*' || (header.match(TAG) ?? []).some((one) => bare(one) === bare(tag));
}
