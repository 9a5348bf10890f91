/** Sets up an authenticator app for a person. */
import type { Actor } from '../../../testing/src/client.ts';
import { PASSWORD } from '../../../testing/src/given.ts';
import { AuthenticatorApp } from '../../../testing/src/people/authenticator-app.ts';

/** @returns the recovery codes */
export async function addSecondFactor(actor: Actor): Promise<string[]> {
  const setup = await actor.post('/auth/second-factor/totp', { password: PASSWORD }, 200);
  const code = new AuthenticatorApp(setup.string('secret')).code();
  const body = { challenge: setup.string('challenge'), code };
  const made = await actor.post('/auth/second-factor/totp/confirm', body, 200);
  return made.at('recovery_codes') as string[];
}
