/** The languages of the space, and which one stands in where another has no value. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { localesQuery } from '../../../api/queries.ts';
import type { Locale } from '../../../api/types.ts';
import { DangerDialog, FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { LanguageInput } from '../../../frame/language-input.tsx';
import { useLocales, usePermission, usePlace } from '../../../frame/use-place.ts';
import { ChevronRightIcon } from '../../../ui/icons.ts';
import {
  Badge,
  Checkbox,
  DataTable,
  Group,
  RowActions,
  RowButton,
  Select,
  Table,
  Text,
  TextInput,
} from '../../../ui/index.ts';
import { OpenedGone, OpenedRow } from '../list/opened-row.tsx';
import { SettingsPage } from '../page/settings-page.tsx';

type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'change'; readonly locale: Locale }
  | { readonly kind: 'remove'; readonly locale: Locale; readonly loses: boolean };

export function Locales(): ReactNode {
  const { t } = useLingui();
  const locales = useLocales();
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <SettingsPage
      title={t`Languages`}
      about={<Trans>Where a language has no value, readers see the one of its fallback.</Trans>}
      guide="model-content"
      add={{
        words: <Trans>Add a language</Trans>,
        permission: 'locale.manage',
        onAdd: () => setAsked({ kind: 'add' }),
      }}
    >
      <OpenedGone prefix="loc_" items={locales} words={t`This language was removed.`} />
      <DataTable headings={[t`Language`, t`Code`, t`Fallback`]} hasActions>
        {locales.map((locale) => (
          <OpenedRow key={locale.id} id={locale.id}>
            <Table.Td>
              <Group gap="xs">
                {locale.name}
                {locale.default && (
                  <Badge>
                    <Trans>Default</Trans>
                  </Badge>
                )}
                {locale.optional && (
                  <Badge>
                    <Trans>Optional</Trans>
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td>{locale.code}</Table.Td>
            <Table.Td>
              <FallbackChain locale={locale} locales={locales} />
            </Table.Td>
            <Table.Td>
              <LocaleActions locale={locale} ask={setAsked} />
            </Table.Td>
          </OpenedRow>
        ))}
      </DataTable>
      {asked?.kind === 'remove' && (
        <RemoveLocale
          locale={asked.locale}
          loses={asked.loses}
          onLoss={() => setAsked({ ...asked, loses: true })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked !== null && asked.kind !== 'remove' && (
        <LocaleForm locale={asked.kind === 'change' ? asked.locale : null} onClose={() => setAsked(null)} />
      )}
    </SettingsPage>
  );
}

interface LocaleActionsProperties {
  readonly locale: Locale;
  readonly ask: (asked: Asked) => void;
}

function LocaleActions({ locale, ask }: LocaleActionsProperties): ReactNode {
  if (!usePermission('locale.manage')) return null;
  return (
    <RowActions>
      <RowButton onClick={() => ask({ kind: 'change', locale })}>
        <Trans>Change</Trans>
      </RowButton>
      {!locale.default && (
        <RowButton onClick={() => ask({ kind: 'remove', locale, loses: false })}>
          <Trans>Remove</Trans>
        </RowButton>
      )}
    </RowActions>
  );
}

interface FallbackChainProperties {
  readonly locale: Locale;
  readonly locales: readonly Locale[];
}

/** The languages that stand in, in their order: de-AT, then de, then en-US. */
function FallbackChain({ locale, locales }: FallbackChainProperties): ReactNode {
  const { t } = useLingui();
  const chain: string[] = [];
  for (let code = locale.fallback; code !== null && !chain.includes(code); ) {
    chain.push(code);
    code = locales.find((one) => one.code === code)?.fallback ?? null;
  }
  if (chain.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>nothing</Trans>
      </Text>
    );
  return (
    <Group gap={4} wrap="nowrap">
      {[locale.code, ...chain].map((code, index) => (
        <Fragment key={code}>
          {index > 0 && (
            <ChevronRightIcon
              size={14}
              aria-label={t({
                message: 'then',
                comment: 'Between languages of a chain of fallbacks, told to screen readers',
              })}
            />
          )}
          {code}
        </Fragment>
      ))}
    </Group>
  );
}

interface LocaleFormProperties {
  /** Null for a new one. */
  readonly locale: Locale | null;
  readonly onClose: () => void;
}

function LocaleForm({ locale, onClose }: LocaleFormProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const others = useLocales().filter(({ id }) => id !== locale?.id);
  const standard = others.find((one) => one.default)?.code ?? null;
  const [called, setCalled] = useState<string | null>(null);
  const [fallback, setFallback] = useState<string | null>(locale === null ? standard : locale.fallback);

  const save = async (given: FormData) => {
    const name = textIn(given, 'name') || called;
    const body = {
      code: textIn(given, 'code'),
      ...(name === null ? {} : { name }),
      fallback,
      optional: given.has('optional'),
      ...(given.has('default') ? { default: true } : {}),
    };
    if (locale === null)
      await bodyOf(api.POST('/spaces/{space_id}/locales', { params: { path: { space_id: space } }, body }));
    else {
      const params = { path: { space_id: space, locale_id: locale.id } };
      const versioned = { ...body, version: locale.version };
      await bodyOf(api.PATCH('/spaces/{space_id}/locales/{locale_id}', { params, body: versioned }));
    }
    await client.invalidateQueries({ queryKey: localesQuery(space).queryKey });
  };

  return (
    <FormDialog
      title={locale === null ? t`Add a language` : t`Change ${locale.name}`}
      action={locale === null ? t`Add` : t`Save`}
      onSubmit={save}
      onClose={onClose}
    >
      <LanguageInput path="code" label={t`Language`} start={locale?.code ?? ''} onName={setCalled} autoFocus />
      <TextInput
        label={t`Name in Studio`}
        name="name"
        defaultValue={locale?.name ?? ''}
        placeholder={called ?? ''}
        maxLength={200}
      />
      <Select
        label={t`Fallback`}
        placeholder={t`nothing`}
        data={others.map(({ code: value, name: label }) => ({ value, label }))}
        value={fallback}
        onChange={setFallback}
        clearable
      />
      <Checkbox
        name="optional"
        label={t`Required fields may be empty in this language`}
        defaultChecked={locale?.optional ?? false}
      />
      {locale?.default === false && <Checkbox name="default" label={t`Make this the default language`} />}
    </FormDialog>
  );
}

interface RemoveLocaleProperties {
  readonly locale: Locale;
  /** Whether the server has said that values would be lost. */
  readonly loses: boolean;
  readonly onLoss: () => void;
  readonly onClose: () => void;
}

function RemoveLocale({ locale, loses, onLoss, onClose }: RemoveLocaleProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const remove = async () => {
    const query = loses ? { confirm_data_loss: true } : {};
    const params = { path: { space_id: space, locale_id: locale.id }, query };
    try {
      await bodyOf(api.DELETE('/spaces/{space_id}/locales/{locale_id}', { params }));
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 409 && !loses) onLoss();
      throw error;
    }
    await client.invalidateQueries({ queryKey: localesQuery(space).queryKey });
  };
  return (
    <DangerDialog
      title={t`Remove ${locale.name}`}
      action={loses ? t`Remove with all its content` : t`Remove`}
      onSubmit={remove}
      onClose={onClose}
    >
      {loses ? (
        <Trans>
          Everything written in this language is lost, in drafts and for readers. Languages that fall back on it use its
          fallback instead.
        </Trans>
      ) : (
        <Trans>A language without content is removed at once. If anything is written in it, you are asked again.</Trans>
      )}
    </DangerDialog>
  );
}
