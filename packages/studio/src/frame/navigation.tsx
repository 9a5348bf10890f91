/** Where one can go inside an environment. Only what the person may see stands here. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ContentIcon, HomeIcon, MediaIcon, ModelIcon, SettingsIcon } from '../ui/icons.ts';
import { LinkNav, Stack } from '../ui/index.ts';
import { usePlace } from './use-place.ts';

const ICON_SIZE = 16;

export function Navigation(): ReactNode {
  const params = usePlace();
  const icon = { size: ICON_SIZE, 'aria-hidden': true };
  return (
    <Stack gap={2}>
      <LinkNav
        to="/spaces/$space/$environment"
        params={params}
        activeOptions={{ exact: true }}
        activeProps={{ active: true }}
        label={<Trans>Home</Trans>}
        leftSection={<HomeIcon {...icon} />}
      />
      <LinkNav
        to="/spaces/$space/$environment/content"
        params={params}
        activeProps={{ active: true }}
        label={<Trans>Content</Trans>}
        leftSection={<ContentIcon {...icon} />}
      />
      <LinkNav
        to="/spaces/$space/$environment/media"
        params={params}
        activeProps={{ active: true }}
        label={<Trans>Media</Trans>}
        leftSection={<MediaIcon {...icon} />}
      />
      <LinkNav
        to="/spaces/$space/$environment/model"
        params={params}
        activeProps={{ active: true }}
        label={<Trans>Model</Trans>}
        leftSection={<ModelIcon {...icon} />}
      />
      <LinkNav
        to="/spaces/$space/$environment/settings"
        params={params}
        activeProps={{ active: true }}
        label={<Trans>Settings</Trans>}
        leftSection={<SettingsIcon {...icon} />}
      />
    </Stack>
  );
}
