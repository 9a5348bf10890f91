/**
 * Acting on a whole entry as the person was shown it: what is written is saved first, and where somebody else has changed
 * the entry since, nothing is done before the person has seen that.
 */
import { t } from '@lingui/core/macro';
import { isVersionConflict } from '../../api/if-match.ts';
import type { Entry } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';

/** Somebody else has changed the entry: see the `news` of the draft. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince';

  constructor() {
    super(t`Nothing was changed. Look at what someone else edited, then try again.`);
  }
}

/**
 * @param act does it to that version alone, which it has to name
 * @param isOfAll whether it concerns all values, so that the person has to have seen what others changed in any
 * @returns null for an entry that is not on the server
 * @throws `ChangedSince`
 */
export async function actOnShown<Result>(
  draft: Draft,
  act: (shown: Entry) => Promise<Result>,
  isOfAll = true,
): Promise<Result | null> {
  await draft.flush();
  const { entry } = draft;
  if (entry === null) return null;
  if (isOfAll && draft.news.length > 0) throw new ChangedSince();
  try {
    return await act(entry);
  } catch (error) {
    if (!isVersionConflict(error)) throw error;
    await draft.refresh();
    throw new ChangedSince();
  }
}
