/**
 * The library's dialogs and drawers with what screen readers and keyboards need: a name for the button that closes, no second
 * banner, and the focus back where it was.
 */
import { useLingui } from '@lingui/react/macro';
import { type DrawerProps, Drawer as LibraryDrawer, Modal as LibraryModal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { focusNear, isNowhere, pathOf } from './keep-focus.ts';
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

/**
 * Gives the focus back to what opened a dialog, or to something beside it where that is done with: *Publish…* cannot be pressed
 * once all is published. The library does so only for dialogs that stay in the page when they close.
 */
function useFocusBack({ opened, returnFocus = true }: Pick<ModalProps, 'opened' | 'returnFocus'>): void {
  useEffect(() => {
    const opener = document.activeElement;
    if (!opened || !returnFocus || !(opener instanceof HTMLElement)) return;
    const path = pathOf(opener);
    // Whoever closed it may give the focus to something else.
    return () => void setTimeout(() => isNowhere() && focusNear(path));
  }, [opened, returnFocus]);
}
