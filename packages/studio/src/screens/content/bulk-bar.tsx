/** What can be done with the selected entries at once. */
import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BULK_ENTRIES_MAX } from '../../../../contract/src/bulk.ts';
import type { Entry } from '../../api/types.ts';
import { SelectionBar } from '../../frame/selection/selection-bar.tsx';
import { type BulkResult, useBulk } from '../../frame/selection/use-bulk.ts';
import { usePermission } from '../../frame/use-place.ts';
import { Button, Text } from '../../ui/index.ts';
import { useActionWords } from './action-words.ts';
import { BulkQuestion } from './bulk-question.tsx';
import { type Action, useBulkAction } from './use-bulk-action.ts';

interface BulkBarProperties {
  readonly selected: ReadonlySet<string>;
  readonly entries: readonly Entry[];
  /** Whether they are listed as they are in a release: what is done at once is done to the drafts. */
  readonly isInRelease: boolean;
  readonly clear: () => void;
  /** Takes what was done, in words. */
  readonly tell: (words: string) => void;
}

export function BulkBar({ selected, entries, isInRelease, clear, tell }: BulkBarProperties): ReactNode {
  const { t: words } = useLingui();
  const { act, readAgain } = useBulkAction(entries);
  const { asked, ask, confirm, ...outcome } = useBulk(act, async (done) => {
    tell(doneWords(done));
    if (done.refusals.length === 0) clear();
    await readAgain();
  });
  const choose = (action: Action) => {
    const ids = [...selected].slice(0, BULK_ENTRIES_MAX);
    const shown = entries.filter(({ id }) => ids.includes(id));
    const gone = ids.filter((id) => !shown.some((entry) => entry.id === id));
    ask({ action, shown, gone });
  };
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
        {isInRelease ? (
          <Text size="sm">
            <Trans>In a release, act on each entry on its own, or leave the release first.</Trans>
          </Text>
        ) : (
          <ActionButtons busy={outcome.busy} disabled={selected.size > BULK_ENTRIES_MAX} choose={choose} />
        )}
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
