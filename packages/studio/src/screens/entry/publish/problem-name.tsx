/** What a problem is about: the field, and the blocks and components around it. It is loaded once there are problems. */
import type { ReactNode } from 'react';
import { innerNames } from '../../../fields/blocks/inner-names.ts';
import { innerPlaceOf } from '../../../fields/blocks/inner-place.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';

/** @param path of the problem, as the server writes it */
export function ProblemName({ path }: { readonly path: string }): ReactNode {
  const { draft, type } = useOpenEntry();
  const { types, locales } = useSurroundings();
  const known = { type, types, locales };
  return innerNames(innerPlaceOf(path, draft, known), known).join(' › ');
}
