/** The limits of a field, an input for each that its type takes. What is left empty is no limit. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isExactNumber } from '../../../../contract/src/exact-numbers.ts';
import type { ValidationName } from '../../../../contract/src/fields.ts';
import { marks, optionalNodes } from '../../../../contract/src/rich-text.ts';
import type { FieldType } from '../../api/types.ts';
import { traits } from '../../fields/traits.ts';
import { useContentTypes } from '../../frame/use-place.ts';
import { Checkbox, MultiSelect, NumberInput, Select, SimpleGrid, TagsInput, TextInput } from '../../ui/index.ts';

/** Limits by their names in the API. */
export type Limits = Readonly<Record<string, unknown>>;

interface LimitInputsProperties {
  readonly names: readonly ValidationName[];
  readonly type: FieldType;
  readonly limits: Limits;
  readonly change: (limits: Limits) => void;
}

interface LimitInputProperties {
  readonly label: string;
  readonly type: FieldType;
  readonly value: unknown;
  /** Undefined is no limit. */
  readonly set: (value: unknown) => void;
}

export function LimitInputs({ names, type, limits, change }: LimitInputsProperties): ReactNode {
  const words = useLimitWords(type);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
      {names.map((name) => {
        const Input = inputs[name];
        const set = (value: unknown) => change(withLimit(limits, name, value));
        return <Input key={name} label={words[name]} type={type} value={limits[name]} set={set} />;
      })}
    </SimpleGrid>
  );
}

function withLimit(limits: Limits, name: ValidationName, value: unknown): Limits {
  const { [name]: _, ...others } = limits;
  const isEmpty =
    value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);
  return isEmpty ? others : { ...others, [name]: value };
}

const inputs: Readonly<Record<ValidationName, (properties: LimitInputProperties) => ReactNode>> = {
  in: Choices,
  format: Format,
  pattern: Pattern,
  min_length: WholeNumber,
  max_length: WholeNumber,
  min: Bound,
  max: Bound,
  min_items: WholeNumber,
  max_items: WholeNumber,
  unique_items: Flag,
  content_types: Types,
  mime_types: MediaTypes,
  max_size: WholeNumber,
  nodes: ({ label, value, set }) => (
    <Several label={label} value={value} set={set} choices={Object.keys(optionalNodes)} />
  ),
  marks: ({ label, value, set }) => <Several label={label} value={value} set={set} choices={marks} />,
};

function WholeNumber({ label, value, set }: LimitInputProperties): ReactNode {
  return (
    <NumberInput
      label={label}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => set(next === '' ? undefined : Number(next))}
      min={0}
      allowDecimal={false}
    />
  );
}

/** The least and the most: a number, or a text such as a moment. */
function Bound({ label, type, value, set }: LimitInputProperties): ReactNode {
  const { typed, example = '' } = traits[type];
  if (typed !== 'number')
    return (
      <TextInput
        label={label}
        type={typed === 'date' ? 'date' : 'text'}
        placeholder={example}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  return (
    <NumberInput
      label={label}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => set(next === '' ? undefined : Number(next))}
    />
  );
}

function Choices({ label, type, value, set }: LimitInputProperties): ReactNode {
  const isNumber = traits[type].typed === 'number';
  return (
    <TagsInput
      label={label}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(tags) => set(isNumber ? tags.filter(isExactNumber).map(Number) : tags)}
      clearable
    />
  );
}

function MediaTypes({ label, value, set }: LimitInputProperties): ReactNode {
  return (
    <TagsInput
      label={label}
      data={['image/*', 'video/*', 'audio/*', 'application/pdf']}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={set}
      clearable
    />
  );
}

function Format({ label, value, set }: LimitInputProperties): ReactNode {
  return (
    <Select
      label={label}
      data={['email', 'url', 'color', 'uuid']}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => set(next ?? undefined)}
      clearable
    />
  );
}

function Pattern({ label, value, set }: LimitInputProperties): ReactNode {
  return (
    <TextInput
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

function Flag({ label, value, set }: LimitInputProperties): ReactNode {
  return <Checkbox label={label} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
}

function Types({ label, value, set }: LimitInputProperties): ReactNode {
  const types = useContentTypes();
  return (
    <MultiSelect
      label={label}
      data={types.map(({ api_id, name }) => ({ value: api_id, label: name }))}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={set}
      clearable
      searchable
    />
  );
}

interface SeveralProperties extends Omit<LimitInputProperties, 'type'> {
  readonly choices: readonly string[];
}

function Several({ label, value, set, choices }: SeveralProperties): ReactNode {
  return (
    <MultiSelect
      label={label}
      data={[...choices]}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={set}
      clearable
    />
  );
}

function useLimitWords(type: FieldType): Readonly<Record<ValidationName, string>> {
  const { t } = useLingui();
  return {
    in: t`Allowed values`,
    format: t`Format`,
    pattern: t`Pattern (regular expression)`,
    min_length: t`Minimum characters`,
    max_length: t`Maximum characters`,
    min: t`At least`,
    max: t`At most`,
    min_items: type === 'blocks' ? t`Minimum blocks` : t`Minimum items`,
    max_items: type === 'blocks' ? t`Maximum blocks` : t`Maximum items`,
    unique_items: t`No duplicate items`,
    content_types: t`Allowed content types`,
    mime_types: t`Allowed media types`,
    max_size: t`Maximum size in bytes`,
    nodes: t`Allowed blocks`,
    marks: t`Allowed formatting`,
  };
}
