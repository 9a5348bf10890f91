/** The way to everything by a few keys: Ctrl or ⌘ with K, from anywhere in an environment. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { SearchIcon } from '../ui/icons.ts';
import { Button, Kbd, onDemand, useHotkeys } from '../ui/index.ts';
import styles from './space-frame.module.css';

const ICON_SIZE = 16;

const Palette = onDemand(async () => (await import('./palette.tsx')).Palette);

export function PaletteButton(): ReactNode {
  const [opened, setOpened] = useState(false);
  // Typing must not keep it away: nobody writes with Ctrl and K.
  useHotkeys([['mod+K', () => setOpened(true)]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        px="xs"
        fw={500}
        onPointerEnter={Palette.preload}
        onFocus={Palette.preload}
        onClick={() => setOpened(true)}
      >
        <SearchIcon size={ICON_SIZE} aria-hidden />
        <span className={styles.words}>
          <Trans>Search</Trans>
        </span>
        <Kbd visibleFrom="sm" ms="xs">
          {isApple() ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </Button>
      {opened && <Palette onClose={() => setOpened(false)} />}
    </>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
