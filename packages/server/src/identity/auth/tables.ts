/** The tables of users, sessions and factors. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  users: {
    id: text,
    email: text,
    /** The address in the form used for comparison: NFC, lower case. */
    email_folded: text,
    name: text,
    password_hash: text,
    email_verified_at: orNull(integer),
    /** Of the last log-in that named one, for mails that no request of theirs leads to. */
    language: orNull(text),
    suspended_at: orNull(integer),
    /** When the user will be deleted; null if no deletion was requested. */
    deletion_at: orNull(integer),
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
  sessions: {
    id: text,
    user_id: text,
    account_id: text,
    /** Shared by all refresh tokens of the session. */
    family: text,
    /** SHA-256 of the current refresh token. */
    refresh_hash: text,
    /** SHA-256 of the previous one, which yields the same successor for a few seconds. */
    spent_hash: orNull(text),
    spent_at: orNull(integer),
    method: text,
    /** Whether it was started or confirmed with a second factor. */
    second_factor: integer,
    /** The account whose single sign-on started it; null if none did. */
    sso_account_id: orNull(text),
    ip: text,
    user_agent: text,
    created_at: integer,
    last_used_at: integer,
    idle_expires_at: integer,
    expires_at: integer,
  },
  password_resets: {
    token_hash: text,
    user_id: text,
    expires_at: integer,
  },
  sign_in_origins: {
    user_id: text,
    /** Keyed hash of a network or a device. */
    origin: text,
    last_at: integer,
  },
  challenges: {
    token_hash: text,
    /** The purpose of the token, such as `second_factor`. */
    purpose: text,
    /** Encrypted JSON. */
    sealed: bytes,
    expires_at: integer,
  },
  authenticator_apps: {
    user_id: text,
    /** Encrypted. */
    secret: bytes,
    /** The time step of the last used code: codes of this step and earlier ones no longer work. */
    last_step: integer,
    created_at: integer,
  },
  recovery_codes: {
    user_id: text,
    /** An HMAC of the code under a key of the installation. */
    code_hash: text,
  },
  passkeys: {
    id: text,
    user_id: text,
    /** The authenticator's id for it, in base64url. */
    credential_id: text,
    /** A COSE key. */
    public_key: bytes,
    /** The signature counter of the authenticator; 0 if it has no counter. */
    counter: integer,
    /** JSON list of the ways to reach the authenticator, such as `usb` and `internal`. */
    transports: text,
    /** Whether it is backed up in a cloud account, and so available on several devices. */
    backed_up: integer,
    name: text,
    version: integer,
    last_used_at: orNull(integer),
    created_at: integer,
    updated_at: integer,
  },
  preview_links: {
    id: text,
    space_id: text,
    /** The number of the environment that it shows. */
    environment: integer,
    account_id: text,
    /** Who made it; null for a key. */
    user_id: orNull(text),
    /** The key that made it; null for a person. */
    key_id: orNull(text),
    /** The key of the entry that it opens; null if it opens none. */
    entry: orNull(text),
    /** The key of the change set that it is seen through; null if there is none. */
    change_set: orNull(text),
    /** Address of a page, with `{preview}` for the token; null if it opens none by its address. */
    href: orNull(text),
    /** Code of the locale in which it opens an entry; null for the default. */
    locale: orNull(text),
    password_hash: orNull(text),
    expires_at: integer,
    /** How often it was opened. */
    opened: integer,
    last_opened_at: orNull(integer),
    created_at: integer,
  },
};

export type UserRow = RowOf<typeof tables.users>;
export type SessionRow = RowOf<typeof tables.sessions>;
export type PasswordResetRow = RowOf<typeof tables.password_resets>;
export type SignInOriginRow = RowOf<typeof tables.sign_in_origins>;
export type ChallengeRow = RowOf<typeof tables.challenges>;
export type AuthenticatorAppRow = RowOf<typeof tables.authenticator_apps>;
export type PasskeyRow = RowOf<typeof tables.passkeys>;
export type PreviewLinkRow = RowOf<typeof tables.preview_links>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
