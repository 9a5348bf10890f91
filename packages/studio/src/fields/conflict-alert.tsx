/** The question whose value is to stand where two people wrote the same one, with what differs. Of a rich text, block by block. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { BlockClash } from '../../../contract/src/rich-text-merge.ts';
import type { Field } from '../api/types.ts';
import { undecidedBlocks } from '../drafts/three-way.ts';
import type { Conflict } from '../drafts/types.ts';
import { Alert, Button, Group, Stack, Text } from '../ui/index.ts';
import { Compared } from './compared.tsx';
import { ComparedText } from './compared-text.tsx';
import { useLevel, useUnfinished, useValue } from './open-entry.tsx';

interface ConflictAlertProperties {
  readonly field: Field;
  readonly locale: string;
  readonly conflict: Conflict;
}

export function ConflictAlert({ field, locale, conflict }: ConflictAlertProperties): ReactNode {
  const { values } = useLevel();
  const mine = useValue(values, field.id, locale);
  const unfinished = useUnfinished(values, field.id, locale);
  const typed = unfinished?.hidesValue ? unfinished.texts.join(', ') : undefined;
  const blocks = undecidedBlocks({ ...conflict, mine })?.clashes;
  return (
    <Alert
      color="orange"
      variant="light"
      p="xs"
      mt={4}
      title={<Trans>Someone else changed this while you were writing</Trans>}
    >
      <Text size="sm" mb={4}>
        {blocks === undefined ? (
          <Trans>
            Theirs is saved. Yours, crossed out here, is kept on this device until you choose. Nothing is published
            before that.
          </Trans>
        ) : (
          <Trans>
            You both changed the same paragraph. Theirs is saved. Yours, crossed out here, is kept on this device until
            you choose; nothing is published before that. Everything else is in the text already.
          </Trans>
        )}
      </Text>
      <Stack gap="sm">
        {blocks === undefined ? (
          <Choice onTheirs={() => values.takeTheirs(field.id, locale)} onMine={() => values.keepMine(field.id, locale)}>
            <Compared field={field} before={mine} after={conflict.theirs} typed={typed} />
          </Choice>
        ) : (
          blocks.map((block, place) => (
            <Choice
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
              key={place}
              onTheirs={() => values.takeTheirs(field.id, locale, block)}
              onMine={() => values.keepMine(field.id, locale, block)}
            >
              <ComparedText before={textOf(block.mine)} after={textOf(block.theirs)} />
            </Choice>
          ))
        )}
      </Stack>
    </Alert>
  );
}

interface ChoiceProperties {
  onTheirs(): void;
  onMine(): void;
  readonly children: ReactNode;
}

function Choice({ onTheirs, onMine, children }: ChoiceProperties): ReactNode {
  return (
    <div>
      {children}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onTheirs}>
          <Trans>Use theirs</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={onMine}>
          <Trans>Keep mine</Trans>
        </Button>
      </Group>
    </div>
  );
}

function textOf(block: BlockClash['mine']): unknown {
  return block === null ? undefined : { type: 'doc', content: [block] };
}
