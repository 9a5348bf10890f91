/** What the menu of an entry asks about, or shows: loaded as the menu opens. */
import type { ReactNode } from 'react';
import { inRelease } from '../../api/in-release.ts';
import type { Entry } from '../../api/types.ts';
import { useOpenEntry } from '../../fields/open-entry.tsx';
import { onDemand } from '../../ui/index.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DiscardDialog } from './history/discard-dialog.tsx';
import { JsonView } from './json-view.tsx';
import type { EntryNavigation } from './use-entry-navigation.ts';
import { useEntryTitle } from './use-entry-title.ts';
import { type Withdrawal, WithdrawalDialog } from './withdrawal-dialog.tsx';

const SharePreview = onDemand(async () =>
  (await import('../../frame/share-preview/share-preview.tsx')).loadSharePreview(),
);

export type EntryDialog = 'json' | 'share' | 'delete' | 'discard' | Withdrawal;

interface ChosenDialogProperties {
  readonly entry: Entry;
  readonly dialog: EntryDialog;
  readonly go: EntryNavigation;
  readonly withdraw: (withdrawal: Withdrawal) => void;
  readonly onClose: () => void;
}

export function ChosenDialog({ entry, dialog, go, withdraw, onClose }: ChosenDialogProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { title } = useEntryTitle(draft, type);
  switch (dialog) {
    case 'json':
      return <JsonView entry={entry} onClose={onClose} />;
    case 'share': {
      const target = { entry: entry.id, ...inRelease(draft.address.release) };
      return <SharePreview target={target} name={title} onClose={onClose} />;
    }
    case 'delete':
      return <DeleteDialog entry={entry} go={go} onClose={onClose} />;
    case 'discard':
      return entry.published_version === null ? null : (
        <DiscardDialog entry={entry} published={entry.published_version} onClose={onClose} />
      );
    default:
      return (
        <WithdrawalDialog entry={entry} withdrawal={dialog} onConfirm={() => withdraw(dialog)} onClose={onClose} />
      );
  }
}
