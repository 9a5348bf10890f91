/** Another status for the entry as the person was shown it, and the way back from it. */
import { t } from '@lingui/core/macro';
import { api, bodyOf } from '../../api/client.ts';
import { isVersionConflict } from '../../api/if-match.ts';
import type { Entry } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { showToast, undoInSteps } from '../../frame/toasts.ts';
import { actOnShown } from './act-on-shown.ts';
import type { Withdrawal } from './withdrawal-dialog.tsx';

export type Transition = Withdrawal | 'unarchive';

type Settle = (entry: Entry) => Promise<void>;

/** Throws as `actOnShown`. @param settle has each new state shown */
export async function moveShown(draft: Draft, action: Transition, settle: Settle): Promise<void> {
  let before: Entry['status'] = 'draft';
  const moved = await actOnShown(draft, (shown) => {
    before = shown.status;
    return move(action, shown);
  });
  if (moved === null) return;
  offerUndo(action, before, moved, settle);
  await settle(moved);
}

function move(action: Transition | 'publish', { id, version }: Pick<Entry, 'id' | 'version'>): Promise<Entry> {
  const params = { path: { entry_id: id } };
  const body = { version };
  const calls = {
    publish: () => api.POST('/entries/{entry_id}/publish', { params, body }),
    unpublish: () => api.POST('/entries/{entry_id}/unpublish', { params, body }),
    archive: () => api.POST('/entries/{entry_id}/archive', { params, body }),
    unarchive: () => api.POST('/entries/{entry_id}/unarchive', { params, body }),
  };
  return bodyOf(calls[action]());
}

/**
 * What leads back from an action; null where nothing does. Of an entry with changes, readers had an older version, which cannot
 * be published again: publishing would show them changes that nobody meant to publish.
 */
function wayBack(action: Transition, before: Entry['status']): readonly (Transition | 'publish')[] | null {
  if (action === 'unarchive') return ['archive'];
  if (before === 'changed') return null;
  const published = before === 'published' ? (['publish'] as const) : [];
  return action === 'unpublish' ? published : ['unarchive', ...published];
}

function offerUndo(action: Transition, before: Entry['status'], moved: Entry, settle: Settle): void {
  const words = {
    unpublish: t({ message: 'Unpublished. Readers no longer see it.', comment: 'Said after an entry was unpublished' }),
    archive: t({ message: 'Archived. It is no longer in the list.', comment: 'Said after an entry was archived' }),
    unarchive: t({ message: 'Back from the archive, as a draft.', comment: 'Said after an entry was unarchived' }),
  }[action];
  const back = wayBack(action, before);
  const undo = async () => {
    // Each names the version that the step before it made: whatever somebody else did meanwhile stays.
    const run = async (step: Transition | 'publish', now: Entry) => {
      const next = await move(step, now).catch((error) => {
        // Often by the person who wants to undo it, who wrote on.
        throw isVersionConflict(error) ? new Error(t`The entry has been changed since.`) : error;
      });
      await settle(next);
      return next;
    };
    // Only an entry out of the archive has a second step.
    const told = (why: string) => t`It is back from the archive, but not published again: ${why}`;
    await undoInSteps(back ?? [], moved, { run, told });
  };
  showToast({ words, undo: back === null ? null : undo });
}
