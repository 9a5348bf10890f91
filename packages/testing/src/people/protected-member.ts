/** Members with a second factor, created over HTTP. */

import { type Member, PASSWORD } from '../given.ts';
import { AuthenticatorApp } from './authenticator-app.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

export interface ProtectedMember extends Member {
  readonly phone: AuthenticatorApp;
  readonly recoveryCodes: readonly string[];
  readonly authenticator: SoftwareAuthenticator;
  readonly passkeyId: string;
}

/** Sets up an authenticator app. Its next usable code is that of the next step. */
export async function addApp({ actor }: Member): Promise<Pick<ProtectedMember, 'phone' | 'recoveryCodes'>> {
  const begun = await actor.post('/auth/second-factor/totp', { password: PASSWORD }, 200);
  const phone = new AuthenticatorApp(begun.string('secret'));
  const body = { challenge: begun.string('challenge'), code: phone.code() };
  const made = await actor.post('/auth/second-factor/totp/confirm', body, 200);
  return { phone, recoveryCodes: (made.at('recovery_codes') ?? []) as string[] };
}

/** Adds a passkey. */
export async function addPasskey({ actor }: Member): Promise<Pick<ProtectedMember, 'authenticator' | 'passkeyId'>> {
  const begun = await actor.post('/auth/passkeys/options', { password: PASSWORD }, 200);
  const authenticator = new SoftwareAuthenticator(actor.url);
  const credential = authenticator.create(begun.at('options'));
  const made = await actor.post('/auth/passkeys', { challenge: begun.string('challenge'), credential }, 201);
  return { authenticator, passkeyId: made.string('id') };
}

/** Adds an app and a passkey. */
export async function protect(member: Member): Promise<ProtectedMember> {
  return { ...member, ...(await addApp(member)), ...(await addPasskey(member)) };
}
