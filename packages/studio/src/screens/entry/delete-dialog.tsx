/** Asks before an entry is deleted, and says what links to it. */
import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import type { Entry } from '../../api/types.ts';
import { SearchProblem } from '../../fields/links/result-states.tsx';
import { useOpenEntry } from '../../fields/open-entry.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { Button, Group, Modal, Stack, Text } from '../../ui/index.ts';
import { actOnShown } from './act-on-shown.ts';
import { ActionFailure } from './action-failure.tsx';
import type { EntryNavigation } from './use-entry-navigation.ts';

interface DeleteDialogProperties {
  readonly entry: Entry;
  readonly go: EntryNavigation;
  onClose(): void;
}

export function DeleteDialog({ entry, go, onClose }: DeleteDialogProperties): ReactNode {
  const { draft } = useOpenEntry();
  const client = useQueryClient();
  const { space, environment } = usePlace();
  const params = { path: { entry_id: entry.id } };
  const links = useQuery({
    queryKey: [space, environment, 'references', entry.id],
    queryFn: async () => {
      const query = { limit: 1 };
      return (await bodyOf(api.GET('/entries/{entry_id}/references', { params: { ...params, query } }))).total;
    },
  });
  const removal = useMutation({
    mutationFn: async () => {
      await actOnShown(draft, (shown) =>
        bodyOf(api.DELETE('/entries/{entry_id}', { params: { ...params, header: ifMatch(shown) } })),
      );
      draft.discard();
      await client.invalidateQueries({ queryKey: [space, environment] });
    },
    onSuccess: () => go.toList(),
  });
  return (
    <Modal opened onClose={onClose} title={<Trans>Delete this entry?</Trans>}>
      <Stack gap="sm">
        <Text size="sm">
          {entry.published_at === null || entry.status === 'draft' ? (
            <Trans>The entry and its history cannot be restored.</Trans>
          ) : (
            <Trans>Readers will no longer see it. The entry and its history cannot be restored.</Trans>
          )}
        </Text>
        <SearchProblem error={links.error} again={() => void links.refetch()} />
        {(links.data ?? 0) > 0 && (
          <Text size="sm" c="var(--failed)">
            <Plural value={links.data ?? 0} one="# entry links to it." other="# entries link to it." />
          </Text>
        )}
        <ActionFailure error={removal.error} onRead={() => removal.reset()} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Keep it</Trans>
          </Button>
          <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
            <Trans>Delete</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
