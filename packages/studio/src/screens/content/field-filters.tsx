/** Filters by the fields of the type that is listed: a field, a comparison of its type, and what it is compared with. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Operator } from '../../../../contract/src/operators.ts';
import type { ContentType, Field } from '../../api/types.ts';
import { operatorWords } from '../../fields/operator-words.ts';
import { filterParameter } from '../../fields/operators.ts';
import { fieldTypeOf } from '../../fields/registry.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { CloseIcon } from '../../ui/icons.ts';
import { ActionIcon, Group, Select, Stack, Text, useDebouncedCallback } from '../../ui/index.ts';
import { type FieldFilterParam, fieldFiltersIn } from './field-filter-params.ts';
import { ListSurroundings } from './list-surroundings.tsx';

const ICON_SIZE = 14;
/** The list is asked for so long after the last key in an operand. */
const ASK_AFTER_MS = 300;

interface FieldFiltersProperties {
  readonly type: ContentType;
  readonly search: SearchParams;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}

export function FieldFilters({ type, search, change }: FieldFiltersProperties): ReactNode {
  const { t } = useLingui();
  /** A field that was chosen, or whose operand was emptied: its row stays although the address says nothing of it. */
  const [begun, setBegun] = useState<Field | null>(null);
  const named: readonly FilterRow[] = fieldFiltersIn(search, type);
  const rows = begun === null || named.some(({ field }) => field === begun) ? named : [...named, rowOf(begun)];
  const set = ({ field, operator }: FilterRow, next: Operator, operand: string) => {
    if (operand === '') setBegun(field);
    change({ [filterParameter(field.id, operator)]: undefined, [filterParameter(field.id, next)]: operand });
  };
  const remove = ({ field, operator }: FilterRow) => {
    setBegun(null);
    change({ [filterParameter(field.id, operator)]: undefined });
  };
  return (
    <ListSurroundings>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          <Trans>By field</Trans>
        </Text>
        {rows.map((row, index) => (
          // A row keeps its place on the screen, and the focus in it, while its comparison and operand change.
          <FieldFilter
            key={`${row.field.id} ${rows.slice(0, index).filter(({ field }) => field === row.field).length}`}
            field={row.field}
            operator={row.operator}
            value={row.value}
            set={(next, operand) => set(row, next, operand)}
            remove={() => remove(row)}
          />
        ))}
        <Select
          aria-label={t`Filter by another field`}
          placeholder={t`Add a field`}
          data={type.fields.map(({ id: value, name: label }) => ({ value, label }))}
          value={null}
          onChange={(id) => setBegun(type.fields.find((field) => field.id === id) ?? null)}
          searchable
        />
      </Stack>
    </ListSurroundings>
  );
}

type FilterRow = Pick<FieldFilterParam, 'field' | 'operator' | 'value'>;

/** A filter by a field that says nothing yet. */
function rowOf(field: Field): FilterRow {
  return { field, operator: fieldTypeOf(field).operators[0] ?? 'exists', value: '' };
}

interface FieldFilterProperties {
  readonly field: Field;
  readonly operator: Operator;
  readonly value: string;
  readonly set: (operator: Operator, operand: string) => void;
  readonly remove: () => void;
}

function FieldFilter({ field, operator: given, value, set, remove }: FieldFilterProperties): ReactNode {
  const { t, i18n } = useLingui();
  const { operators, Operand } = fieldTypeOf(field);
  const [operator, setOperator] = useState(given);
  const [operand, setOperand] = useState(value);
  const ask = useDebouncedCallback((next: string) => set(operator, next), ASK_AFTER_MS);
  const choose = (next: Operator) => {
    setOperator(next);
    const kept = next === 'exists' ? 'true' : operator === 'exists' ? '' : operand;
    setOperand(kept);
    if (kept !== '') set(next, kept);
  };
  return (
    <Stack gap={4}>
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Text size="sm">{field.name}</Text>
        <ActionIcon size="sm" aria-label={t`Remove filter ${field.name}`} onClick={remove}>
          <CloseIcon size={ICON_SIZE} aria-hidden />
        </ActionIcon>
      </Group>
      <Group gap={4} wrap="nowrap" grow>
        <Select
          aria-label={t`Comparison of ${field.name}`}
          data={operators.map((name) => ({ value: name, label: i18n._(operatorWords[name]) }))}
          value={operator}
          onChange={(next) => next !== null && choose(next as Operator)}
          allowDeselect={false}
        />
        {operator === 'exists' || Operand === undefined ? (
          <Select
            aria-label={t`Value of ${field.name}`}
            data={[
              { value: 'true', label: t`yes` },
              { value: 'false', label: t`no` },
            ]}
            value={operand === '' ? null : operand}
            onChange={(next) => {
              setOperand(next ?? '');
              if (next !== null) set('exists', next);
            }}
            allowDeselect={false}
          />
        ) : (
          <Operand
            label={t`Value of ${field.name}`}
            field={field}
            value={operand}
            onChange={(next) => {
              setOperand(next);
              ask(next);
            }}
          />
        )}
      </Group>
    </Stack>
  );
}
