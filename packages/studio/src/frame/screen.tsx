/** The head of a screen: its title, which is also that of the page, and its actions. */
import type { ReactNode } from 'react';
import { Group, Stack, Text, Title } from '../ui/index.ts';
import { PageTitle } from './page-title.tsx';

interface ScreenProperties {
  readonly title: string;
  /** A sentence under the title. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Screen({ title, about, actions, children }: ScreenProperties): ReactNode {
  return (
    <Stack gap="md" p={{ base: 'sm', sm: 'lg' }}>
      <PageTitle title={title} />
      <Group justify="space-between" align="flex-start" gap="sm">
        {/* Beside what stands at its end as long as that has room for a few words. */}
        <Stack gap={4} flex="1 1 180px">
          <Title order={1}>{title}</Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
