/** The person's own: name, password, second factor, and where they are logged in. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { logIn } from '../../frame/log-in.ts';
import { Problem } from '../../frame/problem.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { useLeaveGuard } from '../../frame/use-leave-guard.ts';
import { Button, Form, Group, LinkAnchor, PasswordInput, Section, Stack, Text, TextInput } from '../../ui/index.ts';
import { OwnDeletion } from './own-deletion.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function Profile(): ReactNode {
  const { t } = useLingui();
  return (
    <main>
      <Stack maw={720} mx="auto">
        <Screen
          title={t`My profile`}
          actions={
            <LinkAnchor to="/" size="sm">
              <Trans>Back to Content</Trans>
            </LinkAnchor>
          }
        >
          <NameAndPassword />
          <SecondFactor />
          <Passkeys />
          <Sessions />
          <OwnDeletion />
        </Screen>
      </Stack>
    </main>
  );
}

function NameAndPassword(): ReactNode {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(meQuery).data;
  const [changing, setChanging] = useState(false);
  return (
    <Section title={t`Name and password`} about={user.email}>
      <NameForm />
      <Button variant="default" w="fit-content" onClick={() => setChanging(true)}>
        <Trans>Change password</Trans>
      </Button>
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </Section>
  );
}

function NameForm(): ReactNode {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(meQuery).data;
  const client = useQueryClient();
  const { problem, busy, run } = useAttempt();
  const [typed, setTyped] = useState(user.name);
  const [wasSaved, setWasSaved] = useState(false);
  const isUnsaved = typed.trim() !== user.name;
  useLeaveGuard(isUnsaved);
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = textIn(new FormData(event.currentTarget), 'name');
    void run(async () => {
      await bodyOf(api.PATCH('/auth/me', { body: { name } }));
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      setWasSaved(true);
    });
  };
  return (
    <>
      <Problem error={problem} />
      <Form onSubmit={rename}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t`Your name`}
            name="name"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            maxLength={255}
            required
            flex={1}
          />
          <Button type="submit" variant="default" loading={busy}>
            <Trans>Save</Trans>
          </Button>
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {wasSaved && !isUnsaved && <Trans>Saved</Trans>}
        </Text>
      </Form>
    </>
  );
}

function ChangePassword({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const { user, account } = useSuspenseQuery(meQuery).data;
  const client = useQueryClient();
  const change = async (given: FormData) => {
    const body = { current_password: String(given.get('current')), password: String(given.get('password')) };
    await bodyOf(api.PATCH('/auth/me', { body }));
    // This ends all sessions, the current one too. If the password alone does not log in again, Studio asks for the rest.
    await logIn(user.email, body.password, account.id).catch(() => undefined);
    await client.invalidateQueries();
  };
  return (
    <FormDialog title={t`Change password`} action={t`Change password`} onSubmit={change} onClose={onClose}>
      <Text size="sm">
        <Trans>A new password logs you out everywhere else.</Trans>
      </Text>
      <PasswordInput
        label={t`Current password`}
        name="current"
        autoComplete="current-password"
        required
        data-autofocus
      />
      <PasswordInput
        label={t`New password`}
        description={t`8 characters or more`}
        name="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        required
      />
    </FormDialog>
  );
}
