/** The name of a value that a release changes. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReleaseLine } from './in-the-way.ts';

/** A block that stands somewhere else has its position as a value. */
export function LineName({ line: { name, setting } }: { readonly line: ReleaseLine }): ReactNode {
  const { t } = useLingui();
  return setting === 'position' ? t`${name} · position` : name;
}
