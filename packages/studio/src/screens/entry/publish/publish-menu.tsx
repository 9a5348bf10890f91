/** The menu beside *Publish…*: the other ways to publish, and to have it done later. What is in it is loaded when somebody is near it. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Entry } from '../../../api/types.ts';
import { loadWords } from '../../../languages/languages.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { Button, Menu, onDemand } from '../../../ui/index.ts';
import { PartBoundary } from '../part-boundary.tsx';
import type { Later } from '../release/publish-items.tsx';

const load = async () => (await Promise.all([import('../release/publish-items.tsx'), loadWords('releases')]))[0];
const PublishItems = onDemand(async () => (await load()).PublishItems);
const LaterDialog = onDemand(async () => (await load()).LaterDialog);

interface PublishMenuProperties {
  readonly entry: Entry;
  /** Whether readers lack some of it. */
  readonly hasNews: boolean;
  readonly onPublish: () => void;
}

export function PublishMenu(properties: PublishMenuProperties): ReactNode {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<Later | null>(null);
  return (
    <PartBoundary>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            px={6}
            aria-label={t`More ways to publish`}
            onPointerEnter={PublishItems.preload}
            onFocus={PublishItems.preload}
          >
            <ChevronDownIcon size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <PublishItems {...properties} ask={setDialog} />
        </Menu.Dropdown>
      </Menu>
      {dialog !== null && <LaterDialog {...properties} later={dialog} onClose={() => setDialog(null)} />}
    </PartBoundary>
  );
}
