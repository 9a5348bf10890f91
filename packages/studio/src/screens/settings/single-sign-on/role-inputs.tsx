/** Which role members get: by default, and by the groups that the provider says they are in. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { roles } from '../../../../../contract/src/permissions.ts';
import { AddIcon, DeleteIcon } from '../../../ui/icons.ts';
import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '../../../ui/index.ts';
import { useRoleWords } from '../page/role-words.ts';
import type { MappedGroup, Working } from './connection-values.ts';
import styles from './single-sign-on.module.css';

const ICON_SIZE = 16;

interface RoleInputsProperties {
  readonly working: Working;
}

export function RoleInputs({ working: { values, set } }: RoleInputsProperties): ReactNode {
  const { t } = useLingui();
  const choices = useGivenRoles();
  return (
    <>
      <Select
        label={t`Role of new members`}
        description={t`Also for everyone who is in none of the groups below. A provider never makes anyone an owner.`}
        data-path="default_role"
        data={choices}
        value={values.default_role}
        onChange={(role) => role !== null && set('default_role', role as MappedGroup['role'])}
        allowDeselect={false}
      />
      <TextInput
        label={t`Claim with groups or roles`}
        description={t`Such as “groups”. Leave it empty to give roles here.`}
        name="role_claim"
        dir="ltr"
        autoComplete="off"
        value={values.role_claim}
        onChange={({ currentTarget }) => set('role_claim', currentTarget.value.trim())}
      />
      {values.role_claim !== '' && (
        <Mapping mapped={values.role_mapping} onChange={(mapped) => set('role_mapping', mapped)} />
      )}
    </>
  );
}

interface MappingProperties {
  readonly mapped: readonly MappedGroup[];
  readonly onChange: (mapped: readonly MappedGroup[]) => void;
}

function Mapping({ mapped, onChange }: MappingProperties): ReactNode {
  const { t } = useLingui();
  const choices = useGivenRoles();
  const replace = (at: number, change: Partial<MappedGroup>) =>
    onChange(mapped.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        <Trans>Roles by group</Trans>
      </Text>
      <Text size="xs" c="dimmed">
        <Trans>The highest role counts. It follows the provider at each log-in; owners stay owners.</Trans>
      </Text>
      {mapped.map(({ group, role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and keep their place
        <div key={index} className={styles.mapped}>
          <TextInput
            aria-label={t`Group`}
            placeholder={t`Group`}
            data-path={`role_mapping.${group}`}
            dir="ltr"
            value={group}
            onChange={({ currentTarget }) => replace(index, { group: currentTarget.value })}
          />
          <Select
            aria-label={t`Role of ${group}`}
            data={choices}
            value={role}
            onChange={(value) => value !== null && replace(index, { role: value as MappedGroup['role'] })}
            allowDeselect={false}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t`Remove ${group}`}
            onClick={() => onChange(mapped.filter((_, at) => at !== index))}
          >
            <DeleteIcon size={ICON_SIZE} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<AddIcon size={ICON_SIZE} aria-hidden />}
          onClick={() => onChange([...mapped, { group: '', role: 'editor' }])}
        >
          <Trans>Map another group</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

/** The roles that a provider can give, with their words. */
export function useGivenRoles(): { readonly value: string; readonly label: string }[] {
  const words = useRoleWords();
  return roles.filter((role) => role !== 'owner').map((value) => ({ value, label: words[value] }));
}
