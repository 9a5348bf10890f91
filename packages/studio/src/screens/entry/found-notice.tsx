/** Offers what an earlier tab kept on this device, with the difference from what the server has now. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Found } from '../../drafts/types.ts';
import { Compared } from '../../fields/compared.tsx';
import { nameOfValue } from '../../fields/name-of-value.ts';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { Alert, Button, Group, Stack, Text } from '../../ui/index.ts';
import { StrayValue } from './stray-notice.tsx';

export function FoundNotice(): ReactNode {
  const { draft, type } = useOpenEntry();
  const { i18n } = useLingui();
  const found = useDraft(draft, ({ found: now }) => now);
  const [first] = found;
  const order = type.fields.map(({ id }) => id);
  if (first === undefined) return null;
  const when = i18n.date(new Date(first.at), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Alert color="orange" variant="light" title={<Trans>This device has changes that were never saved</Trans>}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>You wrote it on {when}. The entry has been changed since, so nothing was merged.</Trans>
        </Text>
        {found
          .toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
          .map((value) => (
            <FoundValue key={`${value.field} ${value.locale} ${value.at}`} value={value} />
          ))}
      </Stack>
    </Alert>
  );
}

function FoundValue({ value }: { readonly value: Found }): ReactNode {
  const { draft, type } = useOpenEntry();
  const field = type.fields.find(({ id }) => id === value.field);
  if (field === undefined)
    return (
      <StrayValue
        field={value.field}
        locale={value.locale}
        value={value.kept}
        onDiscard={() => draft.discardFound(value)}
      />
    );
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {nameOfValue(field, value.locale)}
      </Text>
      <Compared field={field} before={value.theirs} after={value.kept} />
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => draft.takeFound(value)}>
          <Trans>Restore it</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => draft.discardFound(value)}>
          <Trans>Discard</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
