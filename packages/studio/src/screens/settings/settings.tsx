/** The frame of the settings: the pages of the space, of its account and of the person, and the one that is open. */
import { useLingui } from '@lingui/react/macro';
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import navigation from '../../frame/navigation.module.css';
import { type ScreenPlace, usePlaces } from '../../frame/places.ts';
import { usePlace } from '../../frame/use-place.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { Button, LinkNav, Menu, Stack, Title } from '../../ui/index.ts';
import styles from './settings.module.css';

const ICON_SIZE = 14;

/** Pages that belong together. */
interface PageGroup {
  readonly name: string;
  readonly pages: readonly ScreenPlace[];
}

export function Settings(): ReactNode {
  const { t } = useLingui();
  const groups = usePageGroups();
  return (
    <Stack gap="md" p={{ base: 'sm', sm: 'lg' }}>
      <Title order={1}>{t`Settings`}</Title>
      <div className={styles.settings}>
        <nav className={styles.pages} aria-label={t`Settings`}>
          {groups.map((group) => (
            <Pages key={group.name} group={group} />
          ))}
        </nav>
        <nav className={styles.chooser} aria-label={t`Settings`}>
          <PagesMenu groups={groups} />
        </nav>
        <div data-page tabIndex={-1}>
          <Outlet />
        </div>
      </div>
    </Stack>
  );
}

/** The pages that the person may see, by what they set. */
function usePageGroups(): readonly PageGroup[] {
  const { t } = useLingui();
  const groups = [
    { name: t({ message: 'Space', comment: 'Heading of pages of the settings' }), pages: usePlaces('space') },
    { name: t({ message: 'Account', comment: 'Heading of pages of the settings' }), pages: usePlaces('account') },
    {
      name: t({ message: 'You', comment: "Heading of pages of the settings: the person's own" }),
      pages: usePlaces('own'),
    },
  ];
  return groups.filter(({ pages }) => pages.length > 0);
}

function Pages({ group: { name, pages } }: { readonly group: PageGroup }): ReactNode {
  const { i18n } = useLingui();
  const params = usePlace();
  return (
    <>
      <div className={styles.group}>{name}</div>
      {pages.map(({ to, name: page }) => (
        <LinkNav
          key={to}
          to={to}
          params={params}
          activeProps={{ active: true }}
          className={navigation.place}
          w="auto"
          label={i18n._(page)}
        />
      ))}
    </>
  );
}

/** The same pages where they have no room at the side: the one that is open, and the others in a menu. */
function PagesMenu({ groups }: { readonly groups: readonly PageGroup[] }): ReactNode {
  const { i18n } = useLingui();
  const params = usePlace();
  const navigate = useNavigate();
  const opened: readonly string[] = useMatches().map(({ fullPath }) => fullPath);
  const current = groups.flatMap(({ pages }) => pages).find(({ to }) => opened.includes(to));
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}>
          {current !== undefined && i18n._(current.name)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {groups.map(({ name, pages }) => (
          <Fragment key={name}>
            <Menu.Label>{name}</Menu.Label>
            {pages.map(({ to, name: page }) => (
              <Menu.Item key={to} onClick={() => void navigate({ to, params })}>
                {i18n._(page)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
