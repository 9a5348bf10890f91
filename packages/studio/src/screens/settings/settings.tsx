/** The frame of the settings. */
import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlaces } from '../../frame/places.ts';
import { Screen } from '../../frame/screen.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { Group, LinkNav } from '../../ui/index.ts';

/** The pages of the settings that the person may see, side by side, and the one that is open. */
export function Settings(): ReactNode {
  const { t, i18n } = useLingui();
  const params = usePlace();
  return (
    <Screen title={t`Settings`}>
      <Group component="nav" gap={4} aria-label={t`Settings`}>
        {usePlaces('settings').map(({ to, name }) => (
          <LinkNav key={to} to={to} params={params} activeProps={{ active: true }} w="auto" label={i18n._(name)} />
        ))}
      </Group>
      <Outlet />
    </Screen>
  );
}
