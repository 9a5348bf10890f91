/** Who may do what the person may not, in words. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { leastRoles, type Permission, type Role, roles } from '../../../../../contract/src/permissions.ts';
import { Text } from '../../../ui/index.ts';

/** @param permission what the person lacks */
export function NeedsRole({ permission }: { readonly permission: Permission }): ReactNode {
  const { i18n } = useLingui();
  const names = useRoleNames();
  const able = roles.slice(roles.indexOf(leastRoles[permission])).map((role) => names[role]);
  const who = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(able);
  return (
    <Text size="sm" c="dimmed" role="note">
      <Trans>Your role does not allow this. These roles do: {who}. Ask one of them.</Trans>
    </Text>
  );
}

function useRoleNames(): Readonly<Record<Role, string>> {
  const { t } = useLingui();
  return {
    viewer: t`viewers`,
    author: t`authors`,
    editor: t`editors`,
    developer: t`developers`,
    admin: t`admins`,
    owner: t`owners`,
  };
}
