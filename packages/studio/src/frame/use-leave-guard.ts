/** Asks before a page is left on which something was typed that is saved on purpose. */
import { useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import type { SearchParams } from './search-params.ts';

/**
 * @param isUnsaved whether there is something to lose
 * @param question what is asked, where a page has more to say than that it is not saved
 * @param keeps the parameters of the address without which it is not there any more, such as what names its drawer
 */
export function useLeaveGuard(isUnsaved: boolean, question?: string, keeps: readonly string[] = []): void {
  const { t } = useLingui();
  const asked = question ?? t`Leave without saving what you changed?`;
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const [from, to] = [current.search, next.search] as readonly SearchParams[];
      const isLeft = current.pathname !== next.pathname || keeps.some((name) => from?.[name] !== to?.[name]);
      return isUnsaved && isLeft && !window.confirm(asked);
    },
    enableBeforeUnload: () => isUnsaved,
  });
}
