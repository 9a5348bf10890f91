/** Tells a draft what its values are made of, as long as its form is shown. */
import { useEffect } from 'react';
import type { ContentType } from '../api/types.ts';
import type { Draft } from '../drafts/types.ts';
import { isStructured } from './blocks/blocks-in.ts';

/** @param types all, components among them */
export function useKnownModel(draft: Draft, type: ContentType | undefined, types: readonly ContentType[]): void {
  useEffect(() => {
    if (type === undefined || !type.fields.some(isStructured)) return;
    let isShown = true;
    // Where it cannot be loaded, such values are merged as a whole.
    import('../drafts/structures.ts').then(
      ({ shapesOf }) => isShown && draft.know(shapesOf(type, types)),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [draft, type, types]);
}
