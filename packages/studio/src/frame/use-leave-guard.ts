/** Asks before a page is left on which something was typed that is saved on purpose. */
import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';

/** @param isUnsaved whether there is something to lose */
export function useLeaveGuard(isUnsaved: boolean): void {
  const { t } = useLingui();
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && !window.confirm(t`Leave without saving what you changed?`),
    enableBeforeUnload: () => isUnsaved,
  });
}
