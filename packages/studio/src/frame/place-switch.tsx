/** The space and the environment that one is in, and the way to the others. */
import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { spacesQuery } from '../api/queries.ts';
import { ChevronDownIcon } from '../ui/icons.ts';
import { Badge, Button, Group, Menu, onDemand, Text, VisuallyHidden } from '../ui/index.ts';
import { ScreenError } from './screen-error.tsx';
import { usePlace } from './use-place.ts';

const PlaceItems = onDemand(async () => (await import('./place-items.tsx')).PlaceItems);

const ICON_SIZE = 14;

export function PlaceSwitch(): ReactNode {
  const { t } = useLingui();
  const { space: here, environment } = usePlace();
  const spaces = useSuspenseQuery(spacesQuery).data;
  const name = spaces.find(({ id }) => id === here)?.name ?? here;
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}
          onPointerEnter={PlaceItems.preload}
          onFocus={PlaceItems.preload}
        >
          <Group gap="xs" wrap="nowrap">
            <Text fw={600} size="sm" truncate maw={180} dir="auto">
              {name}
            </Text>
            <Badge flex="none" maw={{ base: 88, sm: 140 }}>
              {environment}
            </Badge>
            <VisuallyHidden>{t`Change space or environment`}</VisuallyHidden>
          </Group>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <CatchBoundary getResetKey={() => ''} errorComponent={ScreenError}>
          <PlaceItems />
        </CatchBoundary>
      </Menu.Dropdown>
    </Menu>
  );
}
