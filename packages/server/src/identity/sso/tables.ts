/** The tables of single sign-on. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  sso_connections: {
    account_id: text,
    protocol: text,
    required: integer,
    default_role: text,
    /** JSON. */
    settings: text,
    /** Encrypted JSON; null if there are no secrets. */
    secrets: orNull(bytes),
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
  /** A user as an account's identity provider knows them. */
  sso_identities: {
    account_id: text,
    protocol: text,
    /** The provider: the issuer of OpenID Connect, or the entity id of SAML. */
    issuer: text,
    /** The provider's permanent id for the user. */
    subject: text,
    user_id: text,
    created_at: integer,
    last_used_at: integer,
  },
  sso_domains: {
    account_id: text,
    domain: text,
    /** The value that the account publishes in the DNS to prove that it owns the domain. */
    token: text,
    /** The domain once it is verified, null before. Only one account can have it. */
    verified_domain: orNull(text),
    verified_at: orNull(integer),
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
};

export type SsoConnectionRow = RowOf<typeof tables.sso_connections>;
export type SsoIdentityRow = RowOf<typeof tables.sso_identities>;
export type SsoDomainRow = RowOf<typeof tables.sso_domains>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
