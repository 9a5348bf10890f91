/** The title of an open entry as it is being written. */
import { useLingui } from '@lingui/react/macro';
import type { ContentType } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { useDraft, useValue } from '../../fields/open-entry.tsx';
import { shownText } from '../../fields/text-in-locales.ts';
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
  // In other locales as it was saved: only the default one is shown as it is typed.
  const others = useDraft(draft, ({ entry }) => entry?.fields[field]);
  const shown = shownText({ ...others, [code]: value }, code);
  if (shown !== null) return { title: shown.text, isNamed: true };
  return { title: t`Untitled`, isNamed: false };
}
