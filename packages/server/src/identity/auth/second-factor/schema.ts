/** Second factors as requests and responses show them. Secrets and recovery codes are only in the response that makes them. */
import { type Static, Type } from 'typebox';
import { inCookie } from '../sessions/schema.ts';
import { Assertion } from './passkeys/schema.ts';

const PASSWORD_LENGTH_MAX = 1_024;
const CHALLENGE_LENGTH_MAX = 256;
const CODE_LENGTH_MAX = 64;

const password = Type.String({ maxLength: PASSWORD_LENGTH_MAX, description: 'Your password.' });
const code = Type.String({ minLength: 1, maxLength: CODE_LENGTH_MAX, description: 'The code that the app shows.' });

/** The token of a challenge, as requests send it. */
export const challenge = Type.String({
  minLength: 1,
  maxLength: CHALLENGE_LENGTH_MAX,
  description: 'From the response that began this.',
});

export const PasswordRequest = Type.Object({ password }, { additionalProperties: false, title: 'PasswordRequest' });

/** The second factors of a person. */
export const SecondFactor = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether log-in asks for a second factor.' }),
    totp: Type.Union([Type.Object({ created_at: Type.String() }), Type.Null()], {
      description: 'The authenticator app; null if there is none.',
    }),
    passkeys: Type.Integer({ description: 'How many passkeys there are.' }),
    recovery_codes_left: Type.Integer(),
    required: Type.Boolean({ description: 'Whether the account requires a second factor of its members.' }),
    confirmed: Type.Boolean({ description: 'Whether the current session was confirmed with a second factor.' }),
  },
  { title: 'SecondFactor' },
);
export type SecondFactor = Static<typeof SecondFactor>;

export const TotpSetup = Type.Object(
  {
    challenge: Type.String({ description: 'To be sent with the first code.' }),
    expires_in: Type.Integer({ description: 'Seconds in which to send the first code.' }),
    secret: Type.String({ description: 'For the app, in base32; shown only once.' }),
    otpauth_url: Type.String({ description: 'The same as a URL, to be shown as a QR code.' }),
  },
  { title: 'TotpSetup' },
);
export type TotpSetup = Static<typeof TotpSetup>;

export const TotpConfirmation = Type.Object(
  { challenge, code },
  { additionalProperties: false, title: 'TotpConfirmation' },
);

const codes = Type.Array(Type.String(), { description: 'Ten codes, each for one log-in; shown only once.' });

/** Recovery codes, if the user had none before. */
export const codesIfFirst = Type.Union([codes, Type.Null()], {
  description: 'Ten codes, each for one log-in, shown only once; null if you have codes already.',
});

export const CreatedCodes = Type.Object({ recovery_codes: codesIfFirst }, { title: 'SecondFactorCreated' });
export type CreatedCodes = Static<typeof CreatedCodes>;

export const NewRecoveryCodes = Type.Object({ recovery_codes: codes }, { title: 'RecoveryCodes' });

/** The second step of a log-in: a code, or the signed response of a passkey. */
export const SecondStepRequest = Type.Object(
  {
    challenge: Type.String({
      minLength: 1,
      maxLength: CHALLENGE_LENGTH_MAX,
      description: 'From the 403 of the log-in; for five minutes.',
    }),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CODE_LENGTH_MAX,
        description: 'The code that the app shows, or a recovery code.',
      }),
    ),
    passkey: Type.Optional(Assertion),
    refresh: inCookie,
  },
  { additionalProperties: false, title: 'SecondStepRequest' },
);
export type SecondStepRequest = Static<typeof SecondStepRequest>;
