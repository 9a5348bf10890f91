/** One field: its name, type and limits. It becomes part of the working type; nothing is saved here. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { FIELD_ID_PATTERN, fieldTraits, type ItemTypeName, itemTypeNames } from '../../../../contract/src/fields.ts';
import type { ContentType, FieldType } from '../../api/types.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { Alert, Checkbox, Group, GrowingTextarea, Select, Stack, TextInput } from '../../ui/index.ts';
import { offeredTypes, offeredValidations, offersDefault } from './field-settings.ts';
import { LimitInputs, type Limits } from './limit-inputs.tsx';
import { useTypeWords } from './type-words.ts';
import { fieldIdFrom, type WorkingField } from './working-type.ts';

interface FieldFormProperties {
  /** Null for a new one. */
  readonly field: WorkingField | null;
  /** Ids of the other fields. */
  readonly taken: readonly string[];
  readonly hidden: ContentType['hidden_fields'];
  readonly onKeep: (field: WorkingField) => void;
  readonly onClose: () => void;
}

export function FieldForm({ field, taken, hidden, onKeep, onClose }: FieldFormProperties): ReactNode {
  const { t } = useLingui();
  const words = useTypeWords();
  const [name, setName] = useState(field?.name ?? '');
  const [id, setId] = useState<string | null>(field?.id ?? null);
  const [type, setType] = useState<FieldType>(field?.type ?? 'string');
  const [itemType, setItemType] = useState<ItemTypeName>((field?.items?.type as ItemTypeName | undefined) ?? 'string');
  const [limits, setLimits] = useState<Limits>(field?.validations ?? {});
  const [itemLimits, setItemLimits] = useState<Limits>(field?.items?.validations ?? {});
  const [restore, setRestore] = useState<string | null>(null);
  const { mayBeUnique } = fieldTraits[type];
  const idNow = id ?? fieldIdFrom(name);
  const hiddenTwin = field?.was == null ? hidden.find((one) => one.id === idNow && one.type === type) : undefined;

  const keep = async (given: FormData) => {
    if (taken.includes(idNow)) throw new Error(t`Another field has the id ${idNow}; choose another one.`);
    if (hiddenTwin !== undefined && restore === null)
      throw new Error(t`Say whether the hidden values of ${idNow} come back.`);
    const help = textIn(given, 'help');
    const standard = textIn(given, 'default');
    onKeep({
      id: idNow,
      name: name.trim(),
      type,
      required: given.has('required'),
      localized: given.has('localized'),
      unique: mayBeUnique && given.has('unique'),
      ...(help === '' ? {} : { help }),
      ...(standard === '' ? {} : { default: defaultFrom(standard, type) }),
      ...(Object.keys(limits).length === 0 ? {} : { validations: limits }),
      ...(type === 'array' ? { items: itemsOf(itemType, itemLimits) } : {}),
      ...(hiddenTwin === undefined ? {} : { restore: restore === 'true' }),
      was: field?.was ?? null,
    });
  };

  return (
    <FormDialog
      title={field === null ? t`Add a field` : t`Change ${field.name}`}
      action={field === null ? t`Add` : t`Keep`}
      onSubmit={keep}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        maxLength={200}
        data-autofocus
      />
      <TextInput
        label={t`Id`}
        description={
          field?.was == null
            ? t`Its name in the API`
            : t`Its name in the API. A change of it renames the field and keeps its values.`
        }
        value={idNow}
        onChange={(event) => setId(event.currentTarget.value)}
        pattern={FIELD_ID_PATTERN}
        required
      />
      <Select
        label={t`Type`}
        data={offeredTypes.map((value) => ({ value, label: words[value] }))}
        value={type}
        onChange={(value) => {
          if (value === null) return;
          setType(value as FieldType);
          setLimits({});
        }}
        allowDeselect={false}
        searchable
      />
      {type === 'array' && (
        <Select
          label={t`List of`}
          data={itemTypeNames.map((value) => ({ value, label: words[value] }))}
          value={itemType}
          onChange={(value) => {
            if (value === null) return;
            setItemType(value as ItemTypeName);
            setItemLimits({});
          }}
          allowDeselect={false}
        />
      )}
      {hiddenTwin !== undefined && (
        <Alert variant="light" title={t`There was such a field before`}>
          <Select
            label={t`Its values`}
            data={[
              { value: 'true', label: t`come back` },
              { value: 'false', label: t`stay hidden, this one begins empty` },
            ]}
            value={restore}
            onChange={setRestore}
          />
        </Alert>
      )}
      <Group gap="md">
        <Checkbox name="required" label={t`Required`} defaultChecked={field?.required ?? false} />
        <Checkbox name="localized" label={t`A value for each language`} defaultChecked={field?.localized ?? false} />
        {mayBeUnique && <Checkbox name="unique" label={t`Unique`} defaultChecked={field?.unique ?? false} />}
      </Group>
      <GrowingTextarea
        label={t`Help`}
        description={t`Shown to whoever fills it in`}
        name="help"
        defaultValue={field?.help ?? ''}
        minRows={1}
      />
      {offersDefault(type) && (
        <TextInput
          label={t`Value at the beginning`}
          name="default"
          defaultValue={field?.default === undefined ? '' : String(field.default)}
        />
      )}
      <Stack gap="sm">
        <LimitInputs names={offeredValidations(type)} type={type} limits={limits} change={setLimits} />
        {type === 'array' && (
          <LimitInputs
            names={offeredValidations(itemType)}
            type={itemType}
            limits={itemLimits}
            change={setItemLimits}
          />
        )}
      </Stack>
      {field !== null && field.type !== type && (
        <Alert variant="light" color="yellow">
          <Trans>With another type, the values that entries have are hidden.</Trans>
        </Alert>
      )}
    </FormDialog>
  );
}

function itemsOf(type: ItemTypeName, validations: Limits): NonNullable<WorkingField['items']> {
  return Object.keys(validations).length === 0 ? { type } : { type, validations };
}

/** A typed default as its type wants it; what does not fit goes to the server as it is, which says so. */
function defaultFrom(text: string, type: FieldType): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'integer' && type !== 'number') return text;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}
