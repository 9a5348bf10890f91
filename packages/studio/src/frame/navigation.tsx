/** Where one can go inside an environment, at the side of every screen. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkNav, Stack } from '../ui/index.ts';
import styles from './navigation.module.css';
import { usePlaces } from './places.ts';
import { usePlace } from './use-place.ts';

const ICON_SIZE = 16;
/** Every other address of an environment begins with this one. */
const HOME = '/spaces/$space/$environment';

export function Navigation(): ReactNode {
  const { i18n } = useLingui();
  const params = usePlace();
  return (
    <Stack gap={2}>
      {usePlaces('side').map(({ to, name, icon: Icon }) => (
        <LinkNav
          key={to}
          to={to}
          params={params}
          activeOptions={{ exact: to === HOME }}
          activeProps={{ active: true }}
          className={styles.place}
          label={i18n._(name)}
          leftSection={Icon && <Icon size={ICON_SIZE} aria-hidden />}
        />
      ))}
    </Stack>
  );
}
