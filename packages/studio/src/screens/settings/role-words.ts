/** The roles of members and keys, and their words. */
import { useLingui } from '@lingui/react/macro';

/** The roles in an account, each including those before it (INTERFACE.md §2). */
export const ROLES = ['viewer', 'author', 'editor', 'developer', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Gives the roles in words that say what they are for. */
export function useRoleWords(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return {
    viewer: t`Viewer: reads`,
    author: t`Author: writes drafts of their own`,
    editor: t`Editor: writes and publishes`,
    developer: t`Developer: model, keys, languages`,
    admin: t`Admin: members and settings`,
    owner: t`Owner: everything`,
  };
}
