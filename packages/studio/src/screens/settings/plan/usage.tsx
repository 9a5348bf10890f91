/** Of what the usage consists: by day as a small chart and a table, by space, and by key. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MAIN_ENVIRONMENT } from '../../../api/main-environment.ts';
import { Problem } from '../../../frame/problem.tsx';
import {
  Button,
  DataTable,
  EmptyState,
  Group,
  LateSkeleton,
  LinkAnchor,
  Section,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
} from '../../../ui/index.ts';
import type { CsvColumn } from '../list/csv.ts';
import { ExportButton } from '../list/export-button.tsx';
import { type Metric, type Share, type UsagePart, usageQuery } from './billing-queries.ts';
import styles from './plan.module.css';
import { amountWords, useMetricNames } from './plan-words.ts';

/** Days of the chart; more are in the file. */
const DAYS_SHOWN = 30;
const HEIGHT_PERCENT = 100;
const bySpace = [
  'entries',
  'assets',
  'asset_bytes',
  'content_types',
  'environments',
  'locales',
  'api_keys',
  'webhooks',
  'api_requests_per_month',
] as const satisfies readonly Metric[];

export function UsageByDay(): ReactNode {
  const { t } = useLingui();
  const [metric, setMetric] = useState<Metric>('api_requests_per_month');
  return (
    <Section title={t`By day`} actions={<Export metric={metric} by="day" />}>
      <Group>
        <SegmentedControl
          aria-label={t`What is counted`}
          size="xs"
          data={[
            { value: 'api_requests_per_month', label: t`API requests` },
            { value: 'ai_tokens_per_month', label: t`AI tokens` },
          ]}
          value={metric}
          onChange={(value) => setMetric(value as Metric)}
        />
      </Group>
      <Shares metric={metric} by="day">
        {(shares) => <Chart metric={metric} days={shares.slice(-DAYS_SHOWN)} />}
      </Shares>
    </Section>
  );
}

export function UsageBySpace(): ReactNode {
  const { t } = useLingui();
  const names = useMetricNames();
  const [metric, setMetric] = useState<Metric>('entries');
  return (
    <Section title={t`By space`} actions={<Export metric={metric} by="space" />}>
      <Select
        label={t`What is counted`}
        data={bySpace.map((value) => ({ value, label: names[value] }))}
        value={metric}
        onChange={(value) => value !== null && setMetric(value as Metric)}
        allowDeselect={false}
        maw={280}
      />
      <Shares metric={metric} by="space">
        {(shares) => <ShareTable metric={metric} shares={shares} heading={t`Space`} />}
      </Shares>
    </Section>
  );
}

export function UsageByKey(): ReactNode {
  const { t } = useLingui();
  const metric = 'api_requests_per_month';
  return (
    <Section
      title={t`By key`}
      about={<Trans>The API requests of this month. People are everybody who works in Studio.</Trans>}
      actions={<Export metric={metric} by="key" />}
    >
      <Shares metric={metric} by="key">
        {(shares) => <ShareTable metric={metric} shares={shares} heading={t`Key`} />}
      </Shares>
    </Section>
  );
}

interface DividedProperties {
  readonly metric: Metric;
  readonly by: UsagePart;
}

/** Reads the shares, and shows them once they are there. */
function Shares({
  metric,
  by,
  children,
}: DividedProperties & { readonly children: (shares: readonly Share[]) => ReactNode }): ReactNode {
  const { data, error } = useQuery(usageQuery(metric, by));
  if (error !== null) return <Problem error={error} />;
  return data === undefined ? <LateSkeleton /> : children(data);
}

interface ChartProperties {
  readonly metric: Metric;
  readonly days: readonly Share[];
}

function Chart({ metric, days }: ChartProperties): ReactNode {
  const { t, i18n } = useLingui();
  const [asTable, setAsTable] = useState(false);
  const dayWords = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const wordsOf = ({ id }: Share) => dayWords.format(Date.parse(id ?? ''));
  const most = Math.max(1, ...days.map(({ used }) => used));
  const [first, last] = [days[0], days.at(-1)];
  const busiest = days.reduce((one, other) => (other.used > one.used ? other : one), first as Share);
  if (first === undefined || last === undefined || busiest.used === 0)
    return <EmptyState title={t`Nothing in the last 30 days`} detail={t`Usage appears here within seconds.`} />;
  const [busiestDay, amount] = [wordsOf(busiest), amountWords(metric, busiest.used, i18n.locale)];
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        <Trans>
          Most on {busiestDay}: {amount}
        </Trans>
      </Text>
      {asTable ? (
        <DataTable headings={[t`Day`, t`Used`]}>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.id}>
              <Table.Td>{wordsOf(day)}</Table.Td>
              <Table.Td>{amountWords(metric, day.used, i18n.locale)}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      ) : (
        <div aria-hidden="true">
          <div className={styles.chart}>
            {days.map((day) => (
              <span
                key={day.id}
                className={styles.bar}
                style={{ blockSize: `${(day.used / most) * HEIGHT_PERCENT}%` }}
                title={`${wordsOf(day)}: ${amountWords(metric, day.used, i18n.locale)}`}
              />
            ))}
          </div>
          <div className={styles.ends}>
            <span>{wordsOf(first)}</span>
            <span>{wordsOf(last)}</span>
          </div>
        </div>
      )}
      <Group>
        <Button variant="default" size="xs" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? <Trans>Show as a chart</Trans> : <Trans>Show as a table</Trans>}
        </Button>
      </Group>
    </Stack>
  );
}

interface ShareTableProperties {
  readonly metric: Metric;
  readonly shares: readonly Share[];
  readonly heading: string;
}

function ShareTable({ metric, shares, heading }: ShareTableProperties): ReactNode {
  const { t, i18n } = useLingui();
  if (shares.length === 0)
    return <EmptyState title={t`Nothing this month`} detail={t`Usage appears here within seconds.`} />;
  return (
    <DataTable headings={[heading, t`Used`]}>
      {shares.map((share) => (
        <Table.Tr key={`${share.kind}${share.id}`}>
          <Table.Td>
            <ShareName share={share} />
          </Table.Td>
          <Table.Td>{amountWords(metric, share.used, i18n.locale)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** What a share belongs to, with a link to it where there still is one. */
function ShareName({ share }: { readonly share: Share }): ReactNode {
  const words = useShareWords();
  const { kind, name, space_id: space } = share;
  if (name === null || space === null) return words(share);
  return (
    <LinkAnchor
      to={kind === 'key' ? '/spaces/$space/$environment/settings/keys' : '/spaces/$space/$environment/settings/general'}
      params={{ space, environment: MAIN_ENVIRONMENT }}
      size="sm"
    >
      <bdi>{name}</bdi>
    </LinkAnchor>
  );
}

function useShareWords(): (share: Share) => string {
  const { t } = useLingui();
  return ({ kind, id, name }) => {
    if (name !== null) return name;
    switch (kind) {
      case 'people':
        return t({ message: 'People', comment: 'Who sent requests: everybody who is logged in' });
      case 'scim':
        return t`Identity provider (SCIM)`;
      case 'other_keys':
        return t`All other keys`;
      case 'no_space':
        return t`No space: people and the identity provider`;
      case 'key':
        return t`A deleted key (${id ?? ''})`;
      case 'space':
        return t`A deleted space (${id ?? ''})`;
      default:
        return id ?? '';
    }
  };
}

function Export({ metric, by }: DividedProperties): ReactNode {
  const { t } = useLingui();
  const words = useShareWords();
  const columns: readonly CsvColumn<Share>[] = [
    { heading: by === 'day' ? t`Day` : t`Name`, value: words },
    { heading: t`ID`, value: ({ id }) => id },
    { heading: t`Used`, value: ({ used }) => String(used) },
  ];
  return (
    <ExportButton fileName={`usage-by-${by}`} path={`/billing/usage?metric=${metric}&by=${by}`} columns={columns} />
  );
}
