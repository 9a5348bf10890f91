/** A value that somebody else has published since it was written into the release: both sides, and whose stands. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Release } from '../../api/types.ts';
import type { EntryModel } from '../../fields/lines-of-field.ts';
import { nameOfPlace } from '../../fields/places.ts';
import { Button, Group, Text } from '../../ui/index.ts';
import { type InnerConflict, linesOfConflict } from './in-the-way.ts';
import styles from './releases.module.css';
import { Side } from './side.tsx';
import { useDecision } from './use-decision.ts';

interface ConflictProperties {
  readonly release: Release;
  readonly entryKey: string;
  readonly conflict: InnerConflict;
  readonly model: EntryModel;
  /** Whether the person may decide it. */
  readonly mayDecide: boolean;
}

export function Conflict(properties: ConflictProperties): ReactNode {
  return properties.conflict.reason === 'gone' ? <Gone {...properties} /> : <BothChanged {...properties} />;
}

function BothChanged({ release, conflict, model, mayDecide }: ConflictProperties): ReactNode {
  const { decide, isDeciding } = useDecision(release.id);
  const lines = linesOfConflict(conflict, model);
  const isDraft = release.onto === 'drafts';
  return (
    <fieldset className={styles.conflict}>
      <legend className={styles.legend}>{nameOfPlace(conflict.inner, model)}</legend>
      <div className={styles.sides}>
        <Side
          title={isDraft ? <Trans>In the draft now</Trans> : <Trans>Published now</Trans>}
          lines={lines}
          side="target"
        >
          {mayDecide && (
            <Button variant="default" size="xs" loading={isDeciding} onClick={() => decide([conflict.path], 'current')}>
              {isDraft ? <Trans>Keep the draft’s</Trans> : <Trans>Keep what is published</Trans>}
            </Button>
          )}
        </Side>
        <Side title={<Trans>In the release</Trans>} lines={lines} side="source">
          {mayDecide && (
            <Button variant="default" size="xs" loading={isDeciding} onClick={() => decide([conflict.path], 'set')}>
              <Trans>Take the release’s</Trans>
            </Button>
          )}
        </Side>
      </div>
    </fieldset>
  );
}

/** The place of the value, or the entry, is no longer there. */
function Gone({ release, entryKey, conflict, model, mayDecide }: ConflictProperties): ReactNode {
  const { takeOut, isDeciding } = useDecision(release.id);
  const name = nameOfPlace(conflict.inner, model);
  const isOfValue = conflict.inner.startsWith('fields.');
  return (
    <fieldset className={styles.conflict}>
      {name !== '' && <legend className={styles.legend}>{name}</legend>}
      <Text size="sm">
        {isOfValue ? (
          <Trans>Its field or language no longer exists. Bring it back, or take the value out of the release.</Trans>
        ) : (
          <Trans>The entry no longer exists as it was. Take it out of the release.</Trans>
        )}
      </Text>
      {mayDecide && (
        <Group mt="xs">
          <Button
            variant="default"
            size="xs"
            loading={isDeciding}
            onClick={() => takeOut(entryKey, isOfValue ? conflict.inner : undefined)}
          >
            {isOfValue ? <Trans>Take the value out</Trans> : <Trans>Take the entry out</Trans>}
          </Button>
        </Group>
      )}
    </fieldset>
  );
}
