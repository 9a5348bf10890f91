/**
 * Passkeys as requests and responses show them. Options and credentials have the JSON form of Web Authentication (Level
 * 3), which `PublicKeyCredential.parseCreationOptionsFromJSON()` reads and `credential.toJSON()` writes.
 */
import { type Static, Type } from 'typebox';
import { NameText } from '../../../../platform/http/name-text.ts';
import { inCookie } from '../../sessions/schema.ts';

const NAME_LENGTH_MAX = 255;
const CREDENTIAL_ID_LENGTH_MAX = 1_400;
const CLIENT_DATA_LENGTH_MAX = 8_192;
const SIGNATURE_LENGTH_MAX = 8_192;
/** Post-quantum keys and attestations are large. */
const ATTESTATION_LENGTH_MAX = 65_536;
const TRANSPORTS_MAX = 16;
const TRANSPORT_LENGTH_MAX = 32;
/** Browsers may send further properties. */
const OPEN = { additionalProperties: true };

const name = NameText(NAME_LENGTH_MAX, { description: 'What you know the passkey by.' });
const credentialId = Type.String({ minLength: 1, maxLength: CREDENTIAL_ID_LENGTH_MAX });
const clientDataJSON = Type.String({ maxLength: CLIENT_DATA_LENGTH_MAX });
const type = Type.Enum(['public-key']);

/** What `navigator.credentials.create()` returned. */
export const Registration = Type.Object(
  {
    id: credentialId,
    rawId: credentialId,
    type,
    response: Type.Object(
      {
        clientDataJSON,
        attestationObject: Type.String({ maxLength: ATTESTATION_LENGTH_MAX }),
        transports: Type.Optional(
          Type.Array(Type.String({ maxLength: TRANSPORT_LENGTH_MAX }), { maxItems: TRANSPORTS_MAX }),
        ),
      },
      OPEN,
    ),
  },
  { ...OPEN, title: 'PasskeyRegistration' },
);
export type Registration = Static<typeof Registration>;

/** What `navigator.credentials.get()` returned. */
export const Assertion = Type.Object(
  {
    id: credentialId,
    rawId: credentialId,
    type,
    response: Type.Object(
      {
        clientDataJSON,
        authenticatorData: Type.String({ maxLength: CLIENT_DATA_LENGTH_MAX }),
        signature: Type.String({ maxLength: SIGNATURE_LENGTH_MAX }),
        userHandle: Type.Optional(Type.Union([Type.String({ maxLength: CREDENTIAL_ID_LENGTH_MAX }), Type.Null()])),
      },
      OPEN,
    ),
  },
  { ...OPEN, title: 'PasskeyAssertion' },
);
export type Assertion = Static<typeof Assertion>;

const challenge = Type.String({ description: 'To be sent with the credential.' });
const expiresIn = Type.Integer({ description: 'Seconds in which to send the credential.' });

export const CreationOptions = Type.Object(
  {
    challenge,
    expires_in: expiresIn,
    options: Type.Object({}, { ...OPEN, description: 'For `navigator.credentials.create()`.' }),
  },
  { title: 'PasskeyCreationOptions' },
);
export type CreationOptions = Static<typeof CreationOptions>;

export const RequestOptions = Type.Object(
  {
    challenge,
    expires_in: expiresIn,
    options: Type.Object({}, { ...OPEN, description: 'For `navigator.credentials.get()`.' }),
  },
  { title: 'PasskeyRequestOptions' },
);
export type RequestOptions = Static<typeof RequestOptions>;

const CHALLENGE_LENGTH_MAX = 256;
const sentChallenge = Type.String({
  minLength: 1,
  maxLength: CHALLENGE_LENGTH_MAX,
  description: 'From the response with the options.',
});

export const NewPasskey = Type.Object(
  { challenge: sentChallenge, credential: Registration, name: Type.Optional(name) },
  { additionalProperties: false, title: 'NewPasskey' },
);
export type NewPasskey = Static<typeof NewPasskey>;

export const PasskeyLogInRequest = Type.Object(
  { challenge: sentChallenge, credential: Assertion, refresh: inCookie },
  { additionalProperties: false, title: 'PasskeyLogInRequest' },
);
export type PasskeyLogInRequest = Static<typeof PasskeyLogInRequest>;

const version = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' }),
);

export const PasskeyChange = Type.Object(
  { name: Type.Optional(name), version },
  { additionalProperties: false, title: 'PasskeyChange' },
);

export const PasskeyDeletion = Type.Object(
  { password: Type.String({ maxLength: 1_024, description: 'Your password.' }), version },
  { additionalProperties: false, title: 'PasskeyDeletion' },
);

const shown = {
  id: Type.String(),
  name: Type.String(),
  transports: Type.Array(Type.String(), { description: 'Ways to reach the authenticator, such as usb and internal.' }),
  backed_up: Type.Boolean({ description: 'Whether a cloud account keeps it, so that it is on several devices.' }),
  last_used_at: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
  updated_at: Type.String(),
  version: Type.Integer(),
};

/** A passkey as shown to its user. */
export const Passkey = Type.Object(shown, { title: 'Passkey' });
export type Passkey = Static<typeof Passkey>;

export const PasskeyCreated = Type.Object(
  {
    ...shown,
    recovery_codes: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Ten codes, each for one log-in, shown only once; null if you have codes already.',
    }),
  },
  { title: 'PasskeyCreated' },
);
export type PasskeyCreated = Static<typeof PasskeyCreated>;
