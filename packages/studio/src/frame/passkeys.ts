/** Passkeys, as the browser and the device keep them. Their refusals become errors in the language of the person. */
import { t } from '@lingui/core/macro';

/** What the API hands out for the browser, as JSON. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Whether this browser supports passkeys at all. Whether they work at this address is up to the server. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Has the device create a passkey. @throws an error to show, if the device refuses or the person cancels */
export async function makePasskey<Registration>(options: PasskeyOptions): Promise<Registration> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return (await asked(() => navigator.credentials.create({ publicKey }))).toJSON() as Registration;
}

/** Asks for one of the person's passkeys. @throws an error to show, if the device refuses or the person cancels */
export async function askForPasskey<Assertion>(options: PasskeyOptions): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return (await asked(() => navigator.credentials.get({ publicKey }))).toJSON() as Assertion;
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError') throw new Error(t`This device already has a passkey for you.`);
    if (name === 'SecurityError') throw new Error(t`Passkeys do not work at this address. Ask who runs Lectern here.`);
    if (name !== 'NotAllowedError' && name !== 'AbortError') throw error;
  }
  throw new Error(t`No passkey was used. Try again, and confirm on your device.`);
}
