/** The person: their profile, accounts, language and colours, and the way out. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../api/client.ts';
import { meQuery } from '../api/queries.ts';
import { session } from '../api/session.ts';
import { LANGUAGES, type Language } from '../languages/languages.ts';
import { CheckIcon, LogOutIcon, PersonIcon } from '../ui/icons.ts';
import { ActionIcon, Avatar, Menu, useColorScheme, VisuallyHidden } from '../ui/index.ts';
import { saveEverything } from './before-leaving.ts';
import { useLeaving } from './leaving.tsx';
import { shownName } from './people.ts';
import { chooseLanguage } from './speaking.ts';

const ICON_SIZE = 14;

export function PersonMenu(): ReactNode {
  const { t, i18n } = useLingui();
  const { user, account, accounts } = useSuspenseQuery(meQuery).data;
  const { colorScheme, setColorScheme } = useColorScheme();
  const navigate = useNavigate();
  const shown = shownName(user);
  const schemes = { auto: t`As the system has it`, light: t`Light`, dark: t`Dark` } as const;
  const chosen = <CheckIcon size={ICON_SIZE} aria-label={t`Chosen`} />;

  const switchTo = async (id: string) => {
    await saveEverything();
    session.begin(await bodyOf(api.POST('/auth/switch-account', { body: { account_id: id, refresh: 'cookie' } })));
  };
  const { busy, leave, question } = useLeaving(() => navigate({ to: '/login' }));

  return (
    <>
      {question}
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon radius="xl" loading={busy}>
            <Avatar name={shown} size={28} color="indigo" variant="filled" aria-hidden />
            <VisuallyHidden>{t`${shown}: profile and settings of yours`}</VisuallyHidden>
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
          {accounts.length > 1 && (
            <>
              <Menu.Divider />
              <Menu.Label>
                <Trans>Accounts</Trans>
              </Menu.Label>
              {accounts.map(({ id, name }) => (
                <Menu.Item key={id} rightSection={id === account.id ? chosen : null} onClick={() => void switchTo(id)}>
                  {name}
                </Menu.Item>
              ))}
            </>
          )}
          <Menu.Divider />
          <Menu.Label>
            <Trans>Colours</Trans>
          </Menu.Label>
          {(['auto', 'light', 'dark'] as const).map((scheme) => (
            <Menu.Item
              key={scheme}
              rightSection={scheme === colorScheme ? chosen : null}
              onClick={() => setColorScheme(scheme)}
            >
              {schemes[scheme]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>
            <Trans>Language of Studio</Trans>
          </Menu.Label>
          {(Object.keys(LANGUAGES) as Language[]).map((language) => (
            <Menu.Item
              key={language}
              lang={language}
              rightSection={i18n.locale === language ? chosen : null}
              onClick={() => void chooseLanguage(language)}
            >
              {LANGUAGES[language]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<LogOutIcon size={ICON_SIZE} aria-hidden />} onClick={leave}>
            <Trans>Log out</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
