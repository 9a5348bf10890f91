/** Fields that were removed while entries had values in them: kept out of sight until they come back or are removed for good. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { contentTypesQuery } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';
import { DangerDialog } from '../../frame/form-dialog.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { Group, RowActions, RowButton, Section, Stack, Text } from '../../ui/index.ts';

interface HiddenFieldsProperties {
  readonly type: ContentType;
  readonly readOnly: boolean;
}

export function HiddenFields({ type, readOnly }: HiddenFieldsProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const [asked, setAsked] = useState<string | null>(null);
  if (type.hidden_fields.length === 0) return null;

  const remove = async (field: string) => {
    const params = { path: { id: type.id, field_id: field } };
    await bodyOf(api.DELETE('/content-types/{id}/hidden-fields/{field_id}', { params }));
    await client.invalidateQueries({ queryKey: contentTypesQuery(place).queryKey });
  };
  return (
    <Section
      title={t`Hidden fields`}
      about={<Trans>Add a field with the same id and type to bring the values back.</Trans>}
    >
      <Stack gap="xs">
        {type.hidden_fields.map(({ id, type: kind, entries }) => (
          <Group key={`${id} ${kind}`} justify="space-between">
            <Text size="sm">
              {id} · {kind} · <Plural value={entries} one="# entry" other="# entries" />
            </Text>
            {!readOnly && (
              <RowActions>
                <RowButton onClick={() => setAsked(id)}>
                  <Trans>Remove permanently</Trans>
                </RowButton>
              </RowActions>
            )}
          </Group>
        ))}
      </Stack>
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
