/** Buttons that let the person write a new entry over the one they are in, and link to it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType } from '../../api/types.ts';
import { AddIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { useSurroundings } from '../surroundings.tsx';
import { TypeChoice } from '../type-choice.tsx';
import type { LinkValue } from './link-value.ts';

interface NewEntryProperties {
  /** The types that the new entry may be of. */
  readonly types: readonly ContentType[];
  onMade(link: LinkValue): void;
}

export function NewEntryButtons({ types, onMade }: NewEntryProperties): ReactNode {
  const { t } = useLingui();
  const { createEntry } = useSurroundings();
  const [first] = types;
  if (first === undefined) return null;

  async function create(type: string): Promise<void> {
    const made = await createEntry(type);
    if (made !== null) onMade(made);
  }

  const icon = <AddIcon size={14} aria-hidden />;
  if (types.length === 1)
    return (
      <Button variant="subtle" size="xs" leftSection={icon} onClick={() => void create(first.api_id)}>
        {t`New ${first.name}`}
      </Button>
    );
  return (
    <TypeChoice types={types} position="bottom-start" onChoose={({ api_id: type }) => void create(type)}>
      <Button variant="subtle" size="xs" leftSection={icon}>
        <Trans>New entry</Trans>
      </Button>
    </TypeChoice>
  );
}
