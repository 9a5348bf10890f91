/** Lets the slug of an open entry follow its title. */
import { useEffect } from 'react';
import type { ContentType } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { followTitle } from '../../fields/slug-following.ts';
import { useLocales } from '../../frame/use-place.ts';

export function useFollowedTitle(draft: Draft, type: ContentType | null): void {
  const locales = useLocales();
  useEffect(() => (type === null ? undefined : followTitle(draft, type, locales)), [draft, type, locales]);
}
