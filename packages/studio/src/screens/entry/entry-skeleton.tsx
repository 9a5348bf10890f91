/** What stands in the place of an entry that takes a moment to open. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Skeleton, Stack, useDelayed } from '../../ui/index.ts';

const FIELDS = ['first', 'second', 'third', 'fourth'];

export function EntrySkeleton(): ReactNode {
  const { t } = useLingui();
  const shown = useDelayed(true);
  if (!shown) return null;
  return (
    <Stack p="lg" gap="lg" maw={760} role="status" aria-label={t`Opening entry`}>
      <Skeleton height={28} width="50%" />
      {FIELDS.map((field) => (
        <Stack key={field} gap={4}>
          <Skeleton height={12} width={80} />
          <Skeleton height={36} />
        </Stack>
      ))}
    </Stack>
  );
}
