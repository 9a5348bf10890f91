/** The frame of the settings. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Screen } from '../../frame/screen.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { Group, LinkNav } from '../../ui/index.ts';

/** The pages of the settings that the person may see, side by side, and the one that is open. */
export function Settings(): ReactNode {
  const { t } = useLingui();
  const params = usePlace();
  const mayReadKeys = usePermission('api_key.read');
  const tab = { params, activeProps: { active: true }, w: 'auto' };
  return (
    <Screen title={t`Settings`}>
      <Group component="nav" gap={4} aria-label={t`Settings`}>
        <LinkNav to="/spaces/$space/$environment/settings/locales" {...tab} label={<Trans>Languages</Trans>} />
        {mayReadKeys && (
          <LinkNav to="/spaces/$space/$environment/settings/keys" {...tab} label={<Trans>API keys</Trans>} />
        )}
        <LinkNav to="/spaces/$space/$environment/settings/environments" {...tab} label={<Trans>Environments</Trans>} />
        <LinkNav to="/spaces/$space/$environment/settings/members" {...tab} label={<Trans>Members</Trans>} />
      </Group>
      <Outlet />
    </Screen>
  );
}
