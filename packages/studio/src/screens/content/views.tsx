/** The button that opens the menu of all saved views. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { SearchParams } from '../../frame/search-params.ts';
import { usePermission } from '../../frame/use-place.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { Button, onDemand, Popover, useDisclosure } from '../../ui/index.ts';
import type { ColumnName } from './columns.ts';

const ViewsDropdown = onDemand(async () => (await import('./views-dropdown.tsx')).ViewsDropdown);
const SaveView = onDemand(async () => (await import('./save-view.tsx')).SaveView);

const ICON_SIZE = 14;

interface ViewsButtonProperties {
  readonly search: SearchParams;
  readonly columns: readonly ColumnName[];
}

export function ViewsButton({ search, columns }: ViewsButtonProperties): ReactNode {
  const mayShare = usePermission('entry.update');
  const [used, setUsed] = useState(false);
  const [saving, { open, close }] = useDisclosure(false);
  const preload = () => {
    ViewsDropdown.preload();
    SaveView.preload();
  };
  return (
    <>
      <Popover position="bottom-end" width={280} trapFocus returnFocus onOpen={() => setUsed(true)}>
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}
            onPointerEnter={preload}
            onFocus={preload}
          >
            <Trans>Views</Trans>
          </Button>
        </Popover.Target>
        {used && <ViewsDropdown save={open} />}
      </Popover>
      {saving && <SaveView search={search} columns={columns} mayShare={mayShare} onClose={close} />}
    </>
  );
}
