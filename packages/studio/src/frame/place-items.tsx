/** The environments of the space, and the spaces, as items of a menu. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MAIN_ENVIRONMENT } from '../api/main-environment.ts';
import { environmentsQuery, spacesQuery } from '../api/queries.ts';
import { AddIcon, CheckIcon, EnvironmentIcon } from '../ui/icons.ts';
import { Menu } from '../ui/index.ts';
import { usePlace } from './use-place.ts';

const ICON_SIZE = 14;

export function PlaceItems(): ReactNode {
  const { t } = useLingui();
  const { space: here, environment } = usePlace();
  const spaces = useSuspenseQuery(spacesQuery).data;
  const environments = useSuspenseQuery(environmentsQuery(here)).data;
  const navigate = useNavigate();
  const goTo = (space: string, other: string) =>
    void navigate({
      to: '/spaces/$space/$environment',
      params: { space, environment: other },
      // A release is one of its environment.
      search: { in: undefined },
    });

  return (
    <>
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
    </>
  );
}
