/**
 * Merges a rich text that two sides have changed since they agreed on it, block by block. Blocks that one side changed stand as it
 * left them; where both changed the same one, that one alone is to be decided. No block that either side wrote is dropped
 * without a question, and none stands twice.
 */
import { type Blocks, CONTAINERS, keptInOrder, originsOf, sameBlock } from './block-origins.ts';
import type { RichTextNode } from './rich-text.ts';

/** A block that both sides changed, each in another way. Null for a side that removed it. */
export interface BlockClash {
  readonly mine: RichTextNode | null;
  readonly theirs: RichTextNode | null;
}

export interface BlockSides {
  /** What both started from; like the others, undefined where there is no text. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface MergeRules {
  /** Asked about each block that both changed; undefined leaves it to be decided. */
  readonly decide?: (clash: BlockClash) => 'mine' | 'theirs' | undefined;
  /** Texts of blocks that only this side wrote, and the other side may have had. */
  readonly sent?: readonly unknown[];
  /** Whether all that is not in mine is to be decided as well, as mine stands merged already. */
  readonly isMerged?: boolean;
}

export interface MergedText {
  /** With mine where both changed a block; undefined where nothing is left. */
  readonly value: RichTextNode | undefined;
  /**
   * What `value` is written over: theirs, but for the blocks that are to be decided, which are as they were before. Merged
   * again with it, `value` gives the same.
   */
  readonly base: RichTextNode | undefined;
  readonly clashes: readonly BlockClash[];
}

/** Null where one of the sides is no rich text. */
export function mergeRichText(sides: BlockSides, rules: MergeRules = {}): MergedText | null {
  const [base, mine, theirs] = [blocksOf(sides.base), blocksOf(sides.mine), blocksOf(sides.theirs)];
  if (base === null || mine === null || theirs === null) return null;
  const sent = (rules.sent ?? []).flatMap((text) => blocksOf(text) ?? []);
  const merge = new Merge(
    { base, mine, theirs },
    { ...rules, isSent: (node) => sent.some((one) => sameBlock(one, node)) },
  );
  const texts = [sides.mine, sides.theirs];
  return { value: textOf(merge.value, texts), base: textOf(merge.base, texts), clashes: merge.clashes };
}

/** The blocks of a rich text; none where there is no text, null where it is something else. */
export function blocksOf(value: unknown): Blocks | null {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || !('type' in value) || value.type !== 'doc') return null;
  return (value as RichTextNode).content ?? [];
}

/** The text of these blocks: the very one of `texts` that has them, where one does. */
function textOf(blocks: Blocks, texts: readonly unknown[]): RichTextNode | undefined {
  if (blocks.length === 0) return undefined;
  const same = texts.find((text) => {
    const own = blocksOf(text) ?? [];
    return own.length === blocks.length && own.every((block, place) => block === blocks[place]);
  });
  return (same as RichTextNode | undefined) ?? { type: 'doc', content: blocks };
}

/** Those in which the same place is the same block, as long as there are as many of them. */
const GRIDS = new Set(['table', 'tableRow']);

interface Sides {
  readonly base: Blocks;
  readonly mine: Blocks;
  readonly theirs: Blocks;
}

interface Rules extends MergeRules {
  isSent(node: RichTextNode): boolean;
}

/** What becomes of one block. Null where it does not stand. */
interface Block {
  readonly value: RichTextNode | null;
  readonly base: RichTextNode | null;
}

class Merge {
  readonly clashes: BlockClash[] = [];
  readonly value: Blocks;
  readonly base: Blocks;
  readonly #sides: Sides;
  readonly #rules: Rules;
  readonly #fromMine: readonly (number | null)[];
  readonly #fromTheirs: readonly (number | null)[];
  readonly #ofOrigin = new Map<number, Block>();
  /** New blocks of theirs that have not been found among mine. */
  readonly #theirNew = new Set<Block>();

  constructor(sides: Sides, rules: Rules, isGrid = false) {
    this.#sides = sides;
    this.#rules = rules;
    const { base, mine, theirs } = sides;
    this.#fromMine = isGrid ? [...mine.keys()] : originsOf(base, mine);
    this.#fromTheirs = isGrid ? [...theirs.keys()] : originsOf(base, theirs);
    const order = theirs.map((node, place) => this.#blockOfTheirs(node, this.#fromTheirs[place] ?? null));
    const theirOrigins = new Set(this.#fromTheirs);
    for (const origin of base.keys()) if (!theirOrigins.has(origin)) this.#resolve(origin, null);
    const woven = this.#woven(order);
    this.value = woven.flatMap(({ value }) => value ?? []);
    this.base = this.#baseWith(order, woven);
  }

  #blockOfTheirs(node: RichTextNode, origin: number | null): Block {
    if (origin !== null) return this.#resolve(origin, node);
    const block = this.#newOfTheirs(node);
    this.#theirNew.add(block);
    return block;
  }

  #newOfTheirs(node: RichTextNode): Block {
    // What came to them from this side stands as it is here by now.
    if (this.#rules.isSent(node)) return { value: null, base: node };
    if (!this.#rules.isMerged || this.#sides.mine.some((own) => sameBlock(own, node)))
      return { value: node, base: node };
    return this.#decided({ mine: null, theirs: node }, null);
  }

  #resolve(origin: number, theirs: RichTextNode | null): Block {
    const block = this.#resolved(origin, theirs);
    this.#ofOrigin.set(origin, block);
    return block;
  }

  #resolved(origin: number, theirs: RichTextNode | null): Block {
    const base = this.#sides.base[origin] as RichTextNode;
    const mine = this.#sides.mine[this.#fromMine.indexOf(origin)] ?? null;
    if (sameBlock(mine, theirs) || sameBlock(theirs, base)) return { value: mine, base: theirs };
    if (sameBlock(mine, base) && !this.#rules.isMerged) return { value: theirs, base: theirs };
    if (theirs !== null && this.#rules.isSent(theirs)) return { value: mine, base: theirs };
    const inside = mine === null || theirs === null ? null : this.#inside({ base, mine, theirs });
    return inside ?? this.#decided({ mine, theirs }, base);
  }

  #decided(clash: BlockClash, base: RichTextNode | null): Block {
    const choice = this.#rules.decide?.(clash);
    if (choice !== undefined) return { value: clash[choice], base: clash.theirs };
    this.clashes.push(clash);
    return { value: clash.mine, base };
  }

  /** The same container with what both changed inside of it; null where it can only be taken as a whole. */
  #inside({ base, mine, theirs }: Readonly<Record<keyof Sides, RichTextNode>>): Block | null {
    if (!CONTAINERS.has(base.type) || base.type !== mine.type || base.type !== theirs.type) return null;
    const attrs = attributesOf(base, mine, theirs);
    const children = { base: base.content ?? [], mine: mine.content ?? [], theirs: theirs.content ?? [] };
    const isGrid = GRIDS.has(base.type);
    const isSameGrid = new Set(Object.values(children).map(({ length }) => length)).size === 1;
    if (attrs === null || (isGrid && !isSameGrid)) return null;
    const merge = new Merge(children, this.#rules, isGrid);
    // Some hold at least one block, and the first of a list item has to be one that it can begin with.
    const first = merge.value[0]?.type;
    if (first === undefined || (first !== children.mine[0]?.type && first !== children.theirs[0]?.type)) return null;
    this.clashes.push(...merge.clashes);
    return { value: { ...mine, ...attrs, content: merge.value }, base: { ...theirs, content: merge.base } };
  }

  /** Theirs with what was before in the place of what is to be decided, and what they removed of it where it stands in mine. */
  #baseWith(order: readonly Block[], woven: readonly Block[]): Blocks {
    const blocks = [...order];
    for (const [place, block] of woven.entries()) {
      if (block.base === null || blocks.includes(block)) continue;
      const before = woven.slice(0, place).findLast((one) => blocks.includes(one));
      blocks.splice(before === undefined ? 0 : blocks.indexOf(before) + 1, 0, block);
    }
    return blocks.flatMap(({ base }) => base ?? []);
  }

  /** Brings into their order what this side moved and wrote: new blocks after those that they wrote at the same place. */
  #woven(order: readonly Block[]): readonly Block[] {
    const woven = [...order];
    const kept = keptInOrder(this.#fromMine);
    let at = -1;
    for (const [place, node] of this.#sides.mine.entries()) {
      const origin = this.#fromMine[place] ?? null;
      const block = origin === null ? null : (this.#ofOrigin.get(origin) ?? null);
      const known = block === null ? -1 : woven.indexOf(block);
      if (known === -1) at = this.#placeNew(woven, at, block ?? { value: node, base: null });
      else if (origin !== null && kept.has(origin)) at = known;
      else {
        woven.splice(known, 1);
        if (known <= at) at--;
        woven.splice(++at, 0, block as Block);
      }
    }
    return woven;
  }

  /** @returns where it stands */
  #placeNew(woven: Block[], after: number, block: Block): number {
    // What they removed and this side did not change.
    if (block.value === null) return after;
    let at = after;
    for (let next = woven[at + 1]; next !== undefined && this.#theirNew.has(next); next = woven[at + 1]) {
      at++;
      if (!sameBlock(next.value, block.value)) continue;
      // Both wrote the same.
      this.#theirNew.delete(next);
      return at;
    }
    woven.splice(at + 1, 0, block);
    return at + 1;
  }
}

/** The attributes of a node that both sides may have changed; null where each did in another way. */
function attributesOf(
  base: RichTextNode,
  mine: RichTextNode,
  theirs: RichTextNode,
): Pick<RichTextNode, 'attrs'> | null {
  const [was, own, other] = [base, mine, theirs].map(({ type, attrs = {} }) => ({ type, attrs })) as [
    RichTextNode,
    RichTextNode,
    RichTextNode,
  ];
  const from = sameBlock(own, other) || sameBlock(other, was) ? mine : sameBlock(own, was) ? theirs : null;
  if (from === null) return null;
  return from.attrs === undefined ? {} : { attrs: from.attrs };
}
