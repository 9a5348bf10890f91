/** The tables of API keys. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  scim_tokens: {
    id: text,
    account_id: text,
    name: text,
    /** SHA-256 of the token. */
    token_hash: text,
    last_four: text,
    last_used_at: orNull(integer),
    version: integer,
    created_at: integer,
    created_by: text,
  },
  api_keys: {
    id: text,
    space_id: text,
    name: text,
    kind: text,
    token_hash: text,
    last_four: text,
    /** JSON list of environment numbers; null if the key may use all. */
    environments: orNull(text),
    role: orNull(text),
    /** How a management key writes content: see `keyWrites`. */
    writes: orNull(text),
    /** 1 for a delivery key that may read the past. */
    history: integer,
    expires_at: orNull(integer),
    last_used_at: orNull(integer),
    version: integer,
    created_at: integer,
    created_by: text,
    updated_at: integer,
  },
};

export type ScimTokenRow = RowOf<typeof tables.scim_tokens>;
export type ApiKeyRow = RowOf<typeof tables.api_keys>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
