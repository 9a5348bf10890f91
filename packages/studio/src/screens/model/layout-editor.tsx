/** How the form of entries is laid out: groups, what stands at the side and what takes half a row, and the form that this makes. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { completeLayout, type FieldGroup, GROUPS_MAX, type Layout } from '../../../../contract/src/layout.ts';
import type { ContentType } from '../../api/types.ts';
import { OrderedItems } from '../../fields/ordered-items.tsx';
import { traits } from '../../fields/traits.ts';
import { usualLayout } from '../../fields/usual-layout.ts';
import { AddIcon, DeleteIcon } from '../../ui/icons.ts';
import { ActionIcon, Button, Checkbox, Group, Section, SegmentedControl, Text, TextInput } from '../../ui/index.ts';
import { FormPreview } from './form-preview.tsx';
import styles from './layout-editor.module.css';
import {
  type GroupHeading,
  groupCount,
  type LayoutRow,
  layoutOf,
  mayMoveRow,
  movedRows,
  rowsOf,
  withoutGroup,
} from './layout-rows.ts';
import type { WorkingField, WorkingType } from './working-type.ts';

const ICON_SIZE = 16;
const NAME_CHARACTERS_MAX = 200;

interface LayoutEditorProperties {
  readonly working: WorkingType;
  readonly change: (working: WorkingType) => void;
  readonly kind: ContentType['kind'];
  readonly readOnly: boolean;
}

export function LayoutEditor({ working, change, kind, readOnly }: LayoutEditorProperties): ReactNode {
  const { t } = useLingui();
  const headingId = useId();
  const { layout, fields } = working;
  const setLayout = (next: Layout | null) => change({ ...working, layout: next });
  const begin = () => {
    const name = t({ message: 'Content', comment: 'Name of the first group of fields in the form of an entry' });
    const usual = usualLayout({ ...working, fields: [...fields] });
    setLayout({ ...usual, groups: usual.groups.map((group) => ({ ...group, name })) });
  };
  return (
    <Section
      title={t({ message: 'Form', comment: 'Heading over the layout of the form in which entries are written' })}
      titleId={headingId}
      actions={
        !readOnly &&
        (layout === null ? (
          <Button size="xs" variant="default" onClick={begin}>
            <Trans>Lay out the form</Trans>
          </Button>
        ) : (
          <Group gap="xs">
            <Button size="xs" variant="subtle" onClick={() => setLayout(null)}>
              <Trans>Back to the usual form</Trans>
            </Button>
            <AddGroup layout={layout} onChange={setLayout} />
          </Group>
        ))
      }
    >
      <div className={styles.both}>
        {layout === null ? (
          <Text size="sm" c="dimmed">
            {kind === 'component' ? (
              <Trans>The usual form: the fields in their order, one below the other.</Trans>
            ) : (
              <Trans>
                The usual form: the title first, its slug below it, then the fields in their order. In a long form, what
                is chosen rather than written is at the side.
              </Trans>
            )}
          </Text>
        ) : (
          <Rows {...{ working, layout, readOnly, headingId }} onChange={setLayout} />
        )}
        <FormPreview working={working} />
      </div>
    </Section>
  );
}

interface AddGroupProperties {
  readonly layout: Layout;
  readonly onChange: (layout: Layout) => void;
}

function AddGroup({ layout, onChange }: AddGroupProperties): ReactNode {
  const { t } = useLingui();
  const { groups } = layout;
  const add = () => {
    const group: FieldGroup = { id: freeId(groups), name: t`New group`, display: 'tab', fields: [] };
    onChange({ ...layout, groups: [...groups, group] });
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<AddIcon size={ICON_SIZE} aria-hidden />}
      disabled={groups.length >= GROUPS_MAX}
      onClick={add}
    >
      <Trans>Add a group</Trans>
    </Button>
  );
}

function freeId(groups: readonly GroupHeading[]): string {
  let number = groups.length + 1;
  while (groups.some(({ id }) => id === `group${number}`)) number += 1;
  return `group${number}`;
}

interface RowsProperties extends AddGroupProperties {
  readonly working: WorkingType;
  readonly readOnly: boolean;
  readonly headingId: string;
}

function Rows({ working, layout, readOnly, headingId, onChange }: RowsProperties): ReactNode {
  const { t } = useLingui();
  const { fields } = working;
  const rows = rowsOf(
    completeLayout(
      layout,
      fields.map(({ id }) => id),
    ),
  );
  const sideName = t({
    message: 'In the side column',
    comment: 'Heading over the fields in the side column of a form',
  });
  const keep = (next: readonly LayoutRow[]) => onChange(layoutOf(next, layout.half));
  const nameOf = (row: LayoutRow): string => {
    if (row.kind === 'side') return sideName;
    return row.kind === 'group' ? row.group.name : (fields.find(({ id }) => id === row.id)?.name ?? row.id);
  };
  const sideAt = rows.findIndex(({ kind }) => kind === 'side');
  const replace = (row: LayoutRow, group: GroupHeading) =>
    keep(rows.map((one) => (one === row ? { kind: 'group', group } : one)));
  const setHalf = (id: string, isHalf: boolean) =>
    onChange({ ...layout, half: isHalf ? [...layout.half, id] : layout.half.filter((one) => one !== id) });
  return (
    <div className={styles.rows}>
      <OrderedItems
        items={rows}
        labelledBy={headingId}
        layout="rows"
        readOnly={readOnly}
        whole
        useName={nameOf}
        mayMove={(from, to) => mayMoveRow(rows, from, to)}
        arrange={(from, to) => movedRows(rows, from, to)}
        onChange={keep}
        renderItem={(row, index) => {
          if (row.kind === 'side') return <span className={styles.side}>{sideName}</span>;
          if (row.kind === 'field')
            return (
              <FieldPlace
                field={fields.find(({ id }) => id === row.id)}
                half={index > sideAt ? null : layout.half.includes(row.id)}
                readOnly={readOnly}
                onHalf={(isHalf) => setHalf(row.id, isHalf)}
              />
            );
          return (
            <GroupPlace
              group={row.group}
              readOnly={readOnly}
              onChange={(group) => replace(row, group)}
              onRemove={groupCount(rows) > 1 ? () => keep(withoutGroup(rows, row)) : null}
            />
          );
        }}
      />
    </div>
  );
}

interface GroupPlaceProperties {
  readonly group: GroupHeading;
  readonly readOnly: boolean;
  readonly onChange: (group: GroupHeading) => void;
  /** Null for the only group. */
  readonly onRemove: (() => void) | null;
}

function GroupPlace({ group, readOnly, onChange, onRemove }: GroupPlaceProperties): ReactNode {
  const { t } = useLingui();
  const { name, display } = group;
  return (
    <div className={styles.group}>
      <TextInput
        className={styles.name}
        size="xs"
        aria-label={t`Name of the group ${name}`}
        value={name}
        maxLength={NAME_CHARACTERS_MAX}
        readOnly={readOnly}
        error={name === '' && t`Give the group a name.`}
        onChange={(event) => onChange({ ...group, name: event.currentTarget.value })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t`Show the group ${name} as`}
        data={[
          { value: 'tab', label: t({ message: 'Tab', comment: 'How a group of fields is shown: as a tab' }) },
          { value: 'section', label: t({ message: 'Section', comment: 'How a group of fields is shown' }) },
        ]}
        value={display}
        readOnly={readOnly}
        onChange={(next) => onChange({ ...group, display: next as GroupHeading['display'] })}
      />
      {!readOnly && onRemove !== null && (
        <ActionIcon aria-label={t`Remove the group ${name}; its fields stay`} onClick={onRemove}>
          <DeleteIcon size={ICON_SIZE} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

interface FieldPlaceProperties {
  readonly field: WorkingField | undefined;
  /** Null at the side, where all have the same width. */
  readonly half: boolean | null;
  readonly readOnly: boolean;
  readonly onHalf: (isHalf: boolean) => void;
}

function FieldPlace({ field, half, readOnly, onHalf }: FieldPlaceProperties): ReactNode {
  const { i18n, t } = useLingui();
  if (field === undefined) return null;
  return (
    <div className={styles.field}>
      <Text size="sm" component="span" truncate="end" dir="auto">
        {field.name}
      </Text>
      <Text className={styles.kind} size="xs" c="dimmed" component="span" truncate="end">
        {i18n._(traits[field.type].name)}
      </Text>
      {half !== null && (
        <Checkbox
          className={styles.half}
          size="xs"
          label={t({ message: 'Half width', comment: 'Whether a field takes half a row of the form' })}
          aria-label={t`${field.name}: half width`}
          checked={half}
          disabled={readOnly}
          onChange={(event) => onHalf(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
