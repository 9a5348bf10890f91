/** Stands where a block was, as long as it can be brought back. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, Text } from '../../ui/index.ts';
import { useSurroundings } from '../surroundings.tsx';
import type { Removed } from './block-actions.ts';
import styles from './blocks.module.css';

interface RemovedLineProperties {
  readonly removed: Removed;
  undo(): void;
}

export function RemovedLine({ removed, undo }: RemovedLineProperties): ReactNode {
  const { types } = useSurroundings();
  const name = types.find(({ api_id }) => api_id === removed.block.type)?.name ?? removed.block.type;
  return (
    <div className={styles.removed} role="status">
      <Text size="sm">{removed.replacement?.words ?? <Trans>{name} was removed.</Trans>}</Text>
      <Button size="compact-xs" variant="subtle" data-undo onClick={undo}>
        <Trans>Undo</Trans>
      </Button>
    </div>
  );
}
