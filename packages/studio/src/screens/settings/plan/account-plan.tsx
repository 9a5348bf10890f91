/**
 * The plan of the account outside of any space: where the mails about payments lead, and all that an account that is suspended for
 * a late payment shows. It looks by itself whether the payment has come.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLoaderData, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { meQuery } from '../../../api/queries.ts';
import type { AccountOfPerson } from '../../../api/types.ts';
import { useLeaving } from '../../../frame/leaving.tsx';
import { PersonMenu } from '../../../frame/person-menu.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { Screen } from '../../../frame/screen.tsx';
import { SheetScreen } from '../../../frame/sheet-screen.tsx';
import { useAddress } from '../../../frame/use-address.ts';
import { usePermission } from '../../../frame/use-place.ts';
import { useSwitchAccount } from '../../../frame/use-switch-account.ts';
import { Alert, Anchor, Button, Group, LinkButton, Section, Stack, Text } from '../../../ui/index.ts';
import { NeedsRole } from '../page/needs-role.tsx';
import { subscriptionQuery } from './billing-queries.ts';
import { Invoices } from './invoices.tsx';
import { Ordered, PlanContent } from './plan.tsx';
import { Plans } from './plans.tsx';

/** How often it is asked whether the account is still suspended. */
const AGAIN_MS = 5_000;
/** Owners that are named to whoever is to ask one. */
const OWNERS_NAMED = 5;

export function AccountPlan(): ReactNode {
  return useLoaderData({ from: '/inside/plan' }).isOpen ? <OpenAccount /> : <ClosedAccount />;
}

function OpenAccount(): ReactNode {
  const { t } = useLingui();
  const { account, accounts } = useSuspenseQuery({
    ...meQuery,
    refetchInterval: ({ state }) => state.data?.account.suspended === true && AGAIN_MS,
  }).data;
  const { account: wanted } = useAddress();
  const meant = accounts.find(({ id }) => id === wanted);
  const isOther = wanted !== undefined && wanted !== account.id;
  return (
    <main>
      <Stack maw={960} mx="auto">
        <Screen title={t`Plan and usage`} about={<bdi>{account.name}</bdi>} actions={<PersonMenu />}>
          {isOther && (meant === undefined ? <StrangeAccount /> : <MeantAccount account={meant} />)}
          {account.suspended ? <Suspended account={account} /> : <InUse />}
        </Screen>
      </Stack>
    </main>
  );
}

/** Where a mail leads to the plan of another account than that of the session. */
function MeantAccount({ account }: { readonly account: AccountOfPerson }): ReactNode {
  const { t } = useLingui();
  const { problem, busy, switchTo } = useSwitchAccount();
  const navigate = useNavigate();
  return (
    <Alert title={t`This link is about the account ${account.name}`}>
      <Stack gap="sm" align="flex-start">
        <Trans>You are in another account now.</Trans>
        <Button size="xs" loading={busy} onClick={() => switchTo(account.id, () => navigate({ to: '/plan' }))}>
          {t`Switch to ${account.name}`}
        </Button>
        <Problem error={problem} />
      </Stack>
    </Alert>
  );
}

/** Where a mail leads to the plan of an account that this person has nothing to do with: they would pay for another one. */
function StrangeAccount(): ReactNode {
  const { t } = useLingui();
  return (
    <Alert color="yellow" role="status" title={t`This link is about an account that you do not belong to`}>
      <Trans>
        Log out, and in again with the address that got the mail. What follows is about the account named above.
      </Trans>
    </Alert>
  );
}

function InUse(): ReactNode {
  const mayRead = usePermission('billing.read');
  return (
    <>
      <Group>
        <LinkButton to="/" variant="default">
          <Trans>Back to Content</Trans>
        </LinkButton>
      </Group>
      {mayRead ? <PlanContent /> : <NeedsRole permission="billing.read" />}
    </>
  );
}

/** What happened, what it means, and what this person can do about it. */
function Suspended({ account }: { readonly account: AccountOfPerson }): ReactNode {
  const { t } = useLingui();
  const mayPay = usePermission('billing.manage');
  return (
    <>
      <Ordered isWatched />
      <Alert color="red" role="status" title={t`This account is suspended`}>
        <Stack gap="xs">
          <Text size="sm">
            <Trans>
              A payment is long overdue. Nothing is deleted, but until it arrives sites get no content from this
              account, and nobody can write or publish in it. What you wrote and could not save is kept on this device.
            </Trans>
          </Text>
          <Text size="sm">
            {mayPay ? (
              <Trans>
                Pay the open invoice, or choose a plan. Everything works again as soon as the payment has arrived; this
                page notices by itself.
              </Trans>
            ) : (
              <Trans>
                Ask an owner to pay. Everything works again as soon as the payment has arrived; this page notices by
                itself.
              </Trans>
            )}
          </Text>
        </Stack>
      </Alert>
      {mayPay ? <WaysToPay /> : <Owners account={account} />}
      <Elsewhere account={account} />
    </>
  );
}

function WaysToPay(): ReactNode {
  const subscription = useSuspenseQuery(subscriptionQuery).data;
  return (
    <>
      <Invoices subscription={subscription} />
      <Plans subscription={subscription} />
    </>
  );
}

/** Who can pay. */
function Owners({ account }: { readonly account: AccountOfPerson }): ReactNode {
  const { t } = useLingui();
  const owners = useQuery({ queryKey: ['owners', account.id], queryFn: () => readOwners(account.id) });
  return (
    <Section title={t`Owners of this account`}>
      <Problem error={owners.error} />
      <Stack gap={4}>
        {owners.data?.map(({ user_id: id, name, email }) => (
          <Text key={id} size="sm">
            {name !== '' && name !== email && <bdi>{name} </bdi>}
            <Anchor href={`mailto:${email}`} underline="always">
              {email}
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

async function readOwners(account: string) {
  const params = { path: { account_id: account }, query: { role: 'owner', limit: OWNERS_NAMED } } as const;
  return (await bodyOf(api.GET('/accounts/{account_id}/members', { params }))).items;
}

/** Other accounts of the person, and the way out. */
function Elsewhere({ account }: { readonly account: AccountOfPerson }): ReactNode {
  const { t } = useLingui();
  const { accounts } = useSuspenseQuery(meQuery).data;
  const { problem, busy, switchTo } = useSwitchAccount();
  const others = accounts.filter(({ id }) => id !== account.id);
  const ways = (
    <Group gap="xs">
      {others.map(({ id, name, suspended }) => (
        <Button key={id} variant="default" loading={busy} onClick={() => switchTo(id)}>
          {suspended ? t`Switch to ${name} (suspended)` : t`Switch to ${name}`}
        </Button>
      ))}
      <LogOut />
    </Group>
  );
  if (others.length === 0) return ways;
  return (
    <Section title={t`Work elsewhere`}>
      <Problem error={problem} />
      {ways}
    </Section>
  );
}

function LogOut(): ReactNode {
  const navigate = useNavigate();
  const { busy, leave, question } = useLeaving(() => navigate({ to: '/login' }));
  return (
    <>
      {question}
      <Button variant="default" loading={busy} onClick={leave}>
        <Trans>Log out</Trans>
      </Button>
    </>
  );
}

/** An account that the operator suspended shows nothing of itself, not even who is here. */
function ClosedAccount(): ReactNode {
  const { t } = useLingui();
  return (
    <SheetScreen
      title={t`This account is suspended`}
      about={
        <Trans>
          Whoever runs this service has suspended it. Nothing is deleted. Ask the owners of the account or whoever runs
          this service why.
        </Trans>
      }
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <Trans>If you belong to other accounts, log out and in again: Studio opens one of them.</Trans>
        </Text>
        <LogOut />
      </Stack>
    </SheetScreen>
  );
}
