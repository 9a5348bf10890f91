/** What can be done with the selected entries at once. */
import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BULK_ENTRIES_MAX } from '../../../../contract/src/bulk.ts';
import { SelectionBar } from '../../frame/selection/selection-bar.tsx';
import { type BulkResult, useBulk } from '../../frame/selection/use-bulk.ts';
import { usePermission } from '../../frame/use-place.ts';
import { Button, onDemand } from '../../ui/index.ts';
import { useActionWords } from './action-words.ts';
import type { BulkBarProperties } from './bulk-bar-properties.ts';
import { BulkQuestion } from './bulk-question.tsx';
import { type Action, type Chosen, chosenOf, useBulkAction, useReadListsAgain } from './use-bulk-action.ts';

const AddSelection = onDemand(async () => (await import('./release/add-selection.tsx')).loadAddSelection());
const ReleaseBulkBar = onDemand(async () => (await import('./release/release-bulk-bar.tsx')).loadReleaseBulkBar());

/** @param release id of the one that the entries are listed in; undefined for the drafts themselves */
export function BulkBar({ release, ...bar }: BulkBarProperties & { readonly release: string | undefined }): ReactNode {
  return release === undefined ? <DraftsBar {...bar} /> : <ReleaseBulkBar release={release} {...bar} />;
}

function DraftsBar({ selected, entries, clear, tell }: BulkBarProperties): ReactNode {
  const { t: words } = useLingui();
  const readAgain = useReadListsAgain();
  const { asked, ask, confirm, ...outcome } = useBulk(
    useBulkAction(entries, undefined),
    async (done, { said }: Chosen) => {
      tell(said === undefined ? doneWords(done) : said(done.count));
      if (done.refusals.length === 0) clear();
      await readAgain();
    },
  );
  const isTooMuch = selected.size > BULK_ENTRIES_MAX;
  const chosen = chosenOf(selected, entries);
  const choose = (action: Action) => ask({ action, ...chosen });
  return (
    <>
      <SelectionBar
        name={words`Selected entries`}
        selected={selected}
        items={entries}
        most={BULK_ENTRIES_MAX}
        clear={clear}
        {...outcome}
      >
        <ActionButtons busy={outcome.busy} disabled={isTooMuch} choose={choose} />
        <AddSelection chosen={chosen} disabled={isTooMuch || outcome.busy} add={confirm} />
      </SelectionBar>
      {asked !== null && <BulkQuestion asked={asked} onConfirm={confirm} onClose={() => ask(null)} />}
    </>
  );
}

interface ActionButtonsProperties {
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly choose: (action: Action) => void;
}

function ActionButtons({ busy, disabled, choose }: ActionButtonsProperties): ReactNode {
  const words = useActionWords();
  const mayPublish = usePermission('entry.publish');
  const mayDelete = usePermission('entry.delete');
  return (['publish', 'unpublish', 'archive', 'delete'] as const)
    .filter((action) => (action === 'delete' ? mayDelete : mayPublish))
    .map((action) => (
      <Button
        key={action}
        size="xs"
        variant="default"
        loading={busy}
        disabled={disabled}
        onClick={() => choose(action)}
      >
        {words[action]}
      </Button>
    ));
}

/** What was done, in words; none where it was done with no entry. */
function doneWords({ action, count }: BulkResult): string {
  if (count === 0) return '';
  if (action === 'publish') return t`${plural(count, { one: '# entry published.', other: '# entries published.' })}`;
  if (action === 'unpublish')
    return t`${plural(count, { one: '# entry unpublished.', other: '# entries unpublished.' })}`;
  if (action === 'archive') return t`${plural(count, { one: '# entry archived.', other: '# entries archived.' })}`;
  return t`${plural(count, { one: '# entry deleted.', other: '# entries deleted.' })}`;
}
