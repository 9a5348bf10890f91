/** The words for the roles of members and keys. */
import { useLingui } from '@lingui/react/macro';
import type { Role } from '../../../../../contract/src/permissions.ts';

/** Gives the roles in words that say what they are for. */
export function useRoleWords(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return {
    viewer: t`Viewer: can only read`,
    author: t`Author: writes their own drafts`,
    editor: t`Editor: writes and publishes`,
    developer: t`Developer: model, keys, languages`,
    admin: t`Admin: members and settings`,
    owner: t`Owner: can do everything`,
  };
}
