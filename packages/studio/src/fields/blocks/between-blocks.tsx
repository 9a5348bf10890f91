/**
 * What stands between the blocks of a list, at the place of one that is not in it: it was removed and can be brought back, or it
 * is to be decided whether it was, or somebody else removed what was saved here.
 */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, use, useCallback, useSyncExternalStore } from 'react';
import type { InnerNews, Removal } from '../../drafts/inner-news.ts';
import { Button, Text } from '../../ui/index.ts';
import { useDraft, useOpenEntry } from '../open-entry.tsx';
import { listening } from '../shown-already.ts';
import type { Acting, BlockActions, Removed } from './block-actions.ts';
import { blockName } from './block-words.ts';
import styles from './blocks.module.css';
import { type Block, blockList } from './blocks-in.ts';
import { InnerQuestion } from './inner-editor.ts';
import { insidePath } from './level.ts';
import { RemovedLine } from './removed-line.tsx';

/** What is not in the list and is told of there. */
export interface NotInList {
  readonly removals: readonly Removal[];
  /** Blocks that this tab had saved and others removed. */
  readonly lost: readonly InnerNews[];
  /** The block that was removed last. */
  readonly removed: Removed | null;
}

/** @param removed the block that was removed last */
export function useNotInList(
  { field, locale, around }: Acting,
  blocks: readonly Block[],
  removed: Removed | null,
): NotInList {
  const { draft } = useOpenEntry();
  const list = insidePath(around, { id: field.id, localized: field.localized === true }, locale);
  const { values } = around;
  const subscribe = useCallback(
    (listener: () => void) => values.subscribeValue(field.id, locale, listening(listener)),
    [values, field.id, locale],
  );
  const removals = useSyncExternalStore(subscribe, () => draft.removals(list));
  const news = useDraft(draft, (now) => now.news);
  const isHere = (path: string) => path.slice(0, path.lastIndexOf('.')) === list;
  const lost = news
    .flatMap(({ inside }) => inside)
    .filter(({ kind, isMine, path, at }) => kind === 'removed' && isMine && at !== undefined && isHere(path));
  // It is asked about, or has come back with what others wrote.
  const back = removed?.replacement === null ? blocks : [];
  const isElsewhere = [...removals, ...back].some(({ id }) => id === removed?.block.id);
  return { removals, lost, removed: isElsewhere ? null : removed };
}

interface BetweenBlocksProperties extends Acting {
  readonly notInList: NotInList;
  /** How many blocks stand before it. */
  readonly at: number;
  /** Whether it is the end of the list. */
  readonly isEnd: boolean;
  readonly actions: BlockActions;
}

export function BetweenBlocks({ notInList, at, isEnd, actions, ...acting }: BetweenBlocksProperties): ReactNode {
  const { field, locale, around, locales } = acting;
  const RemovalQuestion = use(InnerQuestion);
  if (RemovalQuestion === null) throw new Error('Blocks are edited inside of a <ValueEditor>.');
  const isHere = (place: number) => place === at || (isEnd && place > at);
  const removals = notInList.removals.filter((one) => isHere(one.at));
  const lost = notInList.lost.filter((one) => isHere(one.at ?? 0));
  const { removed } = notInList;
  const list = insidePath(around, { id: field.id, localized: field.localized === true }, locale);
  return (
    <>
      {removed !== null && isHere(removed.at) && (
        <li className={styles.between}>
          <RemovedLine removed={removed} undo={() => actions.undo()} />
        </li>
      )}
      {removals.map((removal) => (
        <li key={removal.id} className={styles.between}>
          <RemovalQuestion
            field={field}
            list={list}
            removal={removal}
            words={locales}
            onDecided={(isKept) => actions.focus(isKept ? removal.id : null)}
          />
        </li>
      ))}
      {lost.map((news) => (
        <li key={news.path} className={styles.between}>
          <LostLine news={news} actions={actions} {...acting} />
        </li>
      ))}
    </>
  );
}

interface LostLineProperties extends Pick<Acting, 'types' | 'locales'> {
  readonly news: InnerNews;
  readonly actions: BlockActions;
}

function LostLine({ news, actions, types, locales }: LostLineProperties): ReactNode {
  const { draft } = useOpenEntry();
  const [block] = blockList([news.before]);
  if (block === undefined) return null;
  const name = blockName(block, { types, locales });

  function bringBack(restored: Block): void {
    draft.seenInside(news.path);
    actions.bringBack(restored, news.at ?? 0);
  }

  return (
    <div className={styles.removed} role="status">
      <Text size="sm">
        <Trans>
          Someone else removed <bdi>{name}</bdi>, in which you had written.
        </Trans>
      </Text>
      <Button size="compact-xs" variant="subtle" onClick={() => bringBack(block)}>
        <Trans>Bring it back</Trans>
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={() => draft.seenInside(news.path)}>
        <Trans>OK</Trans>
      </Button>
    </div>
  );
}
