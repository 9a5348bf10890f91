/** What a person chooses in their menu: the account, the colours and the language. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../api/queries.ts';
import { LANGUAGES, type Language } from '../languages/languages.ts';
import { CheckIcon } from '../ui/icons.ts';
import { Menu, useColorScheme } from '../ui/index.ts';
import { chooseLanguage } from './switch-language.ts';

const ICON_SIZE = 14;

interface PersonItemsProperties {
  readonly switchTo: (account: string) => void;
}

export function PersonItems({ switchTo }: PersonItemsProperties): ReactNode {
  return (
    <>
      <AccountItems switchTo={switchTo} />
      <ColourItems />
      <LanguageItems />
    </>
  );
}

function AccountItems({ switchTo }: PersonItemsProperties): ReactNode {
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
