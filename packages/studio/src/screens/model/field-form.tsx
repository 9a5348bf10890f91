/** One field: its name, type and limits. It becomes part of the working type; nothing is saved here. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import {
  FIELD_ID_PATTERN,
  fieldTraits,
  fieldTypeNames,
  type ItemTypeName,
  itemTypeNames,
} from '../../../../contract/src/fields.ts';
import type { ContentType, FieldType } from '../../api/types.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { useModel } from '../../frame/use-place.ts';
import {
  Alert,
  Checkbox,
  Group,
  GrowingTextarea,
  MultiSelect,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '../../ui/index.ts';
import { draftOf, type FieldDraft, fieldFrom, idOf } from './field-draft.ts';
import { offeredValidations, offersDefault } from './field-settings.ts';
import { FieldTypeSelect } from './field-type-select.tsx';
import { LimitInputs } from './limit-inputs.tsx';
import type { WorkingField } from './working-type.ts';

interface FieldFormProperties {
  /** Null for a new one. */
  readonly field: WorkingField | null;
  readonly others: readonly WorkingField[];
  readonly hidden: ContentType['hidden_fields'];
  /** That of which a new one brings the values back. */
  readonly restored?: ContentType['hidden_fields'][number];
  readonly kind: ContentType['kind'];
  readonly onKeep: (field: WorkingField) => void;
  readonly onClose: () => void;
}

export function FieldForm(properties: FieldFormProperties): ReactNode {
  const { field, others, hidden, restored, kind, onKeep, onClose } = properties;
  const { t } = useLingui();
  const [draft, setDraft] = useState(() => draftOf(field, restored));
  const change = (changes: Partial<FieldDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const was = field?.was ?? null;
  const idNow = idOf(draft);
  const hiddenTwin = was === null ? hidden.find((one) => one.id === idNow && one.type === draft.type) : undefined;
  const formerOwner = others.find(({ former_ids: ids }) => ids.includes(idNow));
  const keep = async (given: FormData) => {
    if (others.some(({ id }) => id === idNow))
      throw new Error(t`Another field already has the id ${idNow}. Choose a different one.`);
    if (hiddenTwin !== undefined && draft.restore === null)
      throw new Error(t`Choose whether to restore the hidden values of ${idNow}.`);
    if ((draft.type === 'component' || draft.type === 'blocks') && draft.components.length === 0)
      throw new Error(t`Choose at least one component for this field.`);
    onKeep(fieldFrom(hiddenTwin === undefined ? { ...draft, restore: null } : draft, given, was));
  };
  return (
    <FormDialog
      title={field === null ? t`Add a field` : t`Change ${field.name}`}
      action={field === null ? t`Add` : t`Apply`}
      onSubmit={keep}
      onClose={onClose}
    >
      <NameAndId draft={draft} change={change} isNew={was === null} />
      {formerOwner !== undefined && (
        <Alert variant="light" color="yellow">
          <Trans>
            {formerOwner.name} used to have the id {idNow}. Sites that still read that id get this field from now on.
          </Trans>
        </Alert>
      )}
      <TypeSelects draft={draft} change={change} kind={kind} />
      {hiddenTwin !== undefined && <HiddenValues draft={draft} change={change} />}
      <OtherInputs field={field} type={draft.type} kind={kind} />
      <LimitsOf draft={draft} change={change} />
      {field !== null && field.type !== draft.type && (
        <Alert variant="light" color="yellow">
          <Trans>If you change the type, existing values are hidden.</Trans>
        </Alert>
      )}
    </FormDialog>
  );
}

interface DraftProperties {
  readonly draft: FieldDraft;
  readonly change: (changes: Partial<FieldDraft>) => void;
}

function NameAndId({ draft, change, isNew }: DraftProperties & { readonly isNew: boolean }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <TextInput
        label={t`Name`}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        required
        maxLength={200}
        data-autofocus
      />
      <TextInput
        label={t`Id`}
        description={isNew ? t`API name` : t`API name. Changing it renames the field and keeps its values.`}
        value={idOf(draft)}
        onChange={(event) => change({ id: event.currentTarget.value })}
        pattern={FIELD_ID_PATTERN}
        data-advice={t`Begin with a letter; letters, digits and underscores may follow.`}
        required
      />
      {draft.formerIds.length > 0 && (
        <TagsInput
          label={t`Former ids`}
          description={t`Sites can keep using them. Remove those that no site uses any more.`}
          value={[...draft.formerIds]}
          onChange={(formerIds) => change({ formerIds })}
        />
      )}
    </>
  );
}

/** The type, and that of the items of a list. Limits go with the type that they were for. */
function TypeSelects({ draft, change, kind }: DraftProperties & Pick<FieldFormProperties, 'kind'>): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <FieldTypeSelect
        label={t`Type`}
        types={fieldTypeNames.filter((type) => kind === 'entry' || type !== 'slug')}
        value={draft.type}
        onChange={(type) => change({ type, limits: {}, components: [] })}
      />
      {draft.type === 'array' && (
        <FieldTypeSelect
          label={t`List of`}
          types={itemTypeNames}
          value={draft.itemType}
          onChange={(itemType) => change({ itemType: itemType as ItemTypeName, itemLimits: {} })}
        />
      )}
      <ComponentChoice draft={draft} change={change} />
    </>
  );
}

/** What stands inside of the values of a field that holds components. */
function ComponentChoice({ draft: { type, components }, change }: DraftProperties): ReactNode {
  const { t } = useLingui();
  const offered = useModel().filter(({ kind }) => kind === 'component');
  const data = offered.map(({ api_id: value, name: label }) => ({ value, label }));
  if (type !== 'component' && type !== 'blocks') return null;
  if (offered.length === 0)
    return (
      <Alert variant="light" color="yellow">
        <Trans>There are no components yet. Create one under Model first.</Trans>
      </Alert>
    );
  if (type === 'component')
    return (
      <Select
        label={t`Component`}
        description={t`Its fields stand inside of this field.`}
        data={data}
        value={components[0] ?? null}
        onChange={(next) => change({ components: next === null ? [] : [next] })}
        required
        searchable
      />
    );
  return (
    <MultiSelect
      label={t`Blocks that can be added`}
      description={t`Editors put blocks of these components in any order.`}
      data={data}
      value={[...components]}
      onChange={(next) => change({ components: next })}
      required
      searchable
    />
  );
}

/** Asks what becomes of the values that a field of this id and type left hidden. */
function HiddenValues({ draft, change }: DraftProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Alert variant="light" title={t`This field existed before`}>
      <Select
        label={t`Hidden values`}
        data={[
          { value: 'true', label: t`are restored` },
          { value: 'false', label: t`stay hidden, and this field starts empty` },
        ]}
        value={draft.restore === null ? null : String(draft.restore)}
        onChange={(value) => change({ restore: value === null ? null : value === 'true' })}
      />
    </Alert>
  );
}

interface OtherInputsProperties extends Pick<FieldFormProperties, 'field' | 'kind'> {
  readonly type: FieldType;
}

/** What nothing else of the form depends on: read by name when the form is sent. */
function OtherInputs({ field, type, kind }: OtherInputsProperties): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <Group gap="md">
        <Checkbox name="required" label={t`Required`} defaultChecked={field?.required ?? false} />
        <Checkbox name="localized" label={t`Translate this field`} defaultChecked={field?.localized ?? false} />
        {kind === 'entry' && fieldTraits[type].mayBeUnique && (
          <Checkbox name="unique" label={t`Unique`} defaultChecked={field?.unique ?? false} />
        )}
      </Group>
      <GrowingTextarea
        label={t`Help`}
        description={t`Shown below the field name`}
        name="help"
        defaultValue={field?.help ?? ''}
        minRows={1}
      />
      {offersDefault(type) && (
        <TextInput
          label={t`Default value`}
          name="default"
          defaultValue={field?.default === undefined ? '' : String(field.default)}
        />
      )}
    </>
  );
}

function LimitsOf({ draft, change }: DraftProperties): ReactNode {
  const { type, limits, itemType, itemLimits } = draft;
  return (
    <Stack gap="sm">
      <LimitInputs
        names={offeredValidations(type)}
        type={type}
        limits={limits}
        change={(next) => change({ limits: next })}
      />
      {type === 'array' && (
        <LimitInputs
          names={offeredValidations(itemType)}
          type={itemType}
          limits={itemLimits}
          change={(next) => change({ itemLimits: next })}
        />
      )}
    </Stack>
  );
}
