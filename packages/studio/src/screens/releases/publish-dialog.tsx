/** The last look before a release goes out, or what keeps it from that. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isInTheWay, releasePlanQuery } from '../../api/releases.ts';
import type { Release } from '../../api/types.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';
import { showToast } from '../../frame/toasts.ts';
import { usePlace } from '../../frame/use-place.ts';
import { Button, Group, List, Modal, Stack, Text } from '../../ui/index.ts';
import { byEntry, isBlocked } from './in-the-way.ts';
import { leadToEntry } from './lead-to-entry.ts';
import styles from './releases.module.css';
import { sendOut } from './send-out.ts';
import { CHANGES, useOutcomeWords } from './words.ts';

interface PublishDialogProperties {
  readonly release: Release;
  readonly onClose: () => void;
}

export function PublishDialog({ release, onClose }: PublishDialogProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const refresh = useRefreshReleases();
  const words = useOutcomeWords(release.onto);
  const { id, name, version, onto } = release;
  const items = useQuery(releasePlanQuery(place, id)).data?.items ?? [];
  const counts = CHANGES.map((change) => [change, items.filter((item) => item.change === change).length] as const);
  const isDraft = onto === 'drafts';
  const publish = async () => {
    try {
      await sendOut(release, { version });
    } catch (error) {
      await refresh();
      if (!isInTheWay(error)) throw error;
      throw new Error(
        t`Nothing was done, because someone has just changed one of the entries. Look at what is in the way.`,
      );
    }
    showToast({ words: isDraft ? t`“${name}” was applied to the drafts.` : t`Readers see “${name}” now.`, undo: null });
    await client.invalidateQueries({ queryKey: [place.space, place.environment] });
  };
  return (
    <FormDialog
      title={isDraft ? t`Apply “${name}” to the drafts?` : t`Publish “${name}”?`}
      action={isDraft ? t`Apply to drafts` : t({ message: 'Publish', comment: 'Button of a release' })}
      onSubmit={publish}
      onClose={onClose}
    >
      <Text size="sm">
        {isDraft ? (
          <Trans>All of this happens at once. Readers see no difference:</Trans>
        ) : (
          <Trans>All of this happens at once, and readers see it:</Trans>
        )}
      </Text>
      <List size="sm">
        {counts
          .filter(([, count]) => count > 0)
          .map(([change, count]) => (
            <List.Item key={change}>{words(change, count)}</List.Item>
          ))}
      </List>
      <Text size="sm" c="dimmed">
        <Trans>It can be undone: what someone has changed by then stays.</Trans>
      </Text>
    </FormDialog>
  );
}

/** The entries that keep it from going out. */
export function BlockedDialog({ release, onClose }: PublishDialogProperties): ReactNode {
  const { t } = useLingui();
  const plan = useQuery(releasePlanQuery(usePlace(), release.id)).data;
  const titles = new Map(plan?.items.map(({ key, title }) => [key, title ?? t`Untitled`]));
  const parts = plan === undefined ? [] : [...byEntry(plan, [])];
  const blocked = parts.filter(([, part]) => isBlocked(part));
  const [first] = blocked;
  const leadTo = (key: string) => {
    onClose();
    leadToEntry(key);
  };
  return (
    <Modal opened onClose={onClose} title={t`It cannot go out yet`} centered>
      <Stack gap="sm">
        <Text size="sm">
          <Trans>Nothing was done. This is in the way:</Trans>
        </Text>
        <List size="sm" className={styles.list}>
          {blocked.map(([key, { problems, conflicts }]) => (
            <List.Item key={key}>
              {titles.get(key) ?? key}
              {conflicts.length > 0 && (
                <>
                  {' · '}
                  <Plural value={conflicts.length} one="# value to decide" other="# values to decide" />
                </>
              )}
              {problems.length > 0 && (
                <>
                  {' · '}
                  <Plural value={problems.length} one="# problem" other="# problems" />
                </>
              )}
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {first !== undefined && (
            <Button onClick={() => leadTo(first[0])} data-autofocus>
              <Trans>Show the first one</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
