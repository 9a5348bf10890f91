/** The plan of the account: what it costs and how it stands, what is used of it, and another one. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Moment } from '../../../frame/moments.tsx';
import { Alert, DataTable, Group, Section, Stack, Table, Text } from '../../../ui/index.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { plansQuery, type Subscription, subscriptionQuery, type Usage } from './billing-queries.ts';
import { daysLeft, limitReachedAt } from './forecast.ts';
import { Invoices } from './invoices.tsx';
import styles from './plan.module.css';
import { amountWords, useLimitWords, useMetricNames, usePriceWords } from './plan-words.ts';
import { Plans } from './plans.tsx';
import { UsageByDay, UsageByKey, UsageBySpace } from './usage.tsx';

const PERCENT = 100;
/** From here on a limit is near, in percent: the mark of which owners are told by e-mail. */
const NEAR_PERCENT = 80;

export function PlanPage(): ReactNode {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`Plan and usage`}
      about={<Trans>How much this account may have and do, and how much of that is used.</Trans>}
      guide="plans"
      permission="billing.read"
    >
      <PlanContent />
    </SettingsPage>
  );
}

/** The plan with all there is to say of it, for those who may read it. */
export function PlanContent(): ReactNode {
  const subscription = useSuspenseQuery(subscriptionQuery).data;
  return (
    <>
      <Ordered />
      <Standing subscription={subscription} />
      <Meters subscription={subscription} />
      <UsageByDay />
      <UsageBySpace />
      <UsageByKey />
      <Plans subscription={subscription} />
      <Invoices subscription={subscription} />
    </>
  );
}

/** What is said to whoever comes back from the page of an order. @param isWatched whether the page notices by itself */
export function Ordered({ isWatched = false }: { readonly isWatched?: boolean }): ReactNode {
  const { t } = useLingui();
  const { ordered } = useSearch({ strict: false }) as { readonly ordered?: unknown };
  return (
    ordered !== undefined && (
      <Alert role="status" title={t`Thank you`}>
        <Trans>The new plan applies as soon as the payment or the order is confirmed.</Trans>{' '}
        {!isWatched && <Trans>Reload this page to see it.</Trans>}
      </Alert>
    )
  );
}

interface SubscriptionProperties {
  readonly subscription: Subscription;
}

/** Name and price of the plan, and whether it is paid. */
function Standing({ subscription }: SubscriptionProperties): ReactNode {
  const { t } = useLingui();
  const priceWords = usePriceWords();
  const plan = useSuspenseQuery(plansQuery).data.find(({ id }) => id === subscription.plan);
  const { status, current_period_end: end, grace_until: grace } = subscription;
  return (
    <Stack gap="xs">
      <Group gap="sm" align="baseline">
        <Text fw={600}>{plan?.name ?? subscription.plan}</Text>
        <Text size="sm" c="dimmed">
          {plan === undefined ? t`no longer offered; the limits are those of the default plan` : priceWords(plan)}
        </Text>
      </Group>
      {status === 'active' && end !== null && (
        <Text size="sm">
          <Trans>
            Paid until <Moment at={end} />.
          </Trans>
        </Text>
      )}
      {status === 'past_due' && (
        <Alert color="yellow" role="status" title={t`A payment is late`}>
          {grace === null ? (
            <Trans>Everything works for now. Pay the open invoice, or the account will be suspended.</Trans>
          ) : (
            <Trans>
              Everything works until then: the account is suspended <Moment at={grace} inSentence /> unless the payment
              arrives.
            </Trans>
          )}
        </Alert>
      )}
      {status === 'unpaid' && (
        <Alert color="red" role="status" title={t`This account is suspended`}>
          <Trans>
            A payment did not arrive, so sites that read from this account get no content. Nothing is deleted. It works
            again as soon as the payment has arrived, or an owner has ordered a plan.
          </Trans>
        </Alert>
      )}
    </Stack>
  );
}

function Meters({ subscription: { usage, notices } }: SubscriptionProperties): ReactNode {
  const { t } = useLingui();
  const left = daysLeft(Date.now());
  const isLimited = usage.some(({ limit }) => limit !== null);
  return (
    <Section
      title={t`What is used`}
      about={
        <Trans>
          In all spaces and environments. Requests and AI tokens start again with each month (UTC):{' '}
          <Plural value={left} one="# day left" other="# days left" />.
        </Trans>
      }
    >
      {notices.map(({ percent, at, metric }) => (
        <Alert key={`${metric}${percent}`} color="yellow" role="status">
          <Trans>
            {percent} % of this month’s API requests were used <Moment at={at} />. Owners were told by e-mail.
          </Trans>
        </Alert>
      ))}
      <DataTable headings={[t`What`, t`Used`, t`Limit`, ...(isLimited ? [t`Share`] : [])]}>
        {usage.map((one) => (
          <MeterRow key={one.metric} usage={one} isLimited={isLimited} />
        ))}
      </DataTable>
    </Section>
  );
}

interface MeterRowProperties {
  readonly usage: Usage;
  /** Whether the plan limits anything, so that there are shares. */
  readonly isLimited: boolean;
}

function MeterRow({ usage: { metric, used, limit }, isLimited }: MeterRowProperties): ReactNode {
  const { i18n } = useLingui();
  const names = useMetricNames();
  const limitWords = useLimitWords();
  return (
    <Table.Tr>
      <Table.Td>{names[metric]}</Table.Td>
      <Table.Td>{used === null ? '–' : amountWords(metric, used, i18n.locale)}</Table.Td>
      <Table.Td>{limitWords(metric, limit)}</Table.Td>
      {isLimited && (
        <Table.Td>
          {used !== null && limit !== null && (
            <Share used={used} limit={limit} isMonthly={/_per_month$/.test(metric)} />
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

interface ShareProperties {
  readonly used: number;
  readonly limit: number;
  /** Whether it starts again with each month. */
  readonly isMonthly: boolean;
}

/** How much of a limit is used, and when it is reached if that goes on. */
function Share({ used, limit, isMonthly }: ShareProperties): ReactNode {
  const { i18n } = useLingui();
  const percent = limit === 0 ? PERCENT : Math.floor((used * PERCENT) / limit);
  const comesAt = isMonthly ? limitReachedAt(used, limit, Date.now()) : null;
  const day = comesAt === null ? '' : new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'long' }).format(comesAt);
  const share = new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(percent / PERCENT);
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap">
        <span className={styles.meter} aria-hidden="true">
          <span
            className={styles.filling}
            style={{ inlineSize: `${Math.min(PERCENT, percent)}%` }}
            data-near={percent >= NEAR_PERCENT || undefined}
          />
        </span>
        {share}
      </Group>
      <Text size="sm" c="dimmed">
        {used > limit && <Trans>More than the plan includes: nothing is deleted, but nothing can be added.</Trans>}
        {used === limit && <Trans>Used up.</Trans>}
        {comesAt !== null && <Trans>At this rate it is used up on {day}.</Trans>}
      </Text>
    </Stack>
  );
}
