/** What people do with the blocks of one value. Each reads the value as it is at that moment, so that they stay the same functions. */
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { ContentType } from '../../api/types.ts';
import type { ValueModel } from '../field-type.ts';
import { limitsOf } from '../limits.ts';
import { copiedBlock, defaultsOf, hasRoom, movedBlock, newBlockId, relocatedBlock, withBlocks } from './block-value.ts';
import { blockSummary, blockText } from './block-words.ts';
import { type Block, blockList } from './blocks-in.ts';
import { type CopiedBlocks, copyBlocks, readBlocks } from './clipboard.ts';
import { focusFirst } from './focus.ts';
import { innerKey, type Level } from './level.ts';

/** A block that was removed, and where it stood. */
export interface Removed {
  readonly block: Block;
  readonly at: number;
  /** What was put in its place; null where nothing was. */
  readonly replacement: { readonly block: Block /** What was done, in words. */; readonly words: string } | null;
}

export interface Acting {
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

/** What is shown of what was done. */
interface Shown {
  readonly removed: Removed | null;
  /** What was done, in words. */
  readonly told: string;
  /** Why something was not done, in words. */
  readonly refused: string;
}

const NOTHING: Shown = { removed: null, told: '', refused: '' };

export class BlockActions {
  acting: Acting;
  readonly #show: (shown: Shown) => void;
  #removed: Removed | null = null;

  constructor(acting: Acting, show: (shown: Shown) => void) {
    this.acting = acting;
    this.#show = show;
  }

  /** @param at how many blocks are before it */
  add({ api_id: type, fields }: ContentType, at: number): void {
    const { defaultLocale } = this.acting;
    const filled = defaultsOf({ fields }, { within: this.#within() !== null, defaultLocale });
    this.#insert([{ id: newBlockId(), type, fields: filled }], at);
  }

  move(id: string, to: number): void {
    const list = this.#read();
    const from = list.findIndex((block) => block.id === id);
    const next = movedBlock(list, id, to);
    if (next === list) return;
    const [name, place, total] = [this.#nameOf((list[from] as Block).type), to + 1, list.length];
    this.#write(next, t`${name} is now ${place} of ${total}.`);
    requestAnimationFrame(() => focusMover(this.#element(id), to < from ? 'up' : 'down'));
  }

  duplicate(id: string): void {
    const list = this.#read();
    const at = list.findIndex((block) => block.id === id);
    const block = list[at];
    if (block !== undefined) this.#insert([copiedBlock(block, this.#typeOf)], at + 1);
  }

  remove(id: string): void {
    const list = this.#read();
    const at = list.findIndex((block) => block.id === id);
    const block = list[at];
    if (block === undefined) return;
    this.#removed = { block, at, replacement: null };
    this.#write(list.toSpliced(at, 1));
    this.#focusUndo();
  }

  /** Whether a block stands there as it was seen. */
  holds(seen: Block): boolean {
    return this.#read().some((block) => sameJson(block, seen));
  }

  /**
   * Puts a block in the place of another one.
   * @param seen the other one, as it was when the new one was made of it
   * @param replacement with words that say what was done
   * @returns false where the other one is gone, or not the same any more: nothing is changed then
   */
  replace(seen: Block, replacement: { readonly block: Block; readonly words: string }): boolean {
    const list = this.#read();
    const at = list.findIndex(({ id }) => id === seen.id);
    if (!sameJson(list[at], seen)) return false;
    this.#removed = { block: seen, at, replacement };
    this.#write(list.with(at, replacement.block));
    this.#focusUndo();
    return true;
  }

  /** Brings the block back that was removed last. What took its place goes, unless somebody has changed it since. */
  undo(): void {
    if (this.#removed === null) return;
    const { block, at, replacement } = this.#removed;
    const list = this.#read();
    const taken = replacement === null ? -1 : list.findIndex((one) => sameJson(one, replacement.block));
    if (taken === -1) {
      this.bringBack(block, at);
      return;
    }
    this.#removed = null;
    this.#write(list.with(taken, block));
    focusFirst(() => this.#element(block.id));
  }

  /** Puts a block that was in the list back, unless it is there again. */
  bringBack(block: Block, at: number): void {
    if (this.#read().every(({ id }) => id !== block.id)) this.#insert([block], at);
  }

  /** Brings a block on the screen and the focus into it; with null, the focus to where blocks are added. */
  focus(id: string | null): void {
    const end = () => this.acting.list.current?.querySelector<HTMLElement>(':scope > [data-add]') ?? null;
    if (id === null) requestAnimationFrame(() => end()?.focus());
    else focusFirst(() => this.#element(id));
  }

  copy(id: string): void {
    const { types, locales } = this.acting;
    const block = this.#read().find((one) => one.id === id);
    if (block === undefined) return;
    const name = this.#nameOf(block.type);
    copyBlocks({ blocks: [block], within: this.#within() }, blockText(block, { types, locales }) || name);
    this.#tell({ told: t`${name} is copied. Paste it here or in another entry.` });
  }

  /** @param at how many blocks are before those that are pasted @param copied null asks the clipboard */
  paste(at: number, copied: CopiedBlocks | null): void {
    if (copied !== null) this.#pasteFound(at, copied);
    else void readBlocks().then((found) => this.#pasteFound(at, found));
  }

  #pasteFound(at: number, copied: CopiedBlocks | null): void {
    if (copied === null) {
      this.#tell({ refused: t`There are no blocks on the clipboard. Copy one first.` });
      return;
    }
    const { components, locales } = this.acting;
    const strange = copied.blocks.filter(({ type }) => components.every(({ api_id }) => api_id !== type));
    if (strange.length > 0) {
      const names = [...new Set(strange.map(({ type }) => this.#nameOf(type)))].join(', ');
      const taken = components.map(({ name }) => name).join(', ');
      this.#tell({ refused: t`${names} cannot be pasted here. This field takes: ${taken}.` });
      return;
    }
    const left = new Set<string>();
    const relocation = { from: copied.within, to: this.#within(), locales };
    const placed = copied.blocks.map((block) =>
      copiedBlock(relocatedBlock(block, this.#typeOf, relocation, left), this.#typeOf),
    );
    if (!this.#insert(placed, at)) return;
    const fields = [...left].join(', ');
    if (left.size > 0) this.#tell({ refused: t`Pasted without the fields that do not exist here: ${fields}.` });
  }

  #insert(blocks: readonly Block[], at: number): boolean {
    const list = this.#read();
    if (!hasRoom(list, blocks.length, limitsOf(this.acting.field).max_items)) {
      this.#tell({ refused: t`There is no room for more blocks here. Remove one first.` });
      return false;
    }
    this.#removed = null;
    this.#write(withBlocks(list, at, blocks));
    const [first] = blocks;
    if (first !== undefined) focusFirst(() => this.#element(first.id));
    return true;
  }

  #read(): readonly Block[] {
    const { around, field, locale } = this.acting;
    return blockList(around.values.value(field.id, locale));
  }

  #write(blocks: readonly Block[], told = ''): void {
    const { around, field, locale } = this.acting;
    around.values.set(field.id, locale, blocks.length === 0 ? undefined : blocks);
    this.#tell({ told });
  }

  #focusUndo(): void {
    requestAnimationFrame(() => this.acting.list.current?.querySelector<HTMLElement>('[data-undo]')?.focus());
  }

  #tell(words: Partial<Shown>): void {
    this.#show({ ...NOTHING, removed: this.#removed, ...words });
  }

  readonly #typeOf = (apiId: string) => this.acting.types.find(({ api_id }) => api_id === apiId);

  #nameOf(apiId: string): string {
    return this.#typeOf(apiId)?.name ?? apiId;
  }

  /** The locale that the value belongs to; null where it belongs to none. */
  #within(): string | null {
    const { around, field, locale } = this.acting;
    return around.within ?? (field.localized ? locale : null);
  }

  #element(id: string): HTMLElement | null {
    const { around, field, locale } = this.acting;
    const place = { id: field.id, localized: field.localized === true };
    return document.getElementById(`block-${innerKey(around.key, { field: place, locale, block: id })}`);
  }
}

export function useBlockActions(acting: Acting): Shown & { readonly actions: BlockActions } {
  const [shown, show] = useState(NOTHING);
  const known = useRef<BlockActions>(null);
  known.current ??= new BlockActions(acting, show);
  known.current.acting = acting;
  return { actions: known.current, ...shown };
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
