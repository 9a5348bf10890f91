/** Acting on a whole resource in the version that the person was shown. */
import { t } from '@lingui/core/macro';
import { isVersionConflict } from '../api/if-match.ts';

/**
 * @param act names the version that is shown
 * @param readAgain has the current state shown, where somebody else has changed it
 */
export async function actOnVersion<Answer>(
  act: () => Promise<Answer>,
  readAgain: () => Promise<unknown>,
): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!isVersionConflict(error)) throw error;
    await readAgain();
    throw new Error(t`Nothing was changed, because someone else has just edited this. Check it, then try again.`);
  }
}
