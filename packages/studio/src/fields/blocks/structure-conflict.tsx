/** Says at a value with components that both sides changed the same place in it, and offers one side of all of them. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import type { Field } from '../../api/types.ts';
import { fieldAndLocale, type ValuePath } from '../../drafts/value-path.ts';
import { Alert, Button, Group, Text } from '../../ui/index.ts';
import { useLevel, useOpenEntry } from '../open-entry.tsx';
import { listening } from '../shown-already.ts';

interface StructureConflictProperties {
  readonly field: Pick<Field, 'id'>;
  readonly locale: string;
}

export function StructureConflict({ field, locale }: StructureConflictProperties): ReactNode {
  const { values } = useLevel();
  return (
    <Alert
      color="orange"
      variant="light"
      p="xs"
      mt={4}
      title={<Trans>Someone else changed this while you were writing</Trans>}
    >
      <Text size="sm" mb="xs">
        <Trans>
          You both changed the same place. Choose there, or here for all of them. Yours is kept on this device until you
          choose; nothing is published before that. Everything else is merged already.
        </Trans>
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => values.takeTheirs(field.id, locale)}>
          <Trans>Use theirs everywhere</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => values.keepMine(field.id, locale)}>
          <Trans>Keep mine everywhere</Trans>
        </Button>
      </Group>
    </Alert>
  );
}

interface RemovedConflictProperties {
  /** The path of the block, as the server writes it. */
  readonly path: string;
  readonly field: string;
  readonly locale: string;
}

/** Asks about a block that somebody else removed while this side was changing it. Nothing where nobody did. */
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
