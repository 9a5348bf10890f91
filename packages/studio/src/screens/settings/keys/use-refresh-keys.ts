/** What the dialogs about keys share: their kinds in words, and the list to be read anew. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { apiKeysQuery } from '../../../api/queries.ts';
import type { ApiKey } from '../../../api/types.ts';
import { usePlace } from '../../../frame/use-place.ts';

export type Kind = ApiKey['kind'];

/** Reads the keys anew. */
export function useRefreshKeys(): () => Promise<void> {
  const { space } = usePlace();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: apiKeysQuery(space).queryKey });
}

export function useKindWords(): Readonly<Record<Kind, string>> {
  const { t } = useLingui();
  return { delivery: t`Delivery`, preview: t`Preview`, management: t`Management` };
}
