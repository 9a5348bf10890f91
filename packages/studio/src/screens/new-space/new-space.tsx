/** The first thing that somebody without a space does: name one, and say which language it is written in. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { MAIN_ENVIRONMENT, queryClient, spacesQuery } from '../../api/queries.ts';
import { PageTitle } from '../../frame/page-title.tsx';
import { Problem } from '../../frame/problem.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { Button, Center, Form, Paper, Stack, Text, TextInput, Title } from '../../ui/index.ts';

export function NewSpace(): ReactNode {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { problem, busy, run } = useAttempt();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const body = { name: String(given.get('name')).trim(), default_locale: String(given.get('locale')).trim() };
    void run(async () => {
      const { id } = await bodyOf(api.POST('/spaces', { body }));
      await queryClient.invalidateQueries({ queryKey: spacesQuery.queryKey });
      await navigate({ to: '/spaces/$space/$environment', params: { space: id, environment: MAIN_ENVIRONMENT } });
    });
  };

  return (
    <Center component="main" mih="100dvh" p="md">
      <PageTitle title={t`New space`} />
      <Stack w="100%" maw={420}>
        <Title order={1}>
          <Trans>New space</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>A space holds the content of one project: a site, an app, a shop.</Trans>
        </Text>
        <Paper withBorder p="lg">
          <Form onSubmit={send}>
            <Stack gap="sm">
              <Problem words={problem} />
              <TextInput label={t`Name`} name="name" required maxLength={200} autoFocus />
              <TextInput
                label={t`Language`}
                description={t`What you write in first, as a language tag such as en-US or de. Others can follow.`}
                name="locale"
                required
                maxLength={64}
                defaultValue={languageOfBrowser()}
              />
              <Button type="submit" loading={busy}>
                <Trans>Make the space</Trans>
              </Button>
            </Stack>
          </Form>
        </Paper>
      </Stack>
    </Center>
  );
}

/** A plain tag: browsers add parts of their own to theirs, such as `@posix`. */
function languageOfBrowser(): string {
  return navigator.language.match(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*/i)?.[0] ?? 'en-US';
}
