/** Whether the person may change an entry, and the line above its fields that says why not. */
import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../api/queries.ts';
import type { Draft } from '../../drafts/types.ts';
import { useDraft } from '../../fields/open-entry.tsx';
import { usePermission } from '../../frame/use-place.ts';
import { Text } from '../../ui/index.ts';

/** `others`: their role lets them change their own entries alone. */
type ReadOnlyReason = 'archived' | 'role' | 'others';

/** Null where the person may change the entry. */
export function useReadOnly(draft: Draft): ReadOnlyReason | null {
  const entry = useDraft(draft, (now) => now.entry);
  const mayEdit = usePermission('entry.update');
  const mayEditOwn = usePermission('entry.update_own');
  const { user } = useSuspenseQuery(meQuery).data;
  if (entry?.status === 'archived') return 'archived';
  if (mayEdit) return null;
  if (!mayEditOwn) return 'role';
  return entry === null || entry.created_by === user?.id ? null : 'others';
}

/** Nothing where the person may change it. */
export function ReadOnlyNote({ draft }: { readonly draft: Draft }): ReactNode {
  const reason = useReadOnly(draft);
  if (reason === null) return null;
  return (
    <Text size="sm" c="dimmed" role="note">
      {reason === 'archived' && <Trans>This entry is archived. To change it, unarchive it first.</Trans>}
      {reason === 'role' && <Trans>You can read this entry. Your role does not let you change it.</Trans>}
      {reason === 'others' && (
        <Trans>You can read this entry. Your role lets you change only the entries that you created.</Trans>
      )}
    </Text>
  );
}
