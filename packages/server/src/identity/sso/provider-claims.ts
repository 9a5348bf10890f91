/**
 * What an identity provider says about a person, in one form for both protocols. Invariant: everything here comes from a part of a
 * response that the provider signed, or sent over its own connection.
 */
import { beginningOf } from '../../platform/kit/beginning-of.ts';
import { readEmail } from '../actors/email-address.ts';
import { untrusted } from './refusal.ts';

const SUBJECT_LENGTH_MAX = 512;
const NAME_LENGTH_MAX = 255;
/** Microsoft Entra's list of the claims that it left out of a token because they have too many values. */
const LEFT_OUT = '_claim_names';
/** What Entra's SAML responses have instead of the attribute of groups, at the end of its name. */
const GROUPS_LINK = 'groups.link';
const GROUPS = 'groups';

/** A person, as their provider describes them. */
export interface ProviderClaims {
  /** The issuer of OpenID Connect, or the entity id of SAML. */
  readonly issuer: string;
  /** The provider's permanent id for the person. */
  readonly subject: string;
  readonly email: string;
  /** Whether the provider says that the address is theirs; null if it says nothing about it. */
  readonly isEmailVerified: boolean | null;
  readonly name: string | null;
  /** The values of the claim that roles are mapped from; null if the provider says that it left them out. */
  readonly roleValues: readonly string[] | null;
  /** The names of everything that the provider said, for an owner who looks for one. */
  readonly names: readonly string[];
}

/** Claims as read from a response, not yet checked. */
export interface ReadClaims extends Omit<ProviderClaims, 'subject' | 'email' | 'name'> {
  readonly subject: unknown;
  readonly email: unknown;
  readonly name: unknown;
}

/** @throws SsoRefusal without a subject or a usable e-mail address */
export function checkedClaims(read: ReadClaims): ProviderClaims {
  const { subject, email, name, ...rest } = read;
  if (typeof subject !== 'string' || subject === '' || subject.length > SUBJECT_LENGTH_MAX)
    throw untrusted('the response names no subject');
  if (typeof email !== 'string')
    throw untrusted(`the response has no e-mail address, but ${listOf(rest.names)}`, 'email');
  return { ...rest, subject, email: usable(email), name: typeof name === 'string' ? nameOf(name) : null };
}

/**
 * The texts of a claim: the claim of that name, or else, if the name has dots, a nested property, whose names may have dots too.
 * @returns null if the provider says that it left the claim out
 */
export function textsAt(claims: Readonly<Record<string, unknown>>, name: string | null): string[] | null {
  if (name === null) return [];
  const value = valueAt(claims, name);
  if (value === undefined && valueAt(claims[LEFT_OUT], name) !== undefined) return null;
  return [value].flat().filter((text) => typeof text === 'string');
}

/**
 * The texts of an attribute.
 * @returns null if the provider says that it left the attribute out
 */
export function textsOf(
  attributes: ReadonlyMap<string, readonly string[]>,
  name: string | null,
): readonly string[] | null {
  if (name === null) return [];
  const values = attributes.get(name);
  if (values !== undefined || !name.toLowerCase().endsWith(GROUPS)) return values ?? [];
  return [...attributes.keys()].some((other) => other.toLowerCase().endsWith(GROUPS_LINK)) ? null : [];
}

/** The longest name that is there comes first: `https://acme.example/app.roles` may be one claim, or `roles` inside another. */
function valueAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const properties = value as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(properties, name)) return properties[name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const parent = name.slice(0, dot);
    if (!Object.hasOwn(properties, parent)) continue;
    const found = valueAt(properties[parent], name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'nothing else' : names.map((name) => name.replaceAll(/[\p{C}\s]+/gu, ' ')).join(', ');
}

function usable(email: string): string {
  try {
    readEmail(email);
    return email;
  } catch {
    throw untrusted('the e-mail address in the response is not a plain one', 'email');
  }
}

function nameOf(text: string): string | null {
  const name = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return name === '' ? null : beginningOf(name, NAME_LENGTH_MAX);
}
