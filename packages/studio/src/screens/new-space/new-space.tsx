/** The first thing that somebody without a space does: name one, and say which language it is written in. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { MAIN_ENVIRONMENT } from '../../api/main-environment.ts';
import { queryClient, spacesQuery } from '../../api/queries.ts';
import { LanguageInput } from '../../frame/language-input.tsx';
import { PersonMenu } from '../../frame/person-menu.tsx';
import { Problem } from '../../frame/problem.tsx';
import { SheetScreen } from '../../frame/sheet-screen.tsx';
import { useFormAttempt } from '../../frame/use-form-attempt.ts';
import { Button, Form, Group, LinkAnchor, Stack, TextInput } from '../../ui/index.ts';

export function NewSpace(): ReactNode {
  const { t } = useLingui();
  const navigate = useNavigate();
  const hasSpaces = (useQuery(spacesQuery).data ?? []).length > 0;
  const { problem, busy, run, placing } = useFormAttempt();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const body = { name: String(given.get('name')).trim(), default_locale: String(given.get('default_locale')) };
    void run(async () => {
      const { id } = await bodyOf(api.POST('/spaces', { body }));
      await queryClient.invalidateQueries({ queryKey: spacesQuery.queryKey });
      await navigate({ to: '/spaces/$space/$environment', params: { space: id, environment: MAIN_ENVIRONMENT } });
    });
  };

  return (
    <SheetScreen
      title={t`New space`}
      about={<Trans>A space holds the content of one project: a website, an app or a shop.</Trans>}
      after={
        <Group justify="space-between">
          {hasSpaces ? (
            <LinkAnchor to="/" size="sm">
              <Trans>Back to Content</Trans>
            </LinkAnchor>
          ) : (
            <span />
          )}
          <PersonMenu />
        </Group>
      }
    >
      <Form onSubmit={send} {...placing}>
        <Stack gap="sm">
          <Problem error={problem} />
          <TextInput label={t`Name of the space`} name="name" required maxLength={200} autoFocus />
          <LanguageInput
            path="default_locale"
            label={t`Language`}
            about={<Trans>The language you write in first. You can add others later.</Trans>}
            start={languageOfBrowser()}
          />
          <Button type="submit" loading={busy}>
            <Trans>Create space</Trans>
          </Button>
        </Stack>
      </Form>
    </SheetScreen>
  );
}

/** A plain tag: browsers add parts of their own to theirs, such as `@posix`. */
function languageOfBrowser(): string {
  return navigator.language.match(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*/i)?.[0] ?? 'en-US';
}
