/** What can be done with the selected entries at once, and what came of it, entry by entry. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { BULK_ENTRIES_MAX } from '../../../../contract/src/bulk.ts';
import type { Entry } from '../../api/types.ts';
import { Problem } from '../../frame/problem.tsx';
import { usePermission } from '../../frame/use-place.ts';
import { Alert, Button, Group, List, Modal, Stack, Text } from '../../ui/index.ts';
import { type Action, type Chosen, type Refusal, useBulkAction } from './use-bulk-action.ts';

interface BulkBarProperties {
  readonly selected: ReadonlySet<string>;
  readonly entries: readonly Entry[];
  readonly clear: () => void;
}

export function BulkBar({ selected, entries, clear }: BulkBarProperties): ReactNode {
  const { t } = useLingui();
  const { problem, busy, refusals, act } = useBulkAction(entries, clear);
  const [asked, setAsked] = useState<Chosen | null>(null);
  const choose = (action: Action) => {
    const ids = [...selected].slice(0, BULK_ENTRIES_MAX);
    const shown = entries.filter(({ id }) => ids.includes(id));
    const gone = ids.filter((id) => !shown.some((entry) => entry.id === id));
    if (action === 'publish') void act({ action, shown, gone });
    else setAsked({ action, shown, gone });
  };
  const confirm = (chosen: Chosen) => {
    setAsked(null);
    void act(chosen);
  };
  return (
    <Stack gap="xs">
      <Group gap="xs" role="toolbar" aria-label={t`Selected entries`}>
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
      <Question asked={asked} count={selected.size} onConfirm={confirm} onClose={() => setAsked(null)} />
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
  const { t } = useLingui();
  return (
    <Alert color="red" variant="light" role="alert" title={t`Not done`}>
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

interface QuestionProperties {
  /** Null where nothing is asked. */
  readonly asked: Chosen | null;
  /** How many entries are selected. */
  readonly count: number;
  readonly onConfirm: (chosen: Chosen) => void;
  readonly onClose: () => void;
}

/** Asks before entries disappear for readers. */
function Question({ asked, count, onConfirm, onClose }: QuestionProperties): ReactNode {
  const words = useActionWords();
  return (
    <Modal opened={asked !== null} onClose={onClose} title={asked === null ? '' : words[asked.action]} centered>
      <Stack>
        <Text size="sm">
          {asked?.action === 'delete' ? (
            <Plural
              value={count}
              one="# entry is deleted, with all of its versions. This cannot be undone."
              other="# entries are deleted, with all of their versions. This cannot be undone."
            />
          ) : (
            <Plural
              value={count}
              one="Readers will not see # entry any more."
              other="Readers will not see # entries any more."
            />
          )}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            color={asked?.action === 'delete' ? 'red.9' : 'indigo'}
            onClick={() => asked !== null && onConfirm(asked)}
          >
            {asked !== null && words[asked.action]}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function useActionWords(): Readonly<Record<Action, string>> {
  const { t } = useLingui();
  return { publish: t`Publish`, unpublish: t`Unpublish`, archive: t`Archive`, delete: t`Delete` };
}
