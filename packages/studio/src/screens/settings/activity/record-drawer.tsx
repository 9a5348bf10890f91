/** One record of the audit: all of it, with what was before and after. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AuditRecord } from '../../../api/types.ts';
import { Code, Drawer, Stack } from '../../../ui/index.ts';
import { FactTable } from '../list/fact-table.tsx';

interface RecordDrawerProperties {
  readonly record: AuditRecord;
  readonly onClose: () => void;
}

export function RecordDrawer({ record, onClose }: RecordDrawerProperties): ReactNode {
  const { t } = useLingui();
  const facts: readonly (readonly [string, string | null])[] = [
    [t`When`, record.at],
    [t`Who`, record.actor.name ?? record.actor.id],
    [t`Target`, `${record.target.type} ${record.target.id}`],
    [t`Where`, record.ip],
    [t`Program`, record.user_agent],
    [t`Request`, record.request_id],
  ];
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={record.action}>
      <Stack>
        <FactTable facts={facts} />
        {record.changes !== null && (
          <Code block tabIndex={0} aria-label={t`Before and after`}>
            {JSON.stringify(record.changes, null, 2)}
          </Code>
        )}
      </Stack>
    </Drawer>
  );
}
