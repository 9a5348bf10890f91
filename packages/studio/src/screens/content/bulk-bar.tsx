/** What can be done with the selected entries at once, and what came of it, entry by entry. */
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { BULK_ENTRIES_MAX } from '../../../../contract/src/bulk.ts';
import type { Entry } from '../../api/types.ts';
import { Problem } from '../../frame/problem.tsx';
import { usePermission } from '../../frame/use-place.ts';
import { Alert, Button, Group, List, Stack, Text } from '../../ui/index.ts';
import { useActionWords } from './action-words.ts';
import { BulkQuestion } from './bulk-question.tsx';
import { type Action, type BulkResult, type Chosen, type Refusal, useBulkAction } from './use-bulk-action.ts';

interface BulkBarProperties {
  readonly selected: ReadonlySet<string>;
  readonly entries: readonly Entry[];
  readonly clear: () => void;
  /** Takes what was done, in words. */
  readonly tell: (words: string) => void;
}

export function BulkBar({ selected, entries, clear, tell }: BulkBarProperties): ReactNode {
  const { t: words } = useLingui();
  const { problem, busy, refusals, act } = useBulkAction(entries, (done) => {
    tell(doneWords(done));
    if (done.isAll) clear();
  });
  const [asked, setAsked] = useState<Chosen | null>(null);
  const choose = (action: Action) => {
    const ids = [...selected].slice(0, BULK_ENTRIES_MAX);
    const shown = entries.filter(({ id }) => ids.includes(id));
    const gone = ids.filter((id) => !shown.some((entry) => entry.id === id));
    setAsked({ action, shown, gone });
  };
  const confirm = (chosen: Chosen) => {
    setAsked(null);
    void act(chosen);
  };
  return (
    <Stack gap="xs">
      <Group gap="xs" role="toolbar" aria-label={words`Selected entries`}>
        <Text size="sm" fw={600}>
          <Plural value={selected.size} one="# selected" other="# selected" />
        </Text>
        <ActionButtons busy={busy} disabled={selected.size > BULK_ENTRIES_MAX} choose={choose} />
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          <Trans>Select none</Trans>
        </Button>
        {selected.size > BULK_ENTRIES_MAX && (
          <Text size="sm">
            <Trans>At most {BULK_ENTRIES_MAX} at once.</Trans>
          </Text>
        )}
      </Group>
      <Problem words={problem} />
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {asked !== null && <BulkQuestion asked={asked} onConfirm={confirm} onClose={() => setAsked(null)} />}
    </Stack>
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

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }): ReactNode {
  const { t: words } = useLingui();
  return (
    <Alert color="red" variant="light" role="alert" title={words`Not done`}>
      <List size="sm">
        {refusals.map(({ title, message }) => (
          <List.Item key={title + message}>
            <b>{title}</b>: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
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
