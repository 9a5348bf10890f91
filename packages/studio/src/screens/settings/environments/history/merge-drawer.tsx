/** One merge: all that it changed, and its undoing. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.ts';
import type { Merge } from '../../../../api/types.ts';
import { Moment } from '../../../../frame/moments.tsx';
import { OpenedDrawer } from '../../../../frame/opened-drawer.tsx';
import { useNames } from '../../../../frame/people.ts';
import { usePermission, usePlace } from '../../../../frame/use-place.ts';
import { Button, Group, Stack, Text } from '../../../../ui/index.ts';
import { FactTable } from '../../list/fact-table.tsx';
import { NeedsRole } from '../../page/needs-role.tsx';
import { ChangedCounts } from '../merge/changed-counts.tsx';
import { ChangeLists } from '../merge/plan-summary.tsx';
import { useMergeState } from './merge-state.ts';
import { UndoDialog } from './undo-dialog.tsx';

interface MergeDrawerProperties {
  readonly into: string;
  readonly id: string;
  readonly onClose: () => void;
}

export function MergeDrawer({ into, id, onClose }: MergeDrawerProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const read = useQuery({
    queryKey: [space, into, 'merges', 'one', id],
    queryFn: () => {
      const params = { path: { space_id: space, environment: into, merge_id: id } };
      return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/merges/{merge_id}', { params }));
    },
  });
  return (
    <OpenedDrawer
      read={read}
      title={t`Merge into ${into}`}
      gone={t`This merge is not among those into ${into}.`}
      onClose={onClose}
    >
      {(merge) => <Details merge={merge} />}
    </OpenedDrawer>
  );
}

function Details({ merge }: { readonly merge: Merge }): ReactNode {
  const { t } = useLingui();
  const nameOf = useNames();
  const stateOf = useMergeState();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t`When`, <Moment key="at" at={merge.created_at} />],
    [t`Who`, nameOf(merge.created_by)],
    [t`From`, merge.from],
    [t`What`, <ChangedCounts key="what" changed={merge.changed} />],
    [t`Published`, merge.publish === 'none' ? t`No entry` : t`What ${merge.from} had published`],
    [t`Written in`, merge.parts === 1 ? t`one part` : t`${merge.parts} parts`],
    [t`Status`, stateOf(merge)],
  ];
  return (
    <Stack>
      <FactTable facts={facts} />
      <ChangeLists changes={merge} />
      {merge.undone_at !== null && merge.complete ? <WasUndone merge={merge} /> : <Undoing merge={merge} />}
    </Stack>
  );
}

function WasUndone({ merge }: { readonly merge: Merge }): ReactNode {
  const nameOf = useNames();
  const who = nameOf(merge.undone_by ?? '');
  return (
    <Text size="sm" role="status">
      <Trans>
        Undone by {who}, <Moment at={merge.undone_at ?? merge.created_at} inSentence />. It can be merged again.
      </Trans>
    </Text>
  );
}

function Undoing({ merge }: { readonly merge: Merge }): ReactNode {
  const [asked, setAsked] = useState(false);
  if (!usePermission('merge.create')) return <NeedsRole permission="merge.create" />;
  return (
    <Group>
      <Button variant="outline" color="red" onClick={() => setAsked(true)}>
        <Trans>Undo this merge…</Trans>
      </Button>
      {asked && <UndoDialog merge={merge} onClose={() => setAsked(false)} />}
    </Group>
  );
}
