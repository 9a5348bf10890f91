/** A page of the settings: what it is about, its guide, the button that adds to it, and who may see it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Permission } from '../../../../../contract/src/permissions.ts';
import { PageTitle } from '../../../frame/page-title.tsx';
import { usePermission } from '../../../frame/use-place.ts';
import { AddIcon } from '../../../ui/icons.ts';
import { Anchor, Button, Group, Stack, Text, Title } from '../../../ui/index.ts';
import { NeedsRole } from './needs-role.tsx';

const ICON_SIZE = 16;

/** The button of a page that adds to its list. */
interface Adding {
  readonly words: ReactNode;
  /** Without it there is no button. */
  readonly permission: Permission;
  readonly onAdd: () => void;
}

interface SettingsPageProperties {
  readonly title: string;
  /** What these settings are for, in a sentence or two. */
  readonly about: ReactNode;
  /** Name of the guide's page about it, such as `webhooks`. */
  readonly guide?: string;
  /** Without it the page says who may see it, in place of its content. */
  readonly permission?: Permission;
  readonly add?: Adding;
  /** Other buttons of the page. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function SettingsPage(page: SettingsPageProperties): ReactNode {
  const { title, about, guide, permission, add, actions, children } = page;
  return (
    <Stack>
      <PageTitle title={title} />
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} flex="1 1 280px">
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed" maw="64ch">
            {about} {guide !== undefined && <GuideLink page={guide} />}
          </Text>
        </Stack>
        <Group gap="xs">
          {actions}
          {add !== undefined && <AddButton {...add} />}
        </Group>
      </Group>
      {permission === undefined ? children : <Permitted permission={permission}>{children}</Permitted>}
    </Stack>
  );
}

function GuideLink({ page }: { readonly page: string }): ReactNode {
  return (
    <Anchor href={`/docs/guide/${page}`} target="_blank" underline="always">
      <Trans>Read the guide</Trans>
    </Anchor>
  );
}

function AddButton({ words, permission, onAdd }: Adding): ReactNode {
  return (
    usePermission(permission) && (
      <Button leftSection={<AddIcon size={ICON_SIZE} aria-hidden />} onClick={onAdd}>
        {words}
      </Button>
    )
  );
}

interface PermittedProperties {
  readonly permission: Permission;
  readonly children: ReactNode;
}

/** What only people with a permission see; the others read who has it. */
function Permitted({ permission, children }: PermittedProperties): ReactNode {
  return usePermission(permission) ? children : <NeedsRole permission={permission} />;
}
