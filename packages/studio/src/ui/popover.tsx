/** The library's popover, which stays while a dialog that was opened out of it stands over the page. */
import { Popover as LibraryPopover, type PopoverProps } from '@mantine/core';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

/** Holds the popover open until what it gives is called. */
type Hold = () => () => void;

const HoldContext = createContext<Hold | null>(null);

/** Lying elsewhere in the page, a dialog counts as outside: a click in it, or Escape, would close both. */
const HELD = { closeOnClickOutside: false, closeOnEscape: false };

export function Popover(properties: PopoverProps): ReactNode {
  const [dialogs, setDialogs] = useState(0);
  const hold = useCallback<Hold>(() => {
    setDialogs((count) => count + 1);
    return () => setDialogs((count) => count - 1);
  }, []);
  return (
    <HoldContext value={hold}>
      <LibraryPopover {...properties} {...(dialogs > 0 ? HELD : {})} />
    </HoldContext>
  );
}

Popover.Target = LibraryPopover.Target;
Popover.Dropdown = LibraryPopover.Dropdown;

/** Keeps the popover that a dialog was opened out of, if there is one, as long as the dialog is open. */
export function useHeldPopover(opened: boolean): void {
  const hold = use(HoldContext);
  useEffect(() => (opened ? hold?.() : undefined), [opened, hold]);
}
