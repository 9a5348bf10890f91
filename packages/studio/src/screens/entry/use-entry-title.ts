/** The title of an open entry as it is being written. */
import { useLingui } from '@lingui/react/macro';
import type { ContentType } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { useValue } from '../../fields/open-entry.tsx';
import { useDefaultLocale } from '../../frame/use-place.ts';

/** @param type null as long as it is not known */
export function useEntryTitle(
  draft: Draft,
  type: ContentType | null,
): { readonly title: string; readonly isNamed: boolean } {
  const { t } = useLingui();
  const { code } = useDefaultLocale();
  const field = type?.display_field ?? '';
  const value = useValue(draft, field, code);
  if (typeof value === 'string' && value.trim() !== '') return { title: value, isNamed: true };
  return { title: t`Untitled`, isNamed: false };
}
