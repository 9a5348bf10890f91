/** A block that is to be turned into an entry, or a link that is to become a block: as it stands now, and what speaks against it. */
import { useMemo } from 'react';
import type { ContentType } from '../../api/types.ts';
import { useDraft, useLevel, useOpenEntry, useValue } from '../open-entry.tsx';
import { useSurroundings } from '../surroundings.tsx';
import type { BlockActions } from './block-actions.ts';
import { type Block, blockList } from './blocks-in.ts';
import { insidePath } from './level.ts';
import type { Standing } from './linked-values.ts';

interface TurnedPlace {
  /** Id of the field that the block is in. */
  readonly field: string;
  readonly isLocalized: boolean;
  readonly locale: string;
  readonly id: string;
}

export interface TurnDialogProperties extends TurnedPlace {
  readonly type: ContentType;
  /** Those that the list takes. */
  readonly components: readonly ContentType[];
  readonly actions: BlockActions;
  onClose(): void;
}

export function useTurned({ field, isLocalized, locale, id }: TurnedPlace): {
  /** Undefined once it is gone. */
  readonly found: Block | undefined;
  readonly standing: Standing;
} {
  const { locales } = useSurroundings();
  const around = useLevel();
  const value = useValue(around.values, field, locale);
  const within = around.within ?? (isLocalized ? locale : null);
  return {
    found: blockList(value).find((block) => block.id === id),
    standing: useMemo(() => ({ within, locales }), [within, locales]),
  };
}

/** Why a block cannot be replaced yet: something in it is typed and no value yet, or two people changed it; null where it can. */
export function useObstacle({ field, isLocalized, locale, id }: TurnedPlace): 'unfinished' | 'undecided' | null {
  const { draft } = useOpenEntry();
  const around = useLevel();
  const [, ...list] = insidePath(around, { id: field, localized: isLocalized }, locale).split('.');
  const inside = [...list, id, ''].join('.');
  return useDraft(draft, (now) => {
    if (now.undecided.some((value) => value.field === list[0])) return 'undecided';
    const paths = now.unsavedValues().map((value) => `${value.field}.${value.locale}`);
    return paths.some((path) => path.startsWith(inside)) ? 'unfinished' : null;
  });
}
