/**
 * Asks before something is closed, without another address, in which something was typed: Escape and a press beside it are easily
 * made by accident. What leaves an address is asked about by `use-leave-guard.ts`.
 */
import { useLingui } from '@lingui/react/macro';

/** @returns whether to close it, given whether words would be lost */
export function useCloseQuestion(): (isLost: boolean) => boolean {
  const { t } = useLingui();
  return (isLost) => !isLost || window.confirm(t`Close this and lose what you typed?`);
}
