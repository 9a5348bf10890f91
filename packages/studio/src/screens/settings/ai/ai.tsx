/** AI helpers: which model there is and whether it answers, where they may be used, what they use, and where they are. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { aiStatusQuery, spacesQuery } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.gen.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { Moment } from '../../../frame/moments.tsx';
import { useAccountId, usePermission, usePlace, useSpace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { Alert, Code, LinkAnchor, List, Section, Stack, Switch, Text } from '../../../ui/index.ts';
import { accountQuery } from '../account/account-query.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { NeedsRole } from '../page/needs-role.tsx';
import { SettingsPage } from '../page/settings-page.tsx';
import { subscriptionQuery } from '../plan/billing-queries.ts';
import { amountWords } from '../plan/plan-words.ts';

type Status = components['schemas']['AiStatus'];

export function AiPage(): ReactNode {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`AI helpers`}
      about={<Trans>A language model can write, translate and describe pictures. You decide what it may see.</Trans>}
      guide="ai"
      permission="ai.use"
    >
      <Model />
      <Allowed />
      <Tokens />
      <Helpers />
    </SettingsPage>
  );
}

function Model(): ReactNode {
  const { t } = useLingui();
  const status = useSuspenseQuery(aiStatusQuery).data;
  return (
    <Section title={t`The model`}>
      {status.model === null ? (
        <Text size="sm">
          <Trans>
            None is set up, so nothing is sent to any. Whoever runs this installation sets{' '}
            <Code>LECTERN_AI_PROVIDER</Code> and <Code>LECTERN_AI_MODEL</Code>; a model on the same machine will do.
          </Trans>
        </Text>
      ) : (
        <ModelState status={status} name={status.model} />
      )}
    </Section>
  );
}

function ModelState({ status, name }: { readonly status: Status; readonly name: string }): ReactNode {
  const { t } = useLingui();
  const { provider, answered_at: answered, failed_at: failed } = status;
  const isFailing = failed !== null && (answered === null || failed > answered);
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Trans>
          <Code>{name}</Code> of the provider <Code>{provider}</Code>
        </Trans>
      </Text>
      {isFailing && (
        <Alert color="yellow" role="status" title={t`The last call failed`}>
          <Trans>
            It failed <Moment at={failed} inSentence />. Try again; if that does not help, whoever runs this
            installation finds the reason in the log.
          </Trans>
        </Alert>
      )}
      {!isFailing && answered !== null && (
        <Text size="sm" c="dimmed">
          <Trans>
            It last answered <Moment at={answered} inSentence />.
          </Trans>
        </Text>
      )}
      {!isFailing && answered === null && (
        <Text size="sm" c="dimmed">
          <Trans>Nobody has asked it anything since the service started.</Trans>
        </Text>
      )}
    </Stack>
  );
}

/** The switch of the space, and what the account allows. */
function Allowed(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const mayUpdate = usePermission('space.update');
  const space = useSpace();
  const account = useSuspenseQuery(accountQuery(useAccountId())).data;
  const refresh = useRefresh(spacesQuery.queryKey);
  const save = async (changes: object) => {
    const params = { path: { space_id: space.id } };
    const body = { ...changes, version: space.version };
    await actOnVersion(() => bodyOf(api.PATCH('/spaces/{space_id}', { params, body })), refresh);
    await refresh();
  };
  return (
    <Section title={t`Where they may be used`}>
      {account.ai === 'off' && (
        <Alert color="yellow" role="status">
          <Trans>
            They are off for the whole account, whatever is set here.{' '}
            <LinkAnchor to="/spaces/$space/$environment/settings/account" params={place} inherit underline="always">
              Settings of the account
            </LinkAnchor>
          </Trans>
        </Alert>
      )}
      {!mayUpdate && <NeedsRole permission="space.update" />}
      <SettingsForm
        saved={{ ai: space.ai }}
        words={{ ai: { name: t`AI helpers`, shown: (value) => (value === 'on' ? t`On` : t`Off`) } }}
        onSave={save}
        isReadOnly={!mayUpdate}
      >
        {({ values, set }) => (
          <Switch
            label={t`AI helpers in this space`}
            description={t`When off, no content of this space is sent to a language model.`}
            name="ai"
            checked={values.ai === 'on'}
            onChange={({ currentTarget }) => set('ai', currentTarget.checked ? 'on' : 'off')}
            disabled={!mayUpdate}
          />
        )}
      </SettingsForm>
    </Section>
  );
}

/** What is used this month, for those who may see it. */
function Tokens(): ReactNode {
  const { t, i18n } = useLingui();
  const { space, environment } = usePlace();
  const mayRead = usePermission('billing.read');
  const { data } = useQuery({ ...subscriptionQuery, enabled: mayRead });
  const tokens = data?.usage.find(({ metric }) => metric === 'ai_tokens_per_month');
  const words = (amount: number | null) => amountWords('ai_tokens_per_month', amount ?? 0, i18n.locale);
  const [used, limit] = [words(tokens?.used ?? 0), words(tokens?.limit ?? 0)];
  return (
    <Section title={t`Used this month`}>
      {!mayRead && <NeedsRole permission="billing.read" />}
      {tokens !== undefined && (
        <Text size="sm">
          {tokens.limit === null ? (
            <Trans>{used} tokens; the plan sets no limit.</Trans>
          ) : (
            <Trans>
              {used} of {limit} tokens.
            </Trans>
          )}{' '}
          <LinkAnchor
            to="/spaces/$space/$environment/settings/plan"
            params={{ space, environment }}
            inherit
            underline="always"
          >
            <Trans>Plan and usage</Trans>
          </LinkAnchor>
        </Text>
      )}
    </Section>
  );
}

function Helpers(): ReactNode {
  const { t } = useLingui();
  const { space, environment } = usePlace();
  return (
    <Section title={t`Where they are`}>
      <List size="sm" spacing="xs">
        <List.Item>
          <Trans>
            Describe a picture: open it in{' '}
            <LinkAnchor
              to="/spaces/$space/$environment/media"
              params={{ space, environment }}
              inherit
              underline="always"
            >
              Media
            </LinkAnchor>
            , and have an alternative text suggested.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Write, rewrite and summarize: the menu with the sparkle at a text of an entry. It shows what the model wrote
            before anything changes.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            Translate an entry: <b>Translate from…</b> in its menu of languages. Describe it for search engines: in its
            other menu.
          </Trans>
        </List.Item>
      </List>
    </Section>
  );
}
