/** Asks before a page is left on which something was typed that is saved on purpose. */
import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';

/**
 * @param isUnsaved whether there is something to lose
 * @param question what is asked, where a page has more to say than that it is not saved
 */
export function useLeaveGuard(isUnsaved: boolean, question?: string): void {
  const { t } = useLingui();
  const asked = question ?? t`Leave without saving what you changed?`;
  useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname && !window.confirm(asked),
    enableBeforeUnload: () => isUnsaved,
  });
}
