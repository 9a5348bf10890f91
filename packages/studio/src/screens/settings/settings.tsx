/** The frame of the settings. */
import { useLingui } from '@lingui/react/macro';
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import navigation from '../../frame/navigation.module.css';
import { usePlaces } from '../../frame/places.ts';
import { Screen } from '../../frame/screen.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { Button, LinkNav, Menu } from '../../ui/index.ts';
import styles from './settings.module.css';

/** The pages of the settings that the person may see and the one that is open. */
const ICON_SIZE = 14;

export function Settings(): ReactNode {
  const { t, i18n } = useLingui();
  const params = usePlace();
  const pages = usePlaces('settings');
  return (
    <Screen title={t`Settings`}>
      <div className={styles.settings}>
        <nav className={styles.pages} aria-label={t`Settings`}>
          {pages.map(({ to, name }) => (
            <LinkNav
              key={to}
              to={to}
              params={params}
              activeProps={{ active: true }}
              className={navigation.place}
              w="auto"
              label={i18n._(name)}
            />
          ))}
        </nav>
        <nav className={styles.chooser} aria-label={t`Settings`}>
          <PagesMenu pages={pages} />
        </nav>
        <Outlet />
      </div>
    </Screen>
  );
}

/** The same pages where they have no room at the side: the one that is open, and the others in a menu. */
function PagesMenu({ pages }: { readonly pages: ReturnType<typeof usePlaces> }): ReactNode {
  const { i18n } = useLingui();
  const params = usePlace();
  const navigate = useNavigate();
  const opened = useMatches().map(({ fullPath }) => fullPath);
  const current = pages.find(({ to }) => opened.includes(to));
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}>
          {current !== undefined && i18n._(current.name)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ to, name }) => (
          <Menu.Item key={to} onClick={() => void navigate({ to, params })}>
            {i18n._(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
