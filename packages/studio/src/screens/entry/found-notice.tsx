/** Offers what an earlier tab kept on this device, with the difference from what the server has now. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Compared } from '../../fields/compared.tsx';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { Alert, Button, Group, Stack, Text } from '../../ui/index.ts';

export function FoundNotice(): ReactNode {
  const { draft, type } = useOpenEntry();
  const { i18n } = useLingui();
  const found = useDraft(draft, ({ found: now }) => now);
  const [first] = found;
  if (first === undefined) return null;
  const when = i18n.date(new Date(first.at), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Alert color="orange" variant="light" title={<Trans>This device kept something that was never saved</Trans>}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>It was written on {when}. The entry has been changed since, so nothing was mixed.</Trans>
        </Text>
        {type.fields.flatMap((field) =>
          found
            .filter((value) => value.field === field.id)
            .map((value) => (
              <Stack gap={4} key={`${value.field} ${value.locale}`}>
                <Text size="sm" fw={600}>
                  {field.name} · {value.locale}
                </Text>
                <Compared field={field} before={value.theirs} after={value.kept} />
                <Group gap="xs">
                  <Button size="xs" variant="default" onClick={() => draft.takeFound(value)}>
                    <Trans>Take it</Trans>
                  </Button>
                  <Button size="xs" variant="default" onClick={() => draft.discardFound(value)}>
                    <Trans>Discard it</Trans>
                  </Button>
                </Group>
              </Stack>
            )),
        )}
      </Stack>
    </Alert>
  );
}
