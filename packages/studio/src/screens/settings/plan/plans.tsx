/** The plans that the account can have: what each costs, what changes with it, and the way to its order. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { usePermission } from '../../../frame/use-place.ts';
import { Button, DataTable, Section, SimpleGrid, Stack, Table, Text, Title } from '../../../ui/index.ts';
import { NeedsRole } from '../page/needs-role.tsx';
import { type Metric, type Plan, plansQuery, type Subscription } from './billing-queries.ts';
import styles from './plan.module.css';
import { changedLimits, exceeded, type LimitChange } from './plan-changes.ts';
import { amountWords, useLimitWords, useMetricNames, usePriceWords } from './plan-words.ts';

/** What a card says of a plan; the rest is compared before it is ordered. */
const named = [
  'entries',
  'asset_bytes',
  'spaces',
  'members',
  'api_requests_per_month',
] as const satisfies readonly Metric[];

export function Plans({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const { t } = useLingui();
  const plans = useSuspenseQuery(plansQuery).data;
  const mayOrder = usePermission('billing.manage');
  const [chosen, setChosen] = useState<Plan | null>(null);
  // Whoever is behind with a payment can order the same plan anew.
  const isSettled = subscription.status === 'active';
  const isOnly = isSettled && plans.every(({ id }) => id === subscription.plan);
  return (
    <Section
      title={t`Change plan`}
      about={
        isOnly ? (
          <Trans>There is no other plan here. Whoever runs this installation can offer some.</Trans>
        ) : (
          <Trans>You see what changes before you order, and pay on the page that opens then.</Trans>
        )
      }
    >
      {!isOnly && !mayOrder && <NeedsRole permission="billing.manage" />}
      {!isOnly && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              isCurrent={plan.id === subscription.plan}
              onChoose={mayOrder && !(isSettled && plan.id === subscription.plan) ? () => setChosen(plan) : null}
            />
          ))}
        </SimpleGrid>
      )}
      {chosen !== null && <Order plan={chosen} subscription={subscription} onClose={() => setChosen(null)} />}
    </Section>
  );
}

interface PlanCardProperties {
  readonly plan: Plan;
  readonly isCurrent: boolean;
  /** Null for those who may not order, and for the plan that the account has. */
  readonly onChoose: (() => void) | null;
}

function PlanCard({ plan, isCurrent, onChoose }: PlanCardProperties): ReactNode {
  const { t } = useLingui();
  const names = useMetricNames();
  const limitWords = useLimitWords();
  const priceWords = usePriceWords();
  return (
    <Stack
      component="article"
      aria-label={plan.name}
      gap="xs"
      className={styles.plan}
      data-current={isCurrent || undefined}
    >
      <Title order={3}>{plan.name}</Title>
      <Text size="sm">{priceWords(plan)}</Text>
      <Text size="sm" c="dimmed" component="div">
        {named.map((metric) => (
          <div key={metric}>{`${names[metric]}: ${limitWords(metric, plan.limits[metric] ?? null)}`}</div>
        ))}
      </Text>
      {isCurrent && (
        <Text size="sm" fw={600}>
          <Trans>Your plan</Trans>
        </Text>
      )}
      {onChoose !== null && (
        <Button variant="default" onClick={onChoose}>
          {t`Choose ${plan.name}`}
        </Button>
      )}
    </Stack>
  );
}

interface OrderProperties {
  readonly plan: Plan;
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

/** What changes with a plan; then the page of its order opens, which leads back here. */
function Order({ plan, subscription, onClose }: OrderProperties): ReactNode {
  const { t } = useLingui();
  const priceWords = usePriceWords();
  const changes = changedLimits(subscription.usage, plan.limits);
  const order = async () => {
    const here = `${location.origin}${location.pathname}`;
    const body = { plan: plan.id, success_url: `${here}?ordered=${encodeURIComponent(plan.id)}`, cancel_url: here };
    const { checkout_url: page } = await bodyOf(api.POST('/billing/checkout', { body }));
    location.assign(page);
  };
  return (
    <FormDialog
      title={t`Change to ${plan.name}`}
      action={t`Go to the order`}
      size="xl"
      onSubmit={order}
      onClose={onClose}
    >
      <Text size="sm">{priceWords(plan)}</Text>
      {changes.length === 0 ? (
        <Text size="sm">
          <Trans>All limits stay as they are.</Trans>
        </Text>
      ) : (
        <Changes changes={changes} />
      )}
      {exceeded(changes).length > 0 && (
        <Text size="sm">
          <Trans>
            Nothing is deleted: what is above a limit stays, and can be changed and published. But nothing can be added
            until there is room.
          </Trans>
        </Text>
      )}
    </FormDialog>
  );
}

function Changes({ changes }: { readonly changes: readonly LimitChange[] }): ReactNode {
  const { t, i18n } = useLingui();
  const names = useMetricNames();
  const limitWords = useLimitWords();
  return (
    <DataTable headings={[t`What`, t`Limit now`, t`Limit then`, t`Used`]}>
      {changes.map(({ metric, now, next, used, isExceeded }) => (
        <Table.Tr key={metric}>
          <Table.Td>{names[metric]}</Table.Td>
          <Table.Td>{limitWords(metric, now)}</Table.Td>
          <Table.Td>{limitWords(metric, next)}</Table.Td>
          <Table.Td>
            {used === null ? '–' : amountWords(metric, used, i18n.locale)}
            {isExceeded && ` (${t`over the limit`})`}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
