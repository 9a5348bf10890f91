/** One record of the audit: all of it, with what was before and after. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { AuditRecord } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { OpenedDrawer } from '../../../frame/opened-drawer.tsx';
import { Stack } from '../../../ui/index.ts';
import { FactTable } from '../list/fact-table.tsx';
import { actionWords } from './action-words.ts';
import { ChangedValues } from './changed-values.tsx';
import { TargetLink } from './target-link.tsx';

interface RecordDrawerProperties {
  readonly id: string;
  readonly account: string;
  /** The record, where the list has it. */
  readonly listed: AuditRecord | undefined;
  readonly onClose: () => void;
}

export function RecordDrawer({ id, account, listed, onClose }: RecordDrawerProperties): ReactNode {
  const { t, i18n } = useLingui();
  const read = useQuery<AuditRecord>({
    queryKey: ['audit', account, 'record', id],
    queryFn: () => {
      const params = { path: { account_id: account, record_id: id } };
      return bodyOf(api.GET('/accounts/{account_id}/audit/records/{record_id}', { params }));
    },
    initialData: () => listed,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const action = read.data?.action;
  return (
    <OpenedDrawer
      read={read}
      title={action === undefined ? t`Activity` : actionWords(action, (words) => i18n._(words))}
      gone={t`This record is no longer kept.`}
      onClose={onClose}
    >
      {(record) => <Details record={record} />}
    </OpenedDrawer>
  );
}

function Details({ record }: { readonly record: AuditRecord }): ReactNode {
  const { t } = useLingui();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t`When`, <Moment key="when" at={record.at} />],
    [t`Who`, record.actor.name ?? record.actor.id],
    [t`Action`, record.action],
    [t`Target`, <TargetLink key="target" record={record} />],
    [t`Where`, record.ip],
    [t`Program`, record.user_agent],
    [t`Request`, record.request_id],
  ];
  return (
    <Stack>
      <FactTable facts={facts} />
      {record.changes !== null && <ChangedValues changes={record.changes} />}
    </Stack>
  );
}
