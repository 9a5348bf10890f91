/** Asks about a block that somebody else removed while this side was changing it. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { fieldAndLocale, type ValuePath } from '../../drafts/value-path.ts';
import { Alert, Button, Group } from '../../ui/index.ts';
import { useLevel, useOpenEntry } from '../open-entry.tsx';
import { listening } from '../shown-already.ts';

interface RemovedConflictProperties {
  /** The path of the block, as the server writes it. */
  readonly path: string;
  readonly field: string;
  readonly locale: string;
}

/** Nothing where nobody did. */
export function RemovedConflict({ path, field, locale }: RemovedConflictProperties): ReactNode {
  const { draft } = useOpenEntry();
  const { values } = useLevel();
  const place = fieldAndLocale(path as ValuePath);
  const subscribe = useCallback(
    (listener: () => void) => values.subscribeValue(field, locale, listening(listener)),
    [values, field, locale],
  );
  const conflict = useSyncExternalStore(subscribe, () => draft.conflict(place.field, place.locale));
  if (conflict === undefined) return null;
  return (
    <Alert color="orange" variant="light" p="xs" m={8} title={<Trans>Someone else removed this block</Trans>}>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => draft.keepMine(place.field, place.locale)}>
          <Trans>Keep it</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => draft.takeTheirs(place.field, place.locale)}>
          <Trans comment="Removes a block that somebody else removed already">Remove it too</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
