/** Asks about a block that this side removed while somebody else was changing it, where it stood, with what they changed. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fieldAndLocale, type ValuePath } from '../../drafts/value-path.ts';
import { Alert, Button, Group, Text } from '../../ui/index.ts';
import { Compared } from '../compared.tsx';
import { useLevel, useOpenEntry } from '../open-entry.tsx';
import { useSurroundings } from '../surroundings.tsx';
import { blockName } from './block-words.ts';
import { blockList } from './blocks-in.ts';
import type { RemovalQuestionProperties } from './inner-editor.ts';

export function RemovalQuestion({ field, list, removal, words, onDecided }: RemovalQuestionProperties): ReactNode {
  const { draft } = useOpenEntry();
  const { types } = useSurroundings();
  const { within } = useLevel();
  const { id, before, theirs } = removal;
  const [block] = blockList([theirs]);
  const name = block === undefined ? '' : blockName(block, { types, locales: words });
  const place = fieldAndLocale(`${list}.${id}` as ValuePath);

  function decide(isKept: boolean): void {
    if (isKept) draft.takeTheirs(place.field, place.locale);
    else draft.keepMine(place.field, place.locale);
    onDecided(isKept);
  }

  return (
    <Alert
      color="orange"
      variant="light"
      p="xs"
      role="group"
      title={
        <Trans>
          You removed <bdi>{name}</bdi>. Someone else changed it meanwhile
        </Trans>
      }
    >
      <Text size="sm" mb={4}>
        <Trans>
          It is out of the list until you choose; nothing of this field is saved or published before that. This is what
          they changed:
        </Trans>
      </Text>
      {block !== undefined && (
        <Compared
          field={{ ...field, type: 'component', component: block.type }}
          before={before}
          after={theirs}
          isWithin={within !== null}
        />
      )}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => decide(true)}>
          <Trans>Keep it with their changes</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => decide(false)}>
          <Trans comment="Takes a block or component that you removed away for good, though somebody else changed it">
            Remove it
          </Trans>
        </Button>
      </Group>
    </Alert>
  );
}
