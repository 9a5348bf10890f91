/** What people do with the blocks of one value. Each reads the value as it is at that moment, so that they stay the same functions. */
import { t } from '@lingui/core/macro';
import { useMemo, useRef, useState } from 'react';
import type { ContentType } from '../../api/types.ts';
import type { ValueModel } from '../field-type.ts';
import { limitsOf } from '../limits.ts';
import {
  type Block,
  blockList,
  copiedBlock,
  defaultsOf,
  hasRoom,
  movedBlock,
  newBlockId,
  relocatedBlock,
  withBlocks,
} from './block-value.ts';
import { blockSummary, blockText } from './block-words.ts';
import { type CopiedBlocks, copyBlocks, readBlocks } from './clipboard.ts';
import { focusFirst } from './focus.ts';
import { innerKey, type Level } from './level.ts';

/** A block that was removed, and where it stood. */
export interface Removed {
  readonly block: Block;
  readonly at: number;
}

export interface BlockActions {
  add(component: ContentType, at: number): void;
  move(id: string, to: number): void;
  duplicate(id: string): void;
  remove(id: string): void;
  undo(): void;
  copy(id: string): void;
  /** Puts blocks that were copied behind those before this place; null asks the clipboard. */
  paste(at: number, copied: CopiedBlocks | null): void;
}

interface Acting {
  readonly field: ValueModel;
  readonly locale: string;
  readonly around: Level;
  /** Those that the field takes. */
  readonly components: readonly ContentType[];
  readonly types: readonly ContentType[];
  /** Codes of all locales, the one whose words are shown first. */
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  /** The element that the blocks stand in. */
  readonly list: { readonly current: HTMLElement | null };
}

interface Acted {
  readonly actions: BlockActions;
  readonly removed: Removed | null;
  /** What was done, or why it was not, in words. */
  readonly told: string;
  readonly refused: string;
}

export function useBlockActions(acting: Acting): Acted {
  const latest = useRef(acting);
  latest.current = acting;
  const [removed, setRemoved] = useState<Removed | null>(null);
  const latestRemoved = useRef(removed);
  latestRemoved.current = removed;
  const [told, tell] = useState('');
  const [refused, refuse] = useState('');
  const actions = useMemo<BlockActions>(() => {
    const read = () => blockList(latest.current.around.values.value(latest.current.field.id, latest.current.locale));
    const write = (blocks: readonly Block[]) => {
      const { around, field, locale } = latest.current;
      refuse('');
      around.values.set(field.id, locale, blocks.length === 0 ? undefined : blocks);
    };
    const typeOf = (apiId: string) => latest.current.types.find(({ api_id }) => api_id === apiId);
    const nameOf = (apiId: string) => typeOf(apiId)?.name ?? apiId;
    const within = () =>
      latest.current.around.within ?? (latest.current.field.localized ? latest.current.locale : null);
    const element = (id: string) => {
      const { around, field, locale } = latest.current;
      const key = innerKey(around.key, { field: { id: field.id, localized: false }, locale, block: id });
      return document.getElementById(`block-${key}`);
    };

    function insert(blocks: readonly Block[], at: number): boolean {
      const list = read();
      if (!hasRoom(list, blocks.length, limitsOf(latest.current.field).max_items)) {
        refuse(t`There is no room for more blocks here. Remove one first.`);
        return false;
      }
      setRemoved(null);
      write(withBlocks(list, at, blocks));
      const [first] = blocks;
      if (first !== undefined) focusFirst(() => element(first.id));
      return true;
    }

    function pasteFound(at: number, copied: CopiedBlocks | null): void {
      if (copied === null) {
        refuse(t`There are no blocks on the clipboard. Copy one first.`);
        return;
      }
      const { components, locales } = latest.current;
      const strange = copied.blocks.filter(({ type }) => components.every(({ api_id }) => api_id !== type));
      if (strange.length > 0) {
        const names = [...new Set(strange.map(({ type }) => nameOf(type)))].join(', ');
        const taken = components.map(({ name }) => name).join(', ');
        refuse(t`${names} cannot be pasted here. This field takes: ${taken}.`);
        return;
      }
      const left = new Set<string>();
      const relocation = { from: copied.within, to: within(), locales };
      const placed = copied.blocks.map((block) => copiedBlock(relocatedBlock(block, typeOf, relocation, left), typeOf));
      if (!insert(placed, at)) return;
      const fields = [...left].join(', ');
      tell(left.size === 0 ? t`Pasted.` : t`Pasted without the fields that do not exist here: ${fields}.`);
    }

    return {
      add({ api_id, fields }, at) {
        const { defaultLocale } = latest.current;
        const filled = defaultsOf({ fields }, { within: within() !== null, defaultLocale });
        insert([{ id: newBlockId(), type: api_id, fields: filled }], at);
      },
      move(id, to) {
        const list = read();
        const from = list.findIndex((block) => block.id === id);
        const next = movedBlock(list, id, to);
        if (next === list) return;
        const { type } = list[from] as Block;
        const [name, place, total] = [nameOf(type), to + 1, list.length];
        tell(t`${name} is now ${place} of ${total}.`);
        write(next);
        requestAnimationFrame(() => focusMover(element(id), to < from ? 'up' : 'down'));
      },
      duplicate(id) {
        const list = read();
        const at = list.findIndex((block) => block.id === id);
        const block = list[at];
        if (block !== undefined) insert([copiedBlock(block, typeOf)], at + 1);
      },
      remove(id) {
        const list = read();
        const at = list.findIndex((block) => block.id === id);
        const block = list[at];
        if (block === undefined) return;
        setRemoved({ block, at });
        write(list.toSpliced(at, 1));
        requestAnimationFrame(() => latest.current.list.current?.querySelector<HTMLElement>('[data-undo]')?.focus());
      },
      undo() {
        const { current } = latestRemoved;
        if (current === null) return;
        insert([current.block], current.at);
      },
      copy(id) {
        const { types, locales } = latest.current;
        const block = read().find((one) => one.id === id);
        if (block === undefined) return;
        copyBlocks({ blocks: [block], within: within() }, blockText(block, { types, locales }) || nameOf(block.type));
        const name = nameOf(block.type);
        tell(t`${name} is copied. Paste it here or in another entry.`);
      },
      paste(at, copied) {
        if (copied !== null) pasteFound(at, copied);
        else void readBlocks().then((found) => pasteFound(at, found));
      },
    };
  }, []);
  return { actions, removed, told, refused };
}

/** The block that was moved keeps the focus, so that it can be moved on; at an end, where it can be moved back. */
function focusMover(block: Element | null, direction: 'up' | 'down'): void {
  const movers = [...(block?.querySelectorAll<HTMLElement>(':scope > header [data-mover]:enabled') ?? [])];
  const mover = movers.find((one) => one.dataset.mover === direction) ?? movers[0];
  mover?.focus();
  block?.scrollIntoView({ block: 'nearest' });
}

/** What a block is called where only its summary is shown. */
export function summaryIn(list: readonly Block[], id: string, known: Pick<Acting, 'types' | 'locales'>): string {
  const block = list.find((one) => one.id === id);
  return block === undefined ? '' : blockSummary(block, known);
}
