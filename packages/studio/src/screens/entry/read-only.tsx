/** Whether the person may change an entry, and the line above its fields that says why not. */
import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../api/queries.ts';
import type { Draft } from '../../drafts/types.ts';
import { useDraft } from '../../fields/open-entry.tsx';
import { usePermission } from '../../frame/use-place.ts';
import { Text } from '../../ui/index.ts';
import { useInRelease } from './release/in-release.ts';

/** `others`: their role lets them change their own entries alone. `release`: the release that they work in does not let them. */
type ReadOnlyReason = 'archived' | 'role' | 'others' | 'release';

/** Null where the person may change the entry. */
export function useReadOnly(draft: Draft): ReadOnlyReason | null {
  const entry = useDraft(draft, (now) => now.entry);
  const mayEdit = usePermission('entry.update');
  const mayEditOwn = usePermission('entry.update_own');
  const { user } = useSuspenseQuery(meQuery).data;
  const inRelease = useInRelease();
  if (entry?.status === 'archived') return 'archived';
  if (inRelease !== null) return inRelease.mayWrite(entry) ? null : 'release';
  if (mayEdit) return null;
  if (!mayEditOwn) return 'role';
  return entry === null || entry.created_by === user?.id ? null : 'others';
}

/** Nothing where the person may change it. */
export function ReadOnlyNote({ draft }: { readonly draft: Draft }): ReactNode {
  const reason = useReadOnly(draft);
  const Note = useInRelease()?.Note;
  if (reason === null) return null;
  return (
    <Text size="sm" c="dimmed" role="note">
      {reason === 'archived' && <Trans>This entry is archived. To change it, unarchive it first.</Trans>}
      {reason === 'release' && Note !== undefined && <Note />}
      {reason === 'role' && <Trans>You can read this entry. Your role does not let you change it.</Trans>}
      {reason === 'others' && (
        <Trans>You can read this entry. Your role lets you change only the entries that you created.</Trans>
      )}
    </Text>
  );
}
