/** What a preview link is called, by what it opens. */
import { useLingui } from '@lingui/react/macro';
import type { PreviewLink } from '../../../api/types.ts';

export function useLinkWords() {
  const { t } = useLingui();
  return {
    nameOfLink: ({ title, href }: PreviewLink): string => title ?? href ?? t`Untitled`,
    kindOfLink: ({ entry, href, change_set: release }: PreviewLink): string => {
      if (entry !== null) return release === null ? t`Entry` : t`Entry in a release`;
      if (href !== null) return release === null ? t`Page` : t`Page in a release`;
      return t`Pages of a release`;
    },
  };
}
