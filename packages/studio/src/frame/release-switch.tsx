/** Beside the environment: whether the person works on the drafts themselves or in a release, and the way to the others. */
import { Trans, useLingui } from '@lingui/react/macro';
import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChevronDownIcon, EditIcon, ReleaseIcon } from '../ui/icons.ts';
import { Button, Menu, onDemand, VisuallyHidden } from '../ui/index.ts';
import { ScreenError } from './screen-error.tsx';
import styles from './space-frame.module.css';
import { useRelease } from './use-place.ts';

const ReleaseItems = onDemand(async () => (await import('./releases/release-items.tsx')).loadReleaseItems());

const ICON_SIZE = 14;

export function ReleaseSwitch(): ReactNode {
  const { t } = useLingui();
  const isInRelease = useRelease() !== undefined;
  const Icon = isInRelease ? ReleaseIcon : EditIcon;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          px={6}
          flex="none"
          onPointerEnter={ReleaseItems.preload}
          onFocus={ReleaseItems.preload}
        >
          <Icon size={ICON_SIZE} aria-hidden />
          <span className={styles.words}>
            {isInRelease ? <Trans>In a release</Trans> : <Trans>Drafts</Trans>}{' '}
            <ChevronDownIcon size={ICON_SIZE} aria-hidden className={styles.more} />
          </span>
          <VisuallyHidden>{t`Change between drafts and releases`}</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <CatchBoundary getResetKey={() => ''} errorComponent={ScreenError}>
          <ReleaseItems />
        </CatchBoundary>
      </Menu.Dropdown>
    </Menu>
  );
}
