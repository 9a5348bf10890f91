/** What a test log-in has shown: who would be logged in and why with which role, or what has to be mended. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Role } from '../../../../../contract/src/permissions.ts';
import { Alert, Code, Stack, Text } from '../../../ui/index.ts';
import { useRoleWords } from '../page/role-words.ts';
import type { SsoTest } from './queries.ts';

type TestPerson = NonNullable<SsoTest['person']>;
type TestProblem = NonNullable<SsoTest['problem']>;

export function TestResult({ test: { person, problem } }: { readonly test: SsoTest }): ReactNode {
  if (problem !== null) return <Failed problem={problem} />;
  return person === null ? null : <Succeeded person={person} />;
}

function Succeeded({ person }: { readonly person: TestPerson }): ReactNode {
  const { t, i18n } = useLingui();
  const roles = useRoleWords();
  const rules = useRuleWords();
  const { name, email, role_values, claim_names } = person;
  const who = name === null ? email : `${name} (${email})`;
  const list = (texts: readonly string[]) => new Intl.ListFormat(i18n.locale).format(texts);
  return (
    <Alert color="petrol" variant="light" title={t`The log-in works`}>
      <Stack gap={4}>
        <Text size="sm">
          <Trans>You would be logged in as {who}.</Trans>
        </Text>
        <Text size="sm">
          {roles[person.role as Role]}. {rules[person.role_rule]}
        </Text>
        {!person.is_you && (
          <Text size="sm" fw={600}>
            <Trans>
              The provider names a person who is not you as you are known here: their e-mail address differs from yours.
              If both are you, change one of them.
            </Trans>
          </Text>
        )}
        {person.is_new_member && (
          <Text size="sm">
            <Trans>They are not a member yet, and would join with the first log-in.</Trans>
          </Text>
        )}
        {role_values !== null && role_values.length > 0 && (
          <Text size="sm">
            <Trans>Groups that the provider named: {list(role_values)}</Trans>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <Trans>Claims that the provider sent: {list(claim_names)}</Trans>
        </Text>
      </Stack>
    </Alert>
  );
}

function Failed({ problem }: { readonly problem: TestProblem }): ReactNode {
  const { t } = useLingui();
  const words = useProblemWords();
  return (
    <Alert color="red" variant="light" title={t`The log-in did not work`}>
      <Stack gap={4}>
        <Text size="sm">{words[problem.kind]}</Text>
        <Text size="sm" c="dimmed">
          <Trans>In the words of the log:</Trans> <Code>{problem.reason}</Code>
        </Text>
      </Stack>
    </Alert>
  );
}

function useRuleWords(): Readonly<Record<TestPerson['role_rule'], string>> {
  const { t } = useLingui();
  return {
    owner: t`Owners stay owners, whatever the provider says.`,
    role_mapping: t`One of their groups gives it.`,
    default_role: t`None of their groups gives one, so it is that of new members.`,
    invitation: t`An open invitation gives it.`,
    unchanged: t`It stays as it is.`,
  };
}

function useProblemWords(): Readonly<Record<TestProblem['kind'], string>> {
  const { t } = useLingui();
  return {
    unreachable: t`The provider could not be read at this issuer. Check the address, and whether this service may reach it.`,
    client: t`The provider refused the client ID or the secret. Paste both again; the secret may have expired.`,
    denied: t`The provider did not let you in. Assign yourself to the application there.`,
    provider: t`The provider reported an error. Its own log says more.`,
    clock: t`The clocks of the provider and of this service differ by more than a minute. Set the wrong one right.`,
    signature: t`The response was not signed by this provider. Paste its signing certificate or its issuer again.`,
    audience: t`The response was meant for another service. Copy the addresses of step 1 to the provider again.`,
    issuer: t`The response names a different issuer than step 2. Paste it again, letter by letter as the provider shows it.`,
    email: t`The provider sent no e-mail address. Have it send one; what it did send is listed below by name.`,
    unverified: t`The provider does not say that your e-mail address is verified. Have it do so, or verify your domain below.`,
    groups: t`The provider left out your groups because there are too many. Have it send only those of this application.`,
    domain: t`This person has a user here but is not a member. Verify the domain of their address below, or invite them.`,
    foreign_domain: t`Another account here has verified the domain of this address. Log in with an address of your own domain.`,
    deactivated: t`The provider has deactivated this person. Activate them there.`,
    removed: t`This person was removed from the account. Invite them first.`,
    changed: t`The log-in was begun elsewhere, took too long, or the values were changed meanwhile. Test again.`,
    other: t`Something else went wrong.`,
  };
}
