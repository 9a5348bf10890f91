/** How many content types, entries and files a merge changes, in words. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { MergeSummary } from '../../../../api/types.ts';

export function ChangedCounts({ changed }: Pick<MergeSummary, 'changed'>): ReactNode {
  const { t, i18n } = useLingui();
  const { content_types: types, entries, assets } = changed;
  const parts = [
    types > 0 ? t`${plural(types, { one: '# content type', other: '# content types' })}` : null,
    entries > 0 ? t`${plural(entries, { one: '# entry', other: '# entries' })}` : null,
    assets > 0 ? t`${plural(assets, { one: '# file', other: '# files' })}` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return t`Nothing changes.`;
  return new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(parts);
}
