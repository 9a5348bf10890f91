/** Says at a value with components that both sides changed the same place in it, or one removed it, and offers one side of it all. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Field } from '../../api/types.ts';
import type { Conflict } from '../../drafts/types.ts';
import { Alert, Button, Group, Text } from '../../ui/index.ts';
import { Compared } from '../compared.tsx';
import { useLevel, useValue } from '../open-entry.tsx';

interface StructureConflictProperties {
  readonly field: Field;
  readonly locale: string;
  readonly conflict: Conflict;
}

export function StructureConflict({ field, locale, conflict }: StructureConflictProperties): ReactNode {
  const { values } = useLevel();
  const mine = useValue(values, field.id, locale);
  if (field.type === 'component' && (mine === undefined || conflict.theirs === undefined))
    return <ComponentRemoved field={field} locale={locale} conflict={conflict} />;
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

/** One side removed the component that the other one changed. */
function ComponentRemoved({ field, locale, conflict: { base, theirs } }: StructureConflictProperties): ReactNode {
  const { values, within } = useLevel();
  const isTheirsGone = theirs === undefined;
  const [keep, remove] = isTheirsGone
    ? [() => values.keepMine(field.id, locale), () => values.takeTheirs(field.id, locale)]
    : [() => values.takeTheirs(field.id, locale), () => values.keepMine(field.id, locale)];
  return (
    <Alert
      color="orange"
      variant="light"
      p="xs"
      mt={4}
      title={
        isTheirsGone ? (
          <Trans>Someone else removed this while you were writing in it</Trans>
        ) : (
          <Trans>You removed this. Someone else changed it meanwhile</Trans>
        )
      }
    >
      {!isTheirsGone && <Compared field={field} before={base} after={theirs} isWithin={within !== null} />}
      <Group gap="xs" mt={isTheirsGone ? 0 : 'xs'}>
        <Button size="xs" variant="default" onClick={keep}>
          {isTheirsGone ? <Trans>Keep it</Trans> : <Trans>Keep it with their changes</Trans>}
        </Button>
        <Button size="xs" variant="default" onClick={remove}>
          {isTheirsGone ? (
            <Trans comment="Removes a block that somebody else removed already">Remove it too</Trans>
          ) : (
            <Trans comment="Takes a block or component that you removed away for good, though somebody else changed it">
              Remove it
            </Trans>
          )}
        </Button>
      </Group>
    </Alert>
  );
}
