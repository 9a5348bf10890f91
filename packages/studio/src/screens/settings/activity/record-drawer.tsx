/** One record of the audit: all of it, with what was before and after. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AuditRecord } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { Drawer, Stack } from '../../../ui/index.ts';
import { FactTable } from '../list/fact-table.tsx';
import { actionWords } from './action-words.ts';
import { ChangedValues } from './changed-values.tsx';
import { TargetLink } from './target-link.tsx';

interface RecordDrawerProperties {
  readonly record: AuditRecord;
  readonly onClose: () => void;
}

export function RecordDrawer({ record, onClose }: RecordDrawerProperties): ReactNode {
  const { t, i18n } = useLingui();
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
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={actionWords(record.action, (words) => i18n._(words))}
    >
      <Stack>
        <FactTable facts={facts} />
        {record.changes !== null && <ChangedValues changes={record.changes} />}
      </Stack>
    </Drawer>
  );
}
