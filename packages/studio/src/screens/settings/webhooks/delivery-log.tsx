/** The log of a webhook, an attempt a row; and what can be sent by hand. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { eventKinds } from '../../../../../contract/src/event-kinds.ts';
import { ApiProblem } from '../../../api/problem.ts';
import type { Webhook, WebhookAttempt } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { Pending } from '../../../frame/pending.tsx';
import { stringifySearch } from '../../../frame/search-params.ts';
import { useAddress, useChangeAddress } from '../../../frame/use-address.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Button, EmptyState, Group, Stack, Table, Text } from '../../../ui/index.ts';
import type { CsvColumn } from '../list/csv.ts';
import { ExportButton } from '../list/export-button.tsx';
import { type Filter, FilterBar, useFilterQuery, useIsNarrowed } from '../list/filter-bar.tsx';
import { OpenLink } from '../list/open-link.tsx';
import { PagedTable } from '../list/paged-table.tsx';
import { usePagedList } from '../list/use-paged-list.ts';
import { AttemptDetails } from './attempt-details.tsx';
import { Outcome } from './outcome.tsx';
import { RangeDialog } from './range-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { attemptQuery, nameOfAttempt, useRefreshWebhooks, webhooksKey } from './use-webhooks.ts';
import { useEventNames, useOutcomeWords } from './webhook-words.ts';

const ROWS_A_PAGE = 50;

type Asked = 'test' | 'range' | null;

export function DeliveryLog({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const attempt = useAddress().attempt;
  return attempt === undefined ? <Attempts webhook={webhook} /> : <OneAttempt webhook={webhook} name={attempt} />;
}

/** Reads the log as the address asks for it. */
function useLog({ id }: Webhook, filters: readonly Filter[]) {
  const { space } = usePlace();
  const query = useFilterQuery(filters);
  const path = `/spaces/${space}/webhooks/${id}/deliveries${stringifySearch({ ...query, limit: ROWS_A_PAGE })}`;
  return { path, list: usePagedList<WebhookAttempt>([...webhooksKey(space), id, 'log'], path) };
}

function OneAttempt({ webhook, name }: { readonly webhook: Webhook; readonly name: string }): ReactNode {
  const change = useChangeAddress();
  const { space } = usePlace();
  const { data: attempt, error, refetch } = useQuery(attemptQuery(space, webhook.id, name));
  const isGone = attempt === null || (error instanceof ApiProblem && error.status === 404);
  return (
    <Stack>
      <div>
        <Button variant="default" size="xs" onClick={() => change({ attempt: undefined })} data-autofocus>
          <Trans>Back to all deliveries</Trans>
        </Button>
      </div>
      {isGone ? (
        <Text size="sm" role="status">
          <Trans>This attempt is no longer in the log.</Trans>
        </Text>
      ) : attempt === undefined ? (
        <Pending error={error} again={() => void refetch()} />
      ) : (
        <AttemptDetails attempt={attempt} />
      )}
    </Stack>
  );
}

function Attempts({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { t } = useLingui();
  const filters = useFilters();
  const isNarrowed = useIsNarrowed(filters);
  const columns = useColumns();
  const { path, list } = useLog(webhook, filters);
  const refresh = useRefreshWebhooks();
  const mayManage = usePermission('webhook.manage');
  const [asked, setAsked] = useState<Asked>(null);
  return (
    <Stack>
      {mayManage && (
        <Group gap="xs">
          <Button size="xs" onClick={() => setAsked('test')}>
            <Trans>Send a test…</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsked('range')}>
            <Trans>Send again what was missed…</Trans>
          </Button>
        </Group>
      )}
      <FilterBar filters={filters}>
        <Button variant="default" size="xs" onClick={() => void refresh()}>
          <Trans>Refresh</Trans>
        </Button>
        <ExportButton fileName="deliveries" path={path} columns={columns} />
      </FilterBar>
      <PagedTable
        list={list}
        headings={[t`When`, t`Event`, t`Result`, t`Attempt`]}
        row={(attempt) => <AttemptRow key={attempt.id} attempt={attempt} />}
        empty={
          <EmptyState
            title={isNarrowed ? t`No deliveries like this` : t`Nothing was sent yet`}
            detail={isNarrowed ? t`Change or clear the filters.` : t`Send a test to see whether the receiver responds.`}
          />
        }
      />
      {asked === 'test' && <TestDialog webhook={webhook} onClose={() => setAsked(null)} />}
      {asked === 'range' && <RangeDialog webhook={webhook} onClose={() => setAsked(null)} />}
    </Stack>
  );
}

function AttemptRow({ attempt }: { readonly attempt: WebhookAttempt }): ReactNode {
  const events = useEventNames();
  return (
    <Table.Tr>
      <Table.Td>
        <OpenLink id={nameOfAttempt(attempt)} parameter="attempt">
          <Moment at={attempt.attempted_at ?? attempt.next_attempt_at ?? ''} />
        </OpenLink>
      </Table.Td>
      <Table.Td>{events[attempt.event]}</Table.Td>
      <Table.Td>
        <Outcome attempt={attempt} />
      </Table.Td>
      <Table.Td>{attempt.attempt}</Table.Td>
    </Table.Tr>
  );
}

function useFilters(): readonly Filter[] {
  const { t } = useLingui();
  const events = useEventNames();
  return [
    {
      name: 'status',
      label: t`Result`,
      kind: 'choice',
      choices: [
        { value: 'failed', label: t`Failed` },
        { value: 'pending', label: t`Waiting` },
        { value: 'success', label: t`Delivered` },
      ],
    },
    {
      name: 'event',
      label: t`Event`,
      kind: 'choice',
      choices: eventKinds.map((kind) => ({ value: kind, label: events[kind] })),
    },
    { name: 'from', label: t`Since`, kind: 'day' },
    { name: 'until', label: t`Before`, kind: 'day' },
  ];
}

function useColumns(): readonly CsvColumn<WebhookAttempt>[] {
  const { t } = useLingui();
  const outcome = useOutcomeWords();
  return [
    { heading: t`When`, value: (attempt) => attempt.attempted_at ?? attempt.next_attempt_at },
    { heading: t`Event`, value: ({ event }) => event },
    { heading: t`Result`, value: (attempt) => outcome(attempt).result },
    { heading: t`Status`, value: ({ status_code: code }) => code },
    { heading: t`Milliseconds`, value: ({ duration_ms: ms }) => ms },
    { heading: t`Attempt`, value: ({ attempt }) => attempt },
    { heading: t`Delivery`, value: ({ delivery_id: id }) => id },
  ];
}
