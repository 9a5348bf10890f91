/** The way back to the first steps, for as long as no site can read: the last of them makes the key that it reads with. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiKeysQuery } from '../../api/queries.ts';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { LinkButton } from '../../ui/index.ts';

export function FirstStepsLink(): ReactNode {
  const place = usePlace();
  const mayMakeKeys = usePermission('api_key.manage');
  const keys = useQuery({ ...apiKeysQuery(place.space), enabled: mayMakeKeys });
  if (keys.data === undefined || keys.data.some(({ kind }) => kind === 'delivery')) return null;
  return (
    <LinkButton to="/spaces/$space/$environment/first-steps" params={place} variant="default">
      <Trans>First steps</Trans>
    </LinkButton>
  );
}
