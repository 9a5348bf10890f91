/**
 * What an identity provider says about a person, in one form for both protocols. Invariant: everything here comes from a part of a
 * response that the provider signed, or sent over its own connection.
 */
import { beginningOf } from '../../platform/kit/beginning-of.ts';
import { readEmail } from '../actors/email-address.ts';
import { untrusted } from './refusal.ts';

const SUBJECT_LENGTH_MAX = 512;
const NAME_LENGTH_MAX = 255;
const VALUES_MAX = 1_000;

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
  /** The values of the claim that roles are mapped from. */
  readonly roleValues: readonly string[];
}

/** Claims as read from a response, not yet checked. */
export interface ReadClaims extends Omit<ProviderClaims, 'subject' | 'email' | 'name'> {
  readonly subject: unknown;
  readonly email: unknown;
  readonly name: unknown;
}

/** @throws SsoRefusal without a subject or a usable e-mail address */
export function checkedClaims(read: ReadClaims): ProviderClaims {
  const { subject, email, name } = read;
  if (typeof subject !== 'string' || subject === '' || subject.length > SUBJECT_LENGTH_MAX)
    throw untrusted('the answer names no subject');
  if (typeof email !== 'string') throw untrusted('the answer has no e-mail address');
  return { ...read, subject, email: usable(email), name: typeof name === 'string' ? nameOf(name) : null };
}

/** The texts of a claim: the claim of that name, or else, if the name has dots, a nested property. */
export function textsAt(claims: Readonly<Record<string, unknown>>, name: string | null): string[] {
  if (name === null) return [];
  const value = Object.hasOwn(claims, name) ? claims[name] : name.split('.').reduce(propertyOf, claims as unknown);
  return [value]
    .flat()
    .slice(0, VALUES_MAX)
    .filter((text) => typeof text === 'string');
}

function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function usable(email: string): string {
  try {
    readEmail(email);
    return email;
  } catch {
    throw untrusted('the e-mail address in the answer is not a plain one');
  }
}

function nameOf(text: string): string | null {
  const name = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return name === '' ? null : beginningOf(name, NAME_LENGTH_MAX);
}
