/** Begins an entry. Nothing is made on the server before something is written. */
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContentType } from '../../api/types.ts';
import { TypeChoice } from '../../fields/type-choice.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { AddIcon, ChevronDownIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';

const ICON_SIZE = 16;

export function NewEntryButton({ types }: { readonly types: readonly ContentType[] }): ReactNode {
  const place = usePlace();
  const navigate = useNavigate();
  const begin = ({ api_id: type }: ContentType) =>
    void navigate({ to: '/spaces/$space/$environment/content/new/$type', params: { ...place, type } });
  const [only] = types;

  if (types.length === 1 && only !== undefined)
    return (
      <Button leftSection={<AddIcon size={ICON_SIZE} aria-hidden />} onClick={() => begin(only)}>
        <Trans>New {only.name}</Trans>
      </Button>
    );
  return (
    <TypeChoice types={types} position="bottom-end" onChoose={begin}>
      <Button
        leftSection={<AddIcon size={ICON_SIZE} aria-hidden />}
        rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}
      >
        <Trans>New entry</Trans>
      </Button>
    </TypeChoice>
  );
}
