/** The frame of the screens without a session: the name, one card, nothing else. */
import type { ReactNode } from 'react';
import { Center, NamePlate, Paper, Stack, Title } from '../../ui/index.ts';

interface DoorPageProperties {
  readonly title: string;
  readonly children: ReactNode;
  /** What stands below the card. */
  readonly after?: ReactNode;
}

export function AuthPage({ title, children, after }: DoorPageProperties): ReactNode {
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${title} · Lectern`}</title>
      <Stack w="100%" maw={380} gap="md">
        <Center>
          <NamePlate />
        </Center>
        <Title order={1} ta="center">
          {title}
        </Title>
        <Paper withBorder p="lg">
          {children}
        </Paper>
        {after}
      </Stack>
    </Center>
  );
}
