/** Fields that were removed while entries had values in them: kept out of sight until they come back or are removed for good. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { contentTypesQuery } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';
import { traits } from '../../fields/traits.ts';
import { DangerDialog } from '../../frame/form-dialog.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { Group, RowActions, RowButton, Section, Stack, Text } from '../../ui/index.ts';
import { FieldForm } from './field-form.tsx';
import { type WorkingType, withField } from './working-type.ts';

type HiddenField = ContentType['hidden_fields'][number];

interface HiddenFieldsProperties {
  /** As it is saved. */
  readonly type: ContentType;
  readonly working: WorkingType;
  readonly change: (working: WorkingType) => void;
  readonly readOnly: boolean;
}

export function HiddenFields({ type, working, change, readOnly }: HiddenFieldsProperties): ReactNode {
  const { i18n, t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const [asked, setAsked] = useState<string | null>(null);
  const [restored, setRestored] = useState<HiddenField | null>(null);
  if (type.hidden_fields.length === 0) return null;

  const remove = async (field: string) => {
    const params = { path: { id: type.id, field_id: field } };
    await bodyOf(api.DELETE('/content-types/{id}/hidden-fields/{field_id}', { params }));
    await client.invalidateQueries({ queryKey: contentTypesQuery(place).queryKey });
  };
  // One that is added already has its place above.
  const isAdded = (field: string) => working.fields.some(({ id }) => id === field);
  return (
    <Section title={t`Hidden fields`} about={<Trans>A field with the same id and type brings the values back.</Trans>}>
      <Stack gap="xs">
        {type.hidden_fields.map((field) => (
          <Group key={`${field.id} ${field.type}`} justify="space-between">
            <Text size="sm">
              {field.id} · {i18n._(traits[field.type].name)} ·{' '}
              <Plural value={field.entries} one="# entry" other="# entries" />
            </Text>
            {!readOnly && (
              <RowActions>
                {!isAdded(field.id) && (
                  <RowButton onClick={() => setRestored(field)}>
                    <Trans comment="Button: opens the form of a field that brings hidden values back">
                      Bring back…
                    </Trans>
                  </RowButton>
                )}
                <RowButton onClick={() => setAsked(field.id)}>
                  <Trans>Remove permanently</Trans>
                </RowButton>
              </RowActions>
            )}
          </Group>
        ))}
      </Stack>
      {restored !== null && (
        <FieldForm
          field={null}
          others={working.fields}
          hidden={type.hidden_fields}
          restored={restored}
          kind={type.kind}
          onKeep={(field) => change(withField(working, working.fields.length, field))}
          onClose={() => setRestored(null)}
        />
      )}
      {asked !== null && (
        <DangerDialog
          title={t`Permanently remove ${asked}`}
          action={t`Remove permanently`}
          onSubmit={() => remove(asked)}
          onClose={() => setAsked(null)}
        >
          <Trans>Its values are removed from all entries and all their versions. This cannot be undone.</Trans>
        </DangerDialog>
      )}
    </Section>
  );
}
