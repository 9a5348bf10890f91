/** The person: their profile, accounts, language and colours, and the way out. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { meQuery } from '../api/queries.ts';
import { LANGUAGES, type Language } from '../languages/languages.ts';
import { CheckIcon, LogOutIcon, PersonIcon } from '../ui/icons.ts';
import { ActionIcon, Avatar, Menu, onDemand, useColorScheme, VisuallyHidden } from '../ui/index.ts';
import { useLeaving } from './leaving.tsx';
import { shownName } from './people.ts';
import { chooseLanguage } from './switch-language.ts';
import { useSwitchAccount } from './use-switch-account.ts';

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
          <ActionIcon radius="xl" loading={busy}>
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
          <AccountItems switchTo={switchTo} />
          <ColourItems />
          <LanguageItems />
          <Menu.Divider />
          <Menu.Item leftSection={<LogOutIcon size={ICON_SIZE} aria-hidden />} onClick={leave}>
            <Trans>Log out</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function AccountItems({ switchTo }: { readonly switchTo: (account: string) => void }): ReactNode {
  const { account, accounts } = useSuspenseQuery(meQuery).data;
  if (accounts.length < 2) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>
        <Trans>Accounts</Trans>
      </Menu.Label>
      {accounts.map(({ id, name }) => (
        <Choice key={id} isChosen={id === account.id} onChoose={() => switchTo(id)}>
          {name}
        </Choice>
      ))}
    </>
  );
}

function ColourItems(): ReactNode {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useColorScheme();
  const schemes = { auto: t`Same as system`, light: t`Light`, dark: t`Dark` } as const;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>
        <Trans>Theme</Trans>
      </Menu.Label>
      {(['auto', 'light', 'dark'] as const).map((scheme) => (
        <Choice key={scheme} isChosen={scheme === colorScheme} onChoose={() => setColorScheme(scheme)}>
          {schemes[scheme]}
        </Choice>
      ))}
    </>
  );
}

function LanguageItems(): ReactNode {
  const { i18n } = useLingui();
  return (
    <>
      <Menu.Divider />
      <Menu.Label>
        <Trans>Studio language</Trans>
      </Menu.Label>
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <Choice
          key={language}
          lang={language}
          isChosen={i18n.locale === language}
          onChoose={() => void chooseLanguage(language)}
        >
          {LANGUAGES[language]}
        </Choice>
      ))}
    </>
  );
}

interface ChoiceProperties {
  readonly isChosen: boolean;
  readonly lang?: string;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One of several of which one is chosen. */
function Choice({ isChosen, onChoose, ...item }: ChoiceProperties): ReactNode {
  const { t } = useLingui();
  const mark = isChosen ? <CheckIcon size={ICON_SIZE} aria-label={t`Selected`} /> : null;
  return <Menu.Item {...item} rightSection={mark} onClick={onChoose} />;
}
