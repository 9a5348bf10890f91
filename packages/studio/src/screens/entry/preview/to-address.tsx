/** The way to the preview address of the content type, for who may change it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { usePermission } from '../../../frame/use-place.ts';
import { LinkAnchor, Text } from '../../../ui/index.ts';

export function ToAddress(): ReactNode {
  const { type } = useOpenEntry();
  const { place } = useSurroundings();
  const mayChange = usePermission('content_type.manage');
  if (!mayChange)
    return (
      <Text size="sm" c="dimmed">
        <Trans>A developer or admin can set it in the model.</Trans>
      </Text>
    );
  return (
    <LinkAnchor
      to="/spaces/$space/$environment/model/$type"
      params={{ space: place.space, environment: place.environment, type: type.api_id }}
      size="sm"
    >
      <Trans>Set the preview address</Trans>
    </LinkAnchor>
  );
}
