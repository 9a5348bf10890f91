/** The blocks of a field in the list of all fields, to jump to one; that which is on the screen now is marked. */
import { type ReactNode, useState } from 'react';
import type { Field } from '../../../api/types.ts';
import { blockSummary } from '../../../fields/blocks/block-words.ts';
import { type Block, blockList } from '../../../fields/blocks/blocks-in.ts';
import { innerKey, insidePath } from '../../../fields/blocks/level.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Menu } from '../../../ui/index.ts';
import styles from './form.module.css';

interface BlockItemsProperties {
  readonly field: Field;
  readonly locale: string;
  onChoose(field: string, path: string): void;
}

export function BlockItems({ field, locale: shown, onChoose }: BlockItemsProperties): ReactNode {
  const { draft } = useOpenEntry();
  const { types, locales } = useSurroundings();
  const standard = locales[0]?.code ?? '';
  const locale = field.localized ? shown : standard;
  const blocks = blockList(draft.value(field.id, locale));
  const keyOf = ({ id }: Block) => innerKey(draft.address.key, { field, locale, block: id });
  // The list is made when it is opened.
  const [current] = useState(() => blocks.findLast((block) => isReached(keyOf(block))) ?? blocks[0]);
  const words = [shown, ...locales.map(({ code }) => code)];
  return blocks.map((block) => {
    const name = types.find(({ api_id }) => api_id === block.type)?.name ?? block.type;
    const summary = blockSummary(block, { types, locales: words });
    return (
      <Menu.Item
        key={block.id}
        className={styles.blockItem ?? ''}
        aria-current={block === current || undefined}
        onClick={() => onChoose(field.id, `${insidePath({ root: 'fields' }, field, locale)}.${block.id}`)}
      >
        {name}
        {summary !== '' && <span className={styles.blockSummary}> {summary}</span>}
      </Menu.Item>
    );
  });
}

/** Whether the block begins above the middle of the screen. */
function isReached(key: string): boolean {
  const element = document.getElementById(`block-${key}`);
  return element !== null && element.getBoundingClientRect().top < innerHeight / 2;
}
