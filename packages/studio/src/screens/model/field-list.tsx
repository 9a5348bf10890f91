/** The fields of a type in their order: added, changed, moved by dragging or by buttons, removed. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { componentsOf } from '../../../../contract/src/fields.ts';
import type { ContentType } from '../../api/types.ts';
import { OrderedItems } from '../../fields/ordered-items.tsx';
import { traits } from '../../fields/traits.ts';
import { useModel } from '../../frame/use-place.ts';
import { AddIcon, DeleteIcon, EditIcon } from '../../ui/icons.ts';
import { ActionIcon, Badge, Button, Group, Section, Stack, Text } from '../../ui/index.ts';
import { FieldForm } from './field-form.tsx';
import styles from './field-list.module.css';
import { type WorkingField, type WorkingType, withField, withoutField } from './working-type.ts';

const ICON_SIZE = 16;

interface FieldListProperties {
  readonly working: WorkingType;
  readonly change: (working: WorkingType) => void;
  /** As it is saved. */
  readonly type: ContentType;
  readonly readOnly: boolean;
}

export function FieldList({ working, change, type, readOnly }: FieldListProperties): ReactNode {
  const { t } = useLingui();
  const headingId = useId();
  /** The index of the field that is open; the number of fields for a new one. */
  const [open, setOpen] = useState<number | null>(null);
  const { fields } = working;

  return (
    <Section
      title={t`Fields`}
      titleId={headingId}
      actions={
        !readOnly && (
          <Button
            size="xs"
            variant="default"
            leftSection={<AddIcon size={ICON_SIZE} aria-hidden />}
            onClick={() => setOpen(fields.length)}
          >
            <Trans>Add a field</Trans>
          </Button>
        )
      }
    >
      <div className={styles.fields}>
        <OrderedItems
          items={fields}
          labelledBy={headingId}
          layout="rows"
          readOnly={readOnly}
          whole
          useName={({ name }) => name}
          onChange={(next) => change({ ...working, fields: next })}
          renderItem={(field, index) => (
            <FieldRow
              field={field}
              isTitle={working.display_field === field.id}
              kind={type.kind}
              {...(readOnly
                ? {}
                : { onOpen: () => setOpen(index), onRemove: () => change(withoutField(working, field)) })}
            />
          )}
        />
      </div>
      {open !== null && (
        <FieldForm
          field={fields[open] ?? null}
          others={fields.filter((_, index) => index !== open)}
          hidden={type.hidden_fields}
          kind={type.kind}
          onKeep={(field) => change(withField(working, open, field))}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

interface FieldRowProperties {
  readonly field: WorkingField;
  /** Whether entries, or folded blocks, are called by it. */
  readonly isTitle: boolean;
  readonly kind: ContentType['kind'];
  /** Missing, like the next one, where the model may not be changed. */
  readonly onOpen?: () => void;
  readonly onRemove?: () => void;
}

function FieldRow({ field, isTitle, kind, onOpen, onRemove }: FieldRowProperties): ReactNode {
  const { i18n, t } = useLingui();
  const names = new Map(useModel().map(({ api_id: id, name }) => [id, name]));
  const inside = componentsOf(field)
    .map((id) => names.get(id) ?? id)
    .join(', ');
  const marks = [
    { word: t`Required`, applies: field.required },
    { word: t`Translated`, applies: field.localized },
    { word: t`Unique`, applies: field.unique },
  ];
  return (
    <div className={styles.field}>
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {field.name}
          </Text>
          {isTitle && (
            <Badge variant="light">
              {kind === 'component' ? (
                <Trans comment="Marks the field whose words stand on the line of a folded block">Summary</Trans>
              ) : (
                <Trans>Title</Trans>
              )}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {field.id} · {i18n._(traits[field.type].name)}
          {field.items !== undefined && `: ${i18n._(traits[field.items.type].name)}`}
          {inside !== '' && `: ${inside}`}
          {marks.map(({ word, applies }) => applies && ` · ${word}`)}
          {field.former_ids.length > 0 && (
            <>
              {' · '}
              <Trans>formerly {field.former_ids.join(', ')}</Trans>
            </>
          )}
        </Text>
      </Stack>
      {onOpen !== undefined && (
        <ActionIcon aria-label={t`Change ${field.name}`} onClick={onOpen}>
          <EditIcon size={ICON_SIZE} aria-hidden />
        </ActionIcon>
      )}
      {onRemove !== undefined && (
        <ActionIcon aria-label={t`Remove ${field.name}`} onClick={onRemove}>
          <DeleteIcon size={ICON_SIZE} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
