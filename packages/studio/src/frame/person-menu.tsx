/** The person: their profile, accounts, language and colours, and the way out. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CatchBoundary, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { meQuery } from '../api/queries.ts';
import { LogOutIcon, PersonIcon } from '../ui/icons.ts';
import { ActionIcon, Avatar, Menu, onDemand, VisuallyHidden } from '../ui/index.ts';
import { useLeaving } from './leaving.tsx';
import { shownName } from './people.ts';
import { ScreenError } from './screen-error.tsx';
import { useSwitchAccount } from './use-switch-account.ts';

const PersonItems = onDemand(async () => (await import('./person-items.tsx')).PersonItems);
const ProblemDialog = onDemand(async () => (await import('./problem-dialog.tsx')).ProblemDialog);

const ICON_SIZE = 14;

export function PersonMenu(): ReactNode {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(meQuery).data;
  const navigate = useNavigate();
  const shown = shownName(user);
  const { busy, leave, question } = useLeaving(() => navigate({ to: '/login' }));
  const { problem, switchTo, reset } = useSwitchAccount();
  return (
    <>
      {question}
      {problem !== null && (
        <ProblemDialog title={t`You are still in the same account`} problem={problem} onClose={reset} />
      )}
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon radius="xl" loading={busy} onPointerEnter={PersonItems.preload} onFocus={PersonItems.preload}>
            <Avatar name={shown} size={28} color="petrol" variant="filled" aria-hidden />
            <VisuallyHidden>{t`${shown}: your profile and settings`}</VisuallyHidden>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah="80vh" style={{ overflowY: 'auto' }}>
          <Menu.Label>{user.email}</Menu.Label>
          <Menu.Item
            leftSection={<PersonIcon size={ICON_SIZE} aria-hidden />}
            onClick={() => void navigate({ to: '/profile' })}
          >
            <Trans>My profile</Trans>
          </Menu.Item>
          <CatchBoundary getResetKey={() => ''} errorComponent={ScreenError}>
            <PersonItems switchTo={switchTo} />
          </CatchBoundary>
          <Menu.Divider />
          <Menu.Item leftSection={<LogOutIcon size={ICON_SIZE} aria-hidden />} onClick={leave}>
            <Trans>Log out</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
