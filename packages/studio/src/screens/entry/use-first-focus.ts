/** Lets a new entry be written at once: its first field has the focus when it opens. */
import { useEffect } from 'react';
import type { ContentType } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { firstField, formLayout } from '../../fields/form-layout.ts';
import { controlId } from '../../fields/place-of-value.ts';
import { jumpTo } from './jump.ts';

/** @param locale the one that is shown first */
export function useFirstFocus(draft: Draft, type: ContentType | undefined, locale: string | undefined): void {
  const field = type === undefined ? undefined : firstField(formLayout(type));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry, whatever is shown of it later
  useEffect(() => {
    if (draft.entry !== null || draft.state.status !== 'saved') return undefined;
    if (field === undefined || locale === undefined) return undefined;
    // A drawer that opens around the entry first gives the focus to its own first button, in a timer as well.
    const timer = setTimeout(() =>
      jumpTo(draft.address.key, { field, around: [], control: controlId(draft.address.key, field, locale) }),
    );
    return () => clearTimeout(timer);
  }, [draft]);
}
