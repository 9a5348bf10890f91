/** All content types: as a list, as a picture of what links to what, as JSON. The address says which. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { contentTypesQuery } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';
import { ComponentPicture, havePictures } from '../../fields/blocks/component-picture.tsx';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useAddress, useChangeAddress } from '../../frame/use-address.ts';
import { useMayModel, useModelLock } from '../../frame/use-model-lock.ts';
import { useDefaultLocale, useModel, usePlace } from '../../frame/use-place.ts';
import { AddIcon } from '../../ui/icons.ts';
import {
  Button,
  Code,
  CopyTextButton,
  DataTable,
  EmptyState,
  Group,
  GrowingTextarea,
  LinkAnchor,
  LinkButton,
  Section,
  SegmentedControl,
  Stack,
  Table,
  TextInput,
} from '../../ui/index.ts';
import { ModelKept } from './model-kept.tsx';
import { TypeGraph } from './type-graph.tsx';

const ICON_SIZE = 16;

export function Model(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const types = useModel();
  const mayManage = useMayModel();
  const isKept = useModelLock() !== null;
  const shown = useAddress().as ?? 'list';
  const change = useChangeAddress();
  const [making, setMaking] = useState<ContentType['kind'] | null>(null);

  return (
    <Screen
      title={t`Model`}
      about={<Trans>Content types define which fields your entries have.</Trans>}
      actions={
        mayManage && (
          <>
            <Button variant="default" onClick={() => setMaking('component')}>
              <Trans>New component</Trans>
            </Button>
            <Button leftSection={<AddIcon size={ICON_SIZE} aria-hidden />} onClick={() => setMaking('entry')}>
              <Trans>New type</Trans>
            </Button>
          </>
        )
      }
    >
      <ModelKept />
      {types.length === 0 ? (
        <EmptyState
          title={t`No content types yet`}
          detail={
            mayManage || isKept ? undefined : t`Ask a developer of this account to create the first content type.`
          }
        >
          {mayManage && (
            <LinkButton to="/spaces/$space/$environment/first-steps" params={place} variant="default">
              <Trans>Start with a ready-made model</Trans>
            </LinkButton>
          )}
        </EmptyState>
      ) : (
        <>
          <Group>
            <SegmentedControl
              aria-label={t`Model layout`}
              data={[
                { value: 'list', label: t`List` },
                { value: 'graph', label: t`Graph` },
                { value: 'json', label: t`JSON` },
              ]}
              value={shown}
              onChange={(as) => change({ as: as === 'list' ? undefined : as })}
            />
          </Group>
          {shown === 'graph' && <TypeGraph types={types} />}
          {shown === 'json' && <ModelAsJson />}
          {shown === 'list' && <Lists />}
        </>
      )}
      {making !== null && <NewType kind={making} onClose={() => setMaking(null)} />}
    </Screen>
  );
}

/** Components apart from the types that entries are made of. */
function Lists(): ReactNode {
  const { t } = useLingui();
  const mayManage = useMayModel();
  const types = useModel();
  const components = types.filter(({ kind }) => kind === 'component');
  const ofEntries = types.filter(({ kind }) => kind === 'entry');
  return (
    <>
      {ofEntries.length === 0 ? (
        <EmptyState
          title={t`No content types yet`}
          detail={mayManage ? t`Entries have a content type. Create one, and add your components to it.` : undefined}
        />
      ) : (
        <TypeList types={ofEntries} />
      )}
      {components.length > 0 && (
        <Section
          title={t`Components`}
          about={<Trans>Their fields stand inside of entries, in fields of type Component and Blocks.</Trans>}
        >
          <TypeList types={components} />
        </Section>
      )}
    </>
  );
}

function TypeList({ types }: { readonly types: readonly ContentType[] }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const locale = useDefaultLocale().code;
  const hasPictures = havePictures(types);
  return (
    <DataTable headings={[t`Name`, t`API name`, t`Fields`, t`Description`]}>
      {types.map((type) => (
        <Table.Tr key={type.api_id}>
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              {hasPictures && <ComponentPicture place={place} locale={locale} component={type} />}
              <LinkAnchor to="/spaces/$space/$environment/model/$type" params={{ ...place, type: type.api_id }}>
                {type.name}
              </LinkAnchor>
            </Group>
          </Table.Td>
          <Table.Td>{type.api_id}</Table.Td>
          <Table.Td>{type.fields.length}</Table.Td>
          <Table.Td>{type.description}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** The model as the API gives it: what `PUT …/content-types/<api_id>` takes, type by type. */
function ModelAsJson(): ReactNode {
  const { t } = useLingui();
  const text = JSON.stringify(
    useModel().map((type) => ({
      api_id: type.api_id,
      kind: type.kind,
      name: type.name,
      description: type.description,
      display_field: type.display_field,
      slug_field: type.slug_field,
      preview_url: type.preview_url,
      preview_picture: type.preview_picture,
      deliver_former_ids: type.deliver_former_ids,
      layout: type.layout,
      fields: type.fields,
    })),
    null,
    2,
  );
  return (
    <Stack gap="xs">
      <Group>
        <CopyTextButton value={text} />
      </Group>
      <Code block mah="65vh" tabIndex={0} aria-label={t`The model as JSON`}>
        {text}
      </Code>
    </Stack>
  );
}

interface NewTypeProperties {
  readonly kind: ContentType['kind'];
  readonly onClose: () => void;
}

function NewType({ kind, onClose }: NewTypeProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const navigate = useNavigate();
  const make = async (given: FormData) => {
    const id = textIn(given, 'api_id');
    const name = textIn(given, 'name');
    const title = {
      id: 'title',
      name: t`Title`,
      type: 'string',
      required: kind === 'entry',
      localized: true,
      unique: false,
    } as const;
    const body = {
      kind,
      name,
      description: textIn(given, 'description'),
      display_field: title.id,
      fields: [title],
      ...(id === '' ? {} : { api_id: id }),
    };
    const params = { path: { space_id: place.space, environment: place.environment } };
    const made = await bodyOf(
      api.POST('/spaces/{space_id}/environments/{environment}/content-types', { params, body }),
    );
    await client.invalidateQueries({ queryKey: contentTypesQuery(place).queryKey });
    await navigate({ to: '/spaces/$space/$environment/model/$type', params: { ...place, type: made.api_id } });
  };
  return (
    <FormDialog
      title={kind === 'component' ? t`New component` : t`New type`}
      action={
        kind === 'component'
          ? t`Create component`
          : t({ message: 'Create type', comment: 'Button: adds a content type to the model' })
      }
      onSubmit={make}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={kind === 'component' ? t`Hero, Gallery, Quote, SEO …` : t`Article, Product, Page …`}
        name="name"
        required
        maxLength={200}
        data-autofocus
      />
      <TextInput
        label={t`API name`}
        description={t`Leave empty to derive it from the name. It cannot be changed later.`}
        name="api_id"
        pattern="[A-Za-z0-9._\-]{1,64}"
        data-advice={t`Use letters, digits, dots, hyphens and underscores.`}
        maxLength={64}
      />
      <GrowingTextarea label={t`Description`} name="description" maxLength={2000} minRows={2} />
    </FormDialog>
  );
}
