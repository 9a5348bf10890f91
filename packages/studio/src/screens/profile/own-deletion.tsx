/** Deleting one's own user: asked for with the password, done two weeks later, and taken back until then. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { Moment } from '../../frame/moments.tsx';
import { Problem } from '../../frame/problem.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { useRefresh } from '../../frame/use-refresh.ts';
import { Button, PasswordInput, Section, Text } from '../../ui/index.ts';

export function OwnDeletion(): ReactNode {
  const { t } = useLingui();
  const { deletion_at: at } = useSuspenseQuery(meQuery).data;
  const [asked, setAsked] = useState(false);
  return (
    <Section title={t`Delete your user`}>
      {at === null ? (
        <>
          <Text size="sm">
            <Trans>
              Done two weeks after you ask for it. What you wrote stays in its account, without your name. Until then
              you can take it back.
            </Trans>
          </Text>
          <Button variant="outline" color="red" w="fit-content" onClick={() => setAsked(true)}>
            <Trans>Delete your user…</Trans>
          </Button>
        </>
      ) : (
        <TakeBack at={at} />
      )}
      {asked && <DeleteOwn onClose={() => setAsked(false)} />}
    </Section>
  );
}

/** @param at when the user is deleted */
function TakeBack({ at }: { readonly at: string }): ReactNode {
  const { problem, busy, run } = useAttempt();
  const refresh = useRefresh(meQuery.queryKey);
  const restore = () =>
    run(async () => {
      await bodyOf(api.POST('/auth/me/restore'));
      await refresh();
    });
  return (
    <>
      <Text size="sm" role="status">
        <Trans>
          Your user will be deleted <Moment at={at} inSentence />.
        </Trans>
      </Text>
      <Problem error={problem} />
      <Button w="fit-content" loading={busy} onClick={() => void restore()}>
        <Trans>Keep my user</Trans>
      </Button>
    </>
  );
}

function DeleteOwn({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const { version } = useSuspenseQuery(meQuery).data;
  const refresh = useRefresh(meQuery.queryKey);
  const remove = async (given: FormData) => {
    const body = { password: String(given.get('password')), version };
    await bodyOf(api.DELETE('/auth/me', { body }));
    await refresh();
  };
  return (
    <FormDialog title={t`Delete your user`} action={t`Delete in two weeks`} danger onSubmit={remove} onClose={onClose}>
      <Text size="sm">
        <Trans>
          You leave all accounts, your keys to Lectern stop working, and your name is removed from what you did.
        </Trans>
      </Text>
      <PasswordInput label={t`Your password`} name="password" autoComplete="current-password" required data-autofocus />
    </FormDialog>
  );
}
