/** Gives values of an open entry back in a version of their own, so that what they replace stays in the history. */
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import type { ContentType } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';
import { type Changes, fieldsOf } from '../../../drafts/value-path.ts';
import { notReady } from '../../../fields/not-ready.ts';
import { actOnShown } from '../act-on-shown.ts';

/**
 * Saves what is written, then the values over it.
 * @throws `NotReady` where something written is not saved, `ChangedSince` where somebody else has changed the entry
 */
export async function putBack(draft: Draft, type: ContentType, values: Changes): Promise<void> {
  const { space, environment, key } = draft.address;
  const saved = await actOnShown(draft, async (shown) => {
    // Only what is saved is in the history, and no autosave may follow it there, which would replace it.
    const refusal = notReady(draft, type);
    if (refusal !== null) throw refusal;
    const options = { params: { path: { space_id: space, environment, key }, header: ifMatch(shown) } };
    const path = '/spaces/{space_id}/environments/{environment}/entries/{key}';
    return bodyOf(api.PATCH(path, { ...options, body: { fields: fieldsOf(values) } }));
  });
  if (saved !== null) draft.take(saved);
}
