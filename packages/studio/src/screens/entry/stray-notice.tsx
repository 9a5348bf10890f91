/** Shows what was written into fields that are gone, to be copied, and lets go of it: nothing else would ever end it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { Alert, Button, Group, Stack, Text } from '../../ui/index.ts';
import { straysOf } from './strays.ts';

export function StrayNotice(): ReactNode {
  const { draft, type } = useOpenEntry();
  // The list is another one each time; its length is not.
  useDraft(draft, (now) => straysOf(now, type).length);
  return (
    <Alert color="orange" variant="light" title={<Trans>There is text for a field that no longer exists</Trans>}>
      <Stack gap="xs">
        {straysOf(draft, type).map(({ field, locale }) => (
          <StrayValue
            key={`${field} ${locale}`}
            field={field}
            locale={locale}
            value={draft.unfinished(field, locale)?.texts.join(', ') ?? draft.value(field, locale)}
            onDiscard={() => draft.discardValue(field, locale)}
          />
        ))}
      </Stack>
    </Alert>
  );
}

interface StrayValueProperties {
  readonly field: string;
  readonly locale: string;
  readonly value: unknown;
  onDiscard(): void;
}

export function StrayValue({ field, locale, value, onDiscard }: StrayValueProperties): ReactNode {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {field} · {locale}
      </Text>
      <Text size="sm" dir="auto">
        {typeof value === 'string' ? value : JSON.stringify(value)}
      </Text>
      <Text size="xs" c="dimmed">
        <Trans>The content type no longer has this field. Copy what you need.</Trans>
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
