/** Tells at a value that somebody else has replaced what this tab had saved there, and offers it back. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Field } from '../api/types.ts';
import { Button, Group, onDemand, Text } from '../ui/index.ts';
import { useNews, useOpenEntry } from './open-entry.tsx';

const Compared = onDemand(async () => (await import('./compared.tsx')).Compared);

interface ReplacedNoteProperties {
  readonly field: Field;
  readonly locale: string;
}

/** Nothing where the server has what this tab saved. */
export function ReplacedNote({ field, locale }: ReplacedNoteProperties): ReactNode {
  const { draft } = useOpenEntry();
  const news = useNews(draft, field.id, locale);
  const [isOpen, setOpen] = useState(false);
  if (news?.isMine !== true) return null;
  const bringBack = () => {
    draft.seen(field.id, locale);
    draft.set(field.id, locale, news.before);
  };
  return (
    <div role="status">
      <Group gap="xs" mt={4}>
        <Text size="xs">
          <Trans>Somebody else changed what you saved here.</Trans>
        </Text>
        {!isOpen && (
          <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
            <Trans>Compare</Trans>
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" onClick={bringBack}>
          <Trans>Bring mine back</Trans>
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => draft.seen(field.id, locale)}>
          <Trans>OK</Trans>
        </Button>
      </Group>
      {isOpen && <Compared field={field} before={news.before} after={news.now} />}
    </div>
  );
}
