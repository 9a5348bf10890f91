/**
 * A passkey without a browser: creates and uses one as an authenticator does (Web Authentication Level 3, without attestation),
 * for tests that need one but do not test passkeys. Tests of passkeys use a real browser.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const AAGUID_BYTES = 16;
const CREDENTIAL_ID_BYTES = 32;

/** The relevant properties of both kinds of options. */
interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #id = randomBytes(CREDENTIAL_ID_BYTES);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #handle = '';
  #counter = 0;

  /** @param url the address of the service; a loopback address counts as `localhost`, as in a browser */
  constructor(url: string) {
    this.#origin = url.replace('//127.0.0.1', '//localhost');
  }

  /** The JSON of `navigator.credentials.create()`. */
  create(given: unknown): Record<string, unknown> {
    const options = given as Options;
    this.#handle = options.user?.id ?? '';
    const data = this.#authenticatorData(options.rp?.id ?? '', HAS_CREDENTIAL, this.#credentialData());
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The JSON of `navigator.credentials.get()`. */
  get(given: unknown): Record<string, unknown> {
    const options = given as Options;
    this.#counter += 1;
    const data = this.#authenticatorData(options.rpId ?? '', 0, Buffer.alloc(0));
    const clientData = this.#clientData('webauthn.get', options.challenge);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: this.#handle,
    });
  }

  #credential(response: object): Record<string, unknown> {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #authenticatorData(rpId: string, flags: number, rest: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(USER_PRESENT | USER_VERIFIED | flags);
    head.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, rest]);
  }

  /** The credential with its public key in COSE: ES256 on P-256. */
  #credentialData(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    return Buffer.concat([
      Buffer.alloc(AAGUID_BYTES),
      length,
      this.#id,
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}
