/** The title of the page in its tab, with a mark while something that was written is not saved. */
import type { ReactNode } from 'react';
import { useUnsaved } from './unsaved.ts';

const MARK = '● ';

export function PageTitle({ title }: { readonly title: string }): ReactNode {
  const unsaved = useUnsaved();
  return <title>{`${unsaved.length > 0 ? MARK : ''}${title} · Lectern`}</title>;
}
