/** Whether members have to come by single sign-on, and which owners can always log in with a password. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { membersQuery, meQuery } from '../../../api/queries.ts';
import type { Member } from '../../../api/types.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { useChangeAddress } from '../../../frame/use-address.ts';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { useAccountId } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { Button, Checkbox, Group, Stack, Text } from '../../../ui/index.ts';
import { connectionQuery, type SsoConnection, useOwners } from './queries.ts';
import { Step } from './step.tsx';
import { hasPassed, TEST, useTest } from './test-step.tsx';

interface RequirementProperties {
  readonly connection: SsoConnection | null;
}

export function Requirement({ connection }: RequirementProperties): ReactNode {
  return (
    <Step
      title={<Trans>Require</Trans>}
      about={
        <Trans>
          Members can then only log in with single sign-on. At least one owner keeps the password as a way in, in case
          the provider fails.
        </Trans>
      }
    >
      <BreakGlass isRequired={connection?.required === true} />
      {connection !== null && <Switching connection={connection} />}
    </Step>
  );
}

/** The owners, each with whether a password lets them in although single sign-on is required. */
function BreakGlass({ isRequired }: { readonly isRequired: boolean }): ReactNode {
  const owners = useOwners();
  const account = useAccountId();
  const refresh = useRefresh(membersQuery(account).queryKey);
  const { problem, run } = useAttempt();
  const able = owners.filter(({ break_glass }) => break_glass);
  const change = (owner: Member, break_glass: boolean) =>
    run(async () => {
      const params = { path: { account_id: account, user_id: owner.user_id } };
      const body = { break_glass, version: owner.version };
      await actOnVersion(
        () => bodyOf(api.PATCH('/accounts/{account_id}/members/{user_id}', { params, body })),
        refresh,
      );
      await refresh();
    });
  return (
    <Stack gap="xs">
      <Checkbox.Group
        label={<Trans>Can always log in with a password</Trans>}
        description={
          <Trans>They need a password of their own. “Forgot your password?” at log-in sets one by e-mail.</Trans>
        }
        value={able.map(({ user_id }) => user_id)}
      >
        <Stack gap="xs" mt="xs">
          {owners.map((owner) => (
            <Checkbox
              key={owner.user_id}
              value={owner.user_id}
              label={`${owner.name} (${owner.email})`}
              disabled={isRequired && owner.break_glass && able.length === 1}
              onChange={({ currentTarget }) => void change(owner, currentTarget.checked)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {isRequired && able.length === 1 && (
        <Text size="xs" c="dimmed">
          <Trans>The last one stays while single sign-on is required.</Trans>
        </Text>
      )}
      <Problem error={problem} />
    </Stack>
  );
}

function Switching({ connection }: { readonly connection: SsoConnection }): ReactNode {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const passed = hasPassed(useTest(), connection);
  const hasKey = useOwners().some(({ break_glass }) => break_glass);
  const close = () => setAsked(false);
  if (connection.required)
    return (
      <Group gap="sm">
        <Text size="sm">
          <Trans>Single sign-on is required.</Trans>
        </Text>
        <Button variant="default" size="xs" onClick={() => setAsked(true)}>
          <Trans>Make it optional…</Trans>
        </Button>
        {asked && <Optional connection={connection} onClose={close} />}
      </Group>
    );
  const missing = !passed
    ? t`First a test log-in has to succeed with the values as they are stored.`
    : t`First choose an owner who can always log in with a password.`;
  return (
    <Group gap="sm">
      <Button disabled={!passed || !hasKey} onClick={() => setAsked(true)}>
        <Trans>Require single sign-on…</Trans>
      </Button>
      {(!passed || !hasKey) && (
        <Text size="sm" c="dimmed">
          {missing}
        </Text>
      )}
      {asked && <Require connection={connection} onClose={close} />}
    </Group>
  );
}

interface SwitchProperties {
  readonly connection: SsoConnection;
  readonly onClose: () => void;
}

function Require({ connection, onClose }: SwitchProperties): ReactNode {
  const { t, i18n } = useLingui();
  const { user } = useSuspenseQuery(meQuery).data;
  const able = useOwners().filter(({ break_glass }) => break_glass);
  const who = new Intl.ListFormat(i18n.locale).format(able.map(({ name, email }) => `${name} (${email})`));
  const isAble = able.some(({ user_id }) => user_id === user.id);
  const require = useSwitch(connection);
  return (
    <FormDialog title={t`Require single sign-on?`} action={t`Require`} onSubmit={() => require(true)} onClose={onClose}>
      <Text size="sm">
        <Trans>
          Whoever is logged in with a password is asked to log in at the provider with their next step. What they have
          written and not saved yet is kept.
        </Trans>
      </Text>
      <Text size="sm">
        <Trans>Can still log in with a password, if the provider fails: {who}</Trans>
      </Text>
      {!isAble && (
        <Text size="sm">
          <Trans>You too will be asked to log in at the provider.</Trans>
        </Text>
      )}
    </FormDialog>
  );
}

function Optional({ connection, onClose }: SwitchProperties): ReactNode {
  const { t } = useLingui();
  const makeOptional = useSwitch(connection);
  return (
    <FormDialog
      title={t`Make single sign-on optional?`}
      action={t`Make it optional`}
      onSubmit={() => makeOptional(false)}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>Members can log in with their passwords again, besides at the provider.</Trans>
      </Text>
    </FormDialog>
  );
}

/** Gives what changes the requirement, in the version that the person sees: that which was tested. */
function useSwitch(connection: SsoConnection): (required: boolean) => Promise<void> {
  const account = useAccountId();
  const change = useChangeAddress();
  const refresh = useRefresh(connectionQuery(account).queryKey);
  return async (required) => {
    const params = { path: { account_id: account } };
    const body = { required, version: connection.version };
    await actOnVersion(() => bodyOf(api.PATCH('/accounts/{account_id}/sso', { params, body })), refresh);
    // The test has done its work: it was of the version before.
    change({ [TEST]: undefined });
    await refresh();
  };
}
