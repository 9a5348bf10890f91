/** The choice of a role. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type Role, roles } from '../../../../../contract/src/permissions.ts';
import { Select } from '../../../ui/index.ts';
import { useRoleWords } from '../page/role-words.ts';

interface RoleSelectProperties {
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}

export function RoleSelect({ role, onChange }: RoleSelectProperties): ReactNode {
  const { t } = useLingui();
  const words = useRoleWords();
  return (
    <Select
      label={t`Role`}
      data={roles.map((value) => ({ value, label: words[value] }))}
      value={role}
      onChange={(value) => value !== null && onChange(value as Role)}
      allowDeselect={false}
    />
  );
}
