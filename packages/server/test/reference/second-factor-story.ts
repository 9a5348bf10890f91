/** The requests on second factors and passkeys that are examples of the API reference, by a person of their own. */
import { Actor } from '../client.ts';
import { AuthenticatorApp } from '../harness/authenticator-app.ts';
import { SoftwareAuthenticator } from '../harness/software-authenticator.ts';
import { PASSWORD } from '../scene.ts';
import type { Teller } from './teller.ts';

const EMAIL = 'hedy@example.com';
const APP = '/auth/second-factor/totp';
const page = { limit: 1, skip: 0 };
const password = { password: PASSWORD };

/** Tells what a person does who sets up an app and a passkey, logs in with each, and removes them. */
export async function tellSecondFactor(teller: Teller): Promise<void> {
  const nobody = new Actor(teller.demo.url, null);
  const person = { email: EMAIL, password: PASSWORD, name: 'Hedy Lamarr' };
  const session = await nobody.post('/auth/signup', person, 201);
  const by = new Actor(teller.demo.url, session.string('access_token'));
  const recoveryCode = await tellApp(teller, by);
  const passkeyId = await tellPasskeys(teller, by);
  const refusal = await nobody.post('/auth/login', { email: EMAIL, password: PASSWORD }, 403);
  const body = { challenge: refusal.string('detail.challenge'), code: recoveryCode };
  await teller.recorder.tell('POST /auth/second-factor', { by: nobody, body });
  const path = { passkey_id: passkeyId };
  await teller.recorder.tell('DELETE /auth/passkeys/{passkey_id}', { by, path, body: password });
  await teller.recorder.tell(`DELETE ${APP}`, { by, body: password });
}

/** @returns a recovery code */
async function tellApp({ recorder }: Teller, by: Actor): Promise<string> {
  const begun = await recorder.tell(`POST ${APP}`, { by, body: password });
  const code = new AuthenticatorApp(begun.string('secret')).code();
  await recorder.tell(`POST ${APP}/confirm`, { by, body: { challenge: begun.string('challenge'), code } });
  await recorder.tell('GET /auth/second-factor', { by });
  const made = await recorder.tell('POST /auth/second-factor/recovery-codes', { by, body: password });
  return made.string('recovery_codes.0');
}

/** @returns the id of the passkey */
async function tellPasskeys({ recorder, demo }: Teller, by: Actor): Promise<string> {
  const nobody = new Actor(demo.url, null);
  const authenticator = new SoftwareAuthenticator(demo.url);
  const begun = await recorder.tell('POST /auth/passkeys/options', { by, body: password });
  const credential = authenticator.create(begun.at('options'));
  const made = await recorder.tell('POST /auth/passkeys', {
    by,
    body: { challenge: begun.string('challenge'), credential, name: 'Laptop' },
  });
  await recorder.tell('GET /auth/passkeys', { by, query: { limit: 1 }, each: { ...page, order: '-created_at' } });
  const path = { passkey_id: made.string('id') };
  await recorder.tell('GET /auth/passkeys/{passkey_id}', { by, path });
  await recorder.tell('PATCH /auth/passkeys/{passkey_id}', { by, path, body: { name: 'Old laptop' } });
  const options = await recorder.tell('POST /auth/login/passkey/options', { by: nobody, body: {} });
  await recorder.tell('POST /auth/login/passkey', {
    by: nobody,
    body: { challenge: options.string('challenge'), credential: authenticator.get(options.at('options')) },
  });
  return path.passkey_id;
}
