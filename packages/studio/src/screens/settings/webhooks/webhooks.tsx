/** Webhooks: where changes are sent, and whether they arrive. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Webhook } from '../../../api/types.ts';
import { stringifySearch } from '../../../frame/search-params.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Button, EmptyState, Table, Text } from '../../../ui/index.ts';
import type { CsvColumn } from '../list/csv.ts';
import { ExportButton } from '../list/export-button.tsx';
import { OpenLink } from '../list/open-link.tsx';
import { PagedTable } from '../list/paged-table.tsx';
import { useOpened } from '../list/use-opened.ts';
import { usePagedList } from '../list/use-paged-list.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { type Made, MadeNow, NewWebhook } from './new-webhook.tsx';
import { StateBadge } from './state-badge.tsx';
import { webhooksKey } from './use-webhooks.ts';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { stateOf, useHealthWords, useStateWords } from './webhook-words.ts';

const ROWS_A_PAGE = 100;

export function Webhooks(): ReactNode {
  const { t } = useLingui();
  const [isNew, setIsNew] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const begin = () => setIsNew(true);
  return (
    <SettingsPage
      title={t`Webhooks`}
      about={
        <Trans>
          A webhook tells another system what changes here: it sends a signed request, and tries again until it arrives.
        </Trans>
      }
      guide="webhooks"
      permission="webhook.read"
      add={{ words: <Trans>New webhook</Trans>, permission: 'webhook.manage', onAdd: begin }}
    >
      <List begin={begin} />
      {isNew && <NewWebhook onMade={setMade} onClose={() => setIsNew(false)} />}
      {made !== null && <MadeNow made={made} onClose={() => setMade(null)} />}
    </SettingsPage>
  );
}

function List({ begin }: { readonly begin: () => void }): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const { id } = useOpened();
  const mayManage = usePermission('webhook.manage');
  const path = `/spaces/${space}/webhooks${stringifySearch({ order: 'name', limit: ROWS_A_PAGE })}`;
  const columns = useColumns();
  const list = usePagedList<Webhook>([...webhooksKey(space), 'list'], path);
  return (
    <>
      <PagedTable
        list={list}
        headings={[t`Name`, t`State`, t`Last 24 hours`, t`Address`]}
        row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
        empty={
          <EmptyState
            title={t`No webhooks yet`}
            detail={t`Add one to rebuild your site, fill a search index or clear a cache whenever something is published.`}
          >
            {mayManage && (
              <Button variant="default" size="xs" onClick={begin}>
                <Trans>Add the first webhook</Trans>
              </Button>
            )}
          </EmptyState>
        }
      />
      {list.items !== undefined && list.items.length > 0 && (
        <div>
          <ExportButton fileName="webhooks" path={path} columns={columns} />
        </div>
      )}
      {id !== undefined && <WebhookDrawer key={id} id={id} />}
    </>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const healthOf = useHealthWords();
  return (
    <Table.Tr>
      <Table.Td>
        <OpenLink id={webhook.id}>{webhook.name}</OpenLink>
      </Table.Td>
      <Table.Td>
        <StateBadge state={stateOf(webhook)} />
      </Table.Td>
      <Table.Td>{healthOf(webhook.health)}</Table.Td>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }} dir="ltr">
          {webhook.url}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

function useColumns(): readonly CsvColumn<Webhook>[] {
  const { t } = useLingui();
  const states = useStateWords();
  return [
    { heading: t`Name`, value: ({ name }) => name },
    { heading: t`Address`, value: ({ url }) => url },
    { heading: t`State`, value: (webhook) => states[stateOf(webhook)] },
    { heading: t`Delivered`, value: ({ health }) => health.delivered },
    { heading: t`Failed`, value: ({ health }) => health.failed },
    { heading: t`Waiting`, value: ({ health }) => health.waiting },
    { heading: t`Last attempt`, value: ({ health }) => health.last_attempt_at },
  ];
}
