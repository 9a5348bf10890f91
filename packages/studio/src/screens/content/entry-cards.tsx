/** Entries as cards: for types whose entries are told by their pictures. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ItemGrid } from '../../frame/selection/item-grid.tsx';
import { useEntryAddress } from '../../frame/use-entry-address.ts';
import { EntryTitle, RowPicture, SecondLine, Standing } from './cells.tsx';
import type { EntryTableProperties } from './entry-table.tsx';
import { useOpenEntry } from './use-open-entry.ts';

const CARD_WIDTH = 216;
const CARD_HEIGHT = 232;

export function EntryCards({ view, entries, pictureOf, ...list }: EntryTableProperties): ReactNode {
  const { t } = useLingui();
  const addressOf = useEntryAddress();
  const open = useOpenEntry();
  return (
    <ItemGrid
      {...list}
      selected={view.selected}
      select={view.select}
      label={t`Entries`}
      items={entries}
      tileWidth={CARD_WIDTH}
      tileHeight={CARD_HEIGHT}
      isContent
      addressOf={({ key }) => addressOf(key)}
      open={open}
      renderPicture={(entry) => <RowPicture entry={entry} picture={pictureOf(entry)} />}
      renderTitle={(entry) => <EntryTitle entry={entry} />}
      renderDetail={(entry) => (
        <>
          <span dir="auto">
            <SecondLine entry={entry} type={view.type} />
          </span>
          <Standing entry={entry} />
        </>
      )}
    />
  );
}
