/**
 * E-mail addresses: a bare ASCII mailbox of RFC 5321, `local-part@domain`, with a folded form for comparison. Two addresses are
 * the same only if they differ in nothing but the case of ASCII letters.
 */
import { invalid } from '../../platform/errors/domain-error.ts';

const LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;
/** A dot-string. RFC 5321 §4.1.2 discourages the quoted form, which mail programs parse in different ways. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** At least two labels; an internationalised label is written as `xn--` and its punycode. */
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const NUMBER = /^\d+$/;

/**
 * The form used to compare addresses.
 * @throws `validation_failed` at `email` if the text is not an address
 */
export function readEmail(email: string): string {
  if (isMailbox(email)) return email.toLowerCase();
  throw invalid(
    'email',
    'format',
    'Give a plain e-mail address such as ann@example.com, with ASCII characters only; write an international domain as xn--….',
  );
}

function isMailbox(email: string): boolean {
  const at = email.lastIndexOf('@');
  const [localPart, domain] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1)];
  if (email.length > LENGTH_MAX || localPart.length > LOCAL_PART_LENGTH_MAX) return false;
  return LOCAL_PART.test(localPart) && isDomain(domain);
}

/** The domain of an address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Whether a text is a valid domain of an address. */
export function isDomain(domain: string): boolean {
  const topLevel = domain.slice(domain.lastIndexOf('.') + 1);
  return DOMAIN.test(domain) && !NUMBER.test(topLevel);
}
