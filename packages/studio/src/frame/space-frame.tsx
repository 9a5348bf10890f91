/** The frame around the screens of an environment: where one is on the left, search and the person at the top. */
import { Trans, useLingui } from '@lingui/react/macro';
import { CatchBoundary, Outlet, useRouterState } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { MAIN_ENVIRONMENT } from '../api/main-environment.ts';
import { Burger, Group, LinkTile, Mark, onDemand, useDisclosure } from '../ui/index.ts';
import { focusContent } from '../ui/keep-focus.ts';
import { Navigation } from './navigation.tsx';
import { PaletteButton } from './palette-button.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PlaceSwitch } from './place-switch.tsx';
import { ReleaseSwitch } from './release-switch.tsx';
import { ScreenError } from './screen-error.tsx';
import styles from './space-frame.module.css';
import { UnsavedIndicator } from './unsaved-indicator.tsx';
import { usePlace, useRelease } from './use-place.ts';

const ReleaseBar = onDemand(async () => (await import('./releases/release-bar.tsx')).loadReleaseBar());

export function SpaceFrame(): ReactNode {
  const { t } = useLingui();
  const { space, environment } = usePlace();
  const release = useRelease();
  const [opened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went to another screen has used the navigation
  useEffect(close, [path]);

  return (
    <div className={styles.frame} data-release={release !== undefined || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page, which in the settings is past their list */}
      <a href="#screen" className={styles.skip} onClick={(event) => skip(event)}>
        <Trans>Skip to content</Trans>
      </a>
      <header className={styles.bar} data-other={environment === MAIN_ENVIRONMENT ? undefined : true}>
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={opened ? t`Close navigation` : t`Open navigation`}
          />
          <LinkTile
            to="/spaces/$space/$environment"
            params={{ space, environment }}
            visibleFrom="sm"
            // The navigation has the same link, with its word.
            aria-hidden
            tabIndex={-1}
          >
            <Mark />
          </LinkTile>
          <PlaceSwitch />
          <ReleaseSwitch />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <UnsavedIndicator />
          <PaletteButton />
          <PersonMenu />
        </Group>
        {release !== undefined && (
          <div className={styles.release}>
            <CatchBoundary getResetKey={() => release} errorComponent={ScreenError}>
              <ReleaseBar id={release} />
            </CatchBoundary>
          </div>
        )}
      </header>
      <nav className={styles.navigation} data-opened={opened || undefined} aria-label={t`Main`}>
        <Navigation />
      </nav>
      <main id="screen" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

/** The content of the settings begins after the list of their pages. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  focusContent();
}
