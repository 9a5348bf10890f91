/** The tables of identity providers. */
import { integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  /** What an identity provider stores about a member. */
  scim_members: {
    account_id: text,
    user_id: text,
    /** The provider's own id for them. */
    external_id: orNull(text),
    /** JSON. */
    attributes: text,
    updated_at: integer,
  },
  scim_made_users: {
    user_id: text,
    /** The account whose identity provider created the user. */
    account_id: text,
  },
  scim_groups: {
    id: text,
    account_id: text,
    display_name: text,
    external_id: orNull(text),
    /** The role of the group's members; null if it gives none. */
    role: orNull(text),
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
  scim_group_members: {
    group_id: text,
    account_id: text,
    user_id: text,
  },
};

export type ScimMemberRow = RowOf<typeof tables.scim_members>;
export type ScimGroupRow = RowOf<typeof tables.scim_groups>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
