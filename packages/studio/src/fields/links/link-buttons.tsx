/** The buttons that add a link: choose what exists, write a new entry, upload a file. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SearchIcon } from '../../ui/icons.ts';
import { Button, Group, onDemand } from '../../ui/index.ts';
import type { ValueModel } from '../field-type.ts';
import { useSurroundings } from '../surroundings.tsx';
import { typesFor } from './allowed.ts';
import type { LinkValue } from './link-value.ts';
import { NewEntryButtons } from './new-entry.tsx';
import { pickers } from './pickers.ts';

const DroppedFiles = onDemand(async () => (await import('./dropped-files.tsx')).DroppedFiles);

interface LinkButtonsProperties {
  readonly kind: 'entry' | 'asset';
  readonly field: ValueModel;
  readonly several: boolean;
  readonly picked: ReadonlySet<string>;
  /** Files that were dropped on the field last, to be uploaded and linked. */
  readonly dropped: readonly File[];
  onPick(link: LinkValue): void;
}

export function LinkButtons({ kind, field, several, picked, dropped, onPick }: LinkButtonsProperties): ReactNode {
  const { types } = useSurroundings();
  const [picking, setPicking] = useState(false);
  /** The newest function: while the picker stays open, the list that it adds to grows. */
  const pick = useRef(onPick);
  pick.current = onPick;
  // What arrives after the field has gone is in the library, and linked to nowhere.
  useEffect(
    () => () => {
      pick.current = () => undefined;
    },
    [],
  );
  const Picker = pickers[kind];
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<SearchIcon size={14} aria-hidden />}
        onPointerEnter={Picker.preload}
        onFocus={Picker.preload}
        onClick={() => setPicking(true)}
      >
        {kind === 'asset' ? <Trans>Choose or upload</Trans> : <Trans>Choose an entry</Trans>}
      </Button>
      {kind === 'entry' && <NewEntryButtons types={typesFor(field, types)} onMade={(link) => pick.current(link)} />}
      {dropped.length > 0 && (
        <DroppedFiles field={field} several={several} files={dropped} onPick={(link) => pick.current(link)} />
      )}
      {picking && (
        <Picker
          field={field}
          several={several}
          picked={picked}
          onClose={() => setPicking(false)}
          onPick={(link) => {
            pick.current(link);
            if (!several) setPicking(false);
          }}
        />
      )}
    </Group>
  );
}
