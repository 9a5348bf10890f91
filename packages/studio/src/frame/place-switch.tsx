/** The space and the environment that one is in, and the way to the others. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MAIN_ENVIRONMENT } from '../api/main-environment.ts';
import { environmentsQuery, spacesQuery } from '../api/queries.ts';
import { AddIcon, CheckIcon, ChevronDownIcon, EnvironmentIcon } from '../ui/icons.ts';
import { Badge, Button, Group, Menu, Text, VisuallyHidden } from '../ui/index.ts';
import { usePlace } from './use-place.ts';

const ICON_SIZE = 14;

export function PlaceSwitch(): ReactNode {
  const { t } = useLingui();
  const { space: here, environment } = usePlace();
  const spaces = useSuspenseQuery(spacesQuery).data;
  const environments = useSuspenseQuery(environmentsQuery(here)).data;
  const navigate = useNavigate();
  const name = spaces.find(({ id }) => id === here)?.name ?? here;

  const goTo = (space: string, other: string) =>
    void navigate({ to: '/spaces/$space/$environment', params: { space, environment: other } });

  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button variant="subtle" color="gray" px="xs" rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}>
          <Group gap="xs" wrap="nowrap">
            <Text fw={600} size="sm" truncate maw={180} dir="auto">
              {name}
            </Text>
            <Badge flex="none" maw={{ base: 88, sm: 140 }}>
              {environment}
            </Badge>
            <VisuallyHidden>{t`Change space or environment`}</VisuallyHidden>
          </Group>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>
          <Trans>Environments of this space</Trans>
        </Menu.Label>
        {environments.map((one) => (
          <Menu.Item
            key={one.id}
            disabled={one.status !== 'ready'}
            leftSection={<EnvironmentIcon size={ICON_SIZE} aria-hidden />}
            rightSection={one.name === environment ? <CheckIcon size={ICON_SIZE} aria-label={t`You are here`} /> : null}
            onClick={() => goTo(here, one.name)}
          >
            {one.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>
          <Trans>Spaces</Trans>
        </Menu.Label>
        {spaces.map(({ id, name: other }) => (
          <Menu.Item
            key={id}
            rightSection={id === here ? <CheckIcon size={ICON_SIZE} aria-label={t`You are here`} /> : null}
            onClick={() => goTo(id, MAIN_ENVIRONMENT)}
          >
            {other}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<AddIcon size={ICON_SIZE} aria-hidden />}
          onClick={() => void navigate({ to: '/new-space' })}
        >
          <Trans>New space</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
