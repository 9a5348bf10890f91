/** What a link leads to, in words. */
import { useEffect, useState } from 'react';
import type { LinkTarget } from './actions/links.ts';
import type { Describe } from './nodes/cards.ts';

/** The address, or the title of the entry or asset; its id until that is known. */
export function useLinkTitle(target: LinkTarget | null, describe: Describe): string {
  const [known, setKnown] = useState<{ readonly id: string; readonly title: string | undefined }>();
  const id = target === null || target.type === 'address' ? null : target.id;
  const type = target?.type;
  useEffect(() => {
    if (id === null || type === undefined || type === 'address') return undefined;
    let isShown = true;
    void Promise.resolve(describe({ type, id })).then(
      (card) => isShown && setKnown({ id, title: card?.title }),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [id, type, describe]);
  if (target?.type === 'address') return target.href;
  return (known?.id === id ? known?.title : undefined) ?? id ?? '';
}
