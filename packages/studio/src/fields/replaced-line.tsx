/** Tells at a value that somebody else has replaced what this tab had saved there, and offers it back. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Field } from '../api/types.ts';
import type { Replacement } from '../drafts/inner-news.ts';
import { Button, Group, Text } from '../ui/index.ts';
import { Compared } from './compared.tsx';
import { useLevel } from './open-entry.tsx';

interface ReplacedLineProperties {
  readonly field: Field;
  readonly locale: string;
  readonly news: Replacement;
}

export function ReplacedLine({ field, locale, news }: ReplacedLineProperties): ReactNode {
  const { values } = useLevel();
  const [isOpen, setOpen] = useState(false);
  return (
    <div role="status">
      <Group gap="xs" mt={4}>
        <Text size="xs">
          <Trans>Someone else changed what you saved here.</Trans>
        </Text>
        {!isOpen && (
          <Button size="compact-xs" px={4} variant="subtle" onClick={() => setOpen(true)}>
            <Trans>Compare</Trans>
          </Button>
        )}
        <Button size="compact-xs" px={4} variant="subtle" onClick={() => values.bringBack(field.id, locale)}>
          <Trans>Restore mine</Trans>
        </Button>
        <Button size="compact-xs" px={4} variant="subtle" onClick={() => values.seen(field.id, locale)}>
          <Trans>OK</Trans>
        </Button>
      </Group>
      {isOpen && <Compared field={field} before={news.before} after={news.now} />}
    </div>
  );
}
