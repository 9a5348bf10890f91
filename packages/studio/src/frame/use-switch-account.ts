/** Going on in another account of the same person. */
import { api, bodyOf } from '../api/client.ts';
import { session } from '../api/session.ts';
import { saveEverything } from './before-leaving.ts';
import { useAttempt } from './use-attempt.ts';

/** Gives the function that switches to the account with an id, after everything is saved; what it does then may be given. */
export function useSwitchAccount(): Pick<ReturnType<typeof useAttempt>, 'problem' | 'busy' | 'reset'> & {
  readonly switchTo: (account: string, onSwitched?: () => unknown) => void;
} {
  const { problem, busy, run, reset } = useAttempt();
  const switchTo = (account: string, onSwitched?: () => unknown) =>
    void run(async () => {
      await saveEverything();
      const body = { account_id: account, refresh: 'cookie' } as const;
      session.begin(await bodyOf(api.POST('/auth/switch-account', { body })));
      await onSwitched?.();
    });
  return { problem, busy, reset, switchTo };
}
