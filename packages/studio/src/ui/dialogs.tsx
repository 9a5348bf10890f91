/**
 * The library's dialogs and drawers with what screen readers and keyboards need: a name for the button that closes, no second
 * banner, and the focus back where it was.
 */
import { useLingui } from '@lingui/react/macro';
import { type DrawerProps, Drawer as LibraryDrawer, Modal as LibraryModal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useHeldPopover } from './popover.tsx';

/** A `<header>` in an element with the role of a dialog counts as that of the page. */
const NO_BANNER = { header: { role: 'presentation' } };

export function Modal(properties: ModalProps): ReactNode {
  const { t } = useLingui();
  useFocusBack(properties);
  useHeldPopover(properties.opened);
  return <LibraryModal closeButtonProps={{ 'aria-label': t`Close` }} attributes={NO_BANNER} {...properties} />;
}

export function Drawer(properties: DrawerProps): ReactNode {
  const { t } = useLingui();
  useFocusBack(properties);
  useHeldPopover(properties.opened);
  return <LibraryDrawer closeButtonProps={{ 'aria-label': t`Close` }} attributes={NO_BANNER} {...properties} />;
}

/** What can have the focus beside what opened a dialog. */
const CONTROLS = 'button:enabled, a[href], input:enabled';

/**
 * Gives the focus back to what opened a dialog, or to something beside it where that is done with: *Publish…* cannot be pressed
 * once all is published. The library does so only for dialogs that stay in the page when they close.
 */
function useFocusBack({ opened, returnFocus = true }: Pick<ModalProps, 'opened' | 'returnFocus'>): void {
  useEffect(() => {
    const opener = document.activeElement;
    if (!opened || !returnFocus || !(opener instanceof HTMLElement)) return;
    return () => {
      // Whoever closed it may give the focus to something else.
      setTimeout(() => {
        for (let place: HTMLElement | null = opener; place !== null; place = place.parentElement) {
          if (document.activeElement !== document.body) return;
          const controls = [...place.querySelectorAll<HTMLElement>(CONTROLS)];
          const beside = place === opener ? opener : controls.find((control) => control.checkVisibility());
          beside?.focus({ preventScroll: true });
        }
        if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
      });
    };
  }, [opened, returnFocus]);
}
