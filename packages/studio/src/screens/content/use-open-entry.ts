/** Opens entries from a list. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Entry } from '../../api/types.ts';
import { usePlace } from '../../frame/use-place.ts';

/** Gives the function that opens an entry. */
export function useOpenEntry(): (entry: Entry) => void {
  const navigate = useNavigate();
  const { space, environment } = usePlace();
  return useCallback(
    ({ key }) => void navigate({ to: '/spaces/$space/$environment/content/$key', params: { space, environment, key } }),
    [navigate, space, environment],
  );
}
