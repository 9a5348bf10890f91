/** The addresses that people type and paste. Which of them a link may have is the contract's rule. */
import { isLinkTarget } from '../../../../contract/src/link-address.ts';

const HOST_SHAPE = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]|$)/u;
const MAIL_SHAPE = /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/;
/** Begins as an address does, so that blanks in it are part of one, as in addresses of files. */
const FULL_ADDRESS = /^(?:https?:\/|\.{0,2}\/|[?#])/i;
const ADDRESS_BEGIN = /^(?:[a-z][a-z0-9+.-]*:|\.{0,2}\/|[?#])/i;
const WHOLE_ADDRESS = /^https?:\/\/\S+$/i;

/** The address that a person meant: `example.com` is a site and `ann@example.com` a mailbox, all else stays as it is. */
export function meantAddress(typed: string): string {
  const address = typed.trim();
  if (FULL_ADDRESS.test(address)) return address.replaceAll(' ', '%20');
  if (MAIL_SHAPE.test(address)) return `mailto:${address}`;
  return HOST_SHAPE.test(address) ? `https://${address}` : address;
}

/** Whether a link that a person typed may have the address. A bare word is none: it is looked for among entries. */
export function isTypedTarget(address: string): boolean {
  return ADDRESS_BEGIN.test(address) && !/\s/.test(address) && isLinkTarget(address);
}

/** Whether a text is nothing but a web address that a link may have. */
export function isAddress(text: string): boolean {
  return WHOLE_ADDRESS.test(text) && isLinkTarget(text);
}
