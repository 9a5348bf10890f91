/** The words for the kinds of keys, which are also those of the addresses that each opens. */
import { useLingui } from '@lingui/react/macro';
import type { ApiKey } from '../../../api/types.ts';

export type KeyKind = ApiKey['kind'];

export function useKeyKindWords(): Readonly<Record<KeyKind, string>> {
  const { t } = useLingui();
  return { delivery: t`Delivery`, preview: t`Preview`, management: t`Management` };
}
