/** The fields that may have a component inside of their values. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { componentsOf } from '../../../../contract/src/fields.ts';
import { useModel, usePlace } from '../../frame/use-place.ts';
import { LinkAnchor, List, Section, Text } from '../../ui/index.ts';

export function UsedIn({ component }: { readonly component: string }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const places = useModel().flatMap(({ api_id: type, name, fields }) =>
    fields
      .filter((field) => componentsOf(field).includes(component))
      .map((field) => ({ type, name, field: field.id, fieldName: field.name })),
  );
  return (
    <Section title={t`Used in`}>
      {places.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No field has it yet. Add a field of type Component or Blocks to a content type.</Trans>
        </Text>
      ) : (
        <List size="sm">
          {places.map(({ type, name, field, fieldName }) => (
            <List.Item key={`${type} ${field}`}>
              <LinkAnchor to="/spaces/$space/$environment/model/$type" params={{ ...place, type }} underline="always">
                {name}
              </LinkAnchor>
              : {fieldName}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
