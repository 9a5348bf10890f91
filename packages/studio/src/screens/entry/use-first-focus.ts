/** Lets a new entry be written at once: its first field has the focus when it opens. */
import { useEffect } from 'react';
import type { ContentType } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { firstField, formLayout } from './form/form-layout.ts';
import { jumpTo } from './jump.ts';

/** @param locale the one that is shown first */
export function useFirstFocus(draft: Draft, type: ContentType, locale: string | undefined): void {
  const field = firstField(formLayout(type));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry, whatever is shown of it later
  useEffect(() => {
    if (draft.entry !== null || draft.state.status !== 'saved') return;
    if (field !== undefined && locale !== undefined) jumpTo(draft.address.key, field, locale);
  }, [draft]);
}
