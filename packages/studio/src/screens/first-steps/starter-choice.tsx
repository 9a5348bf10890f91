/** The starting points: one press creates the types of a set. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { contentTypesQuery } from '../../api/queries.ts';
import { Problem } from '../../frame/problem.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { useContentTypes, usePlace } from '../../frame/use-place.ts';
import { Button, Paper, SimpleGrid, Stack, Text } from '../../ui/index.ts';
import { bodyOfType, type Starter, starters } from './starters.ts';

export function StarterChoice(): ReactNode {
  const { i18n, t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const present = new Set(useContentTypes().map(({ api_id: id }) => id));
  const { problem, busy, run } = useAttempt();

  const take = ({ types }: Starter) =>
    run(async () => {
      for (const type of types) {
        const path = { space_id: place.space, environment: place.environment, api_id: type.api_id };
        const body = bodyOfType(type, (message) => i18n._(message));
        await bodyOf(
          api.PUT('/spaces/{space_id}/environments/{environment}/content-types/{api_id}', { params: { path }, body }),
        );
      }
      await client.invalidateQueries({ queryKey: contentTypesQuery(place).queryKey });
    });

  return (
    <Stack gap="xs">
      <Problem error={problem} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {starters.map((starter) => {
          const taken = starter.types.every(({ api_id: id }) => present.has(id));
          // A type of the same name that is there already is somebody's own, and is not replaced.
          const blocked = !taken && starter.types.some(({ api_id: id }) => present.has(id));
          return (
            <Paper key={starter.id} withBorder p="sm" component="section" aria-label={i18n._(starter.name)}>
              <Stack gap="sm" h="100%" justify="space-between">
                <Stack gap={2}>
                  <Text fw={600}>{i18n._(starter.name)}</Text>
                  <Text size="sm" c="dimmed">
                    {i18n._(starter.about)}
                  </Text>
                </Stack>
                <Button
                  size="xs"
                  variant="default"
                  fullWidth
                  loading={busy}
                  disabled={taken || blocked}
                  onClick={() => void take(starter)}
                >
                  {taken ? t`In use` : t({ message: 'Use this', comment: 'Button: starts with this set of types' })}
                </Button>
              </Stack>
            </Paper>
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
