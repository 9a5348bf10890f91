/** The frame of the settings. */
import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import navigation from '../../frame/navigation.module.css';
import { usePlaces } from '../../frame/places.ts';
import { Screen } from '../../frame/screen.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { LinkNav } from '../../ui/index.ts';
import styles from './settings.module.css';

/** The pages of the settings that the person may see and the one that is open. */
export function Settings(): ReactNode {
  const { t, i18n } = useLingui();
  const params = usePlace();
  return (
    <Screen title={t`Settings`}>
      <div className={styles.settings}>
        <nav className={styles.pages} aria-label={t`Settings`}>
          {usePlaces('settings').map(({ to, name }) => (
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
        <Outlet />
      </div>
    </Screen>
  );
}
