/** Tells a draft what its values are made of, as long as its form is shown. */
import { useEffect } from 'react';
import type { ContentType } from '../api/types.ts';
import { shapesOf } from '../drafts/structures.ts';
import type { Draft } from '../drafts/types.ts';

/** @param types all, components among them */
export function useKnownModel(draft: Draft, type: ContentType | undefined, types: readonly ContentType[]): void {
  useEffect(() => {
    if (type !== undefined) draft.know(shapesOf(type, types));
  }, [draft, type, types]);
}
