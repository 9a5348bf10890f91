/** Merges one value of an entry that two sides may have changed since they agreed on it (decision 0066). */
import { type BlockClash, blocksOf, type MergedText, mergeRichText } from '../../../contract/src/rich-text-merge.ts';
import { sameJson } from '../../../contract/src/same-json.ts';
import type { MergedStructure, Shape } from './shape.ts';

export interface Sides {
  /** What both started from. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** What this side sent without learning whether it arrived. As the other side's value, it is still this side's. */
  readonly sent: readonly unknown[];
}

/** Whose value stands; `both` if each side wrote another one: then a rich text is merged by block, and all else is not. */
export function mergeValue({ base, mine, theirs, sent }: Sides): 'mine' | 'theirs' | 'both' {
  if (isOneOf([base, mine, ...sent], theirs)) return 'mine';
  return sameJson(mine, base) ? 'theirs' : 'both';
}

export function isOneOf(values: readonly unknown[], wanted: unknown): boolean {
  return values.some((value) => sameJson(value, wanted));
}

/** What this side sent of rich texts: the blocks of them that are not in what they were written over. */
export function ownBlocks(sent: readonly unknown[], over: unknown): readonly unknown[] {
  return sent.map((text) => ({ type: 'doc', content: blocksMissing(text, over) }));
}

/** The two of a value merged: a rich text by block, components by place; null for any other value. @param sides `sent` of a rich text as `ownBlocks` gives it */
export function mergeBlocks(
  { base, mine, theirs, sent }: Sides,
  shape: Shape | null,
): MergedText | MergedStructure | null {
  if (shape !== null) return shape.merge({ base, mine, theirs }, sent);
  return mergeRichText({ base, mine, theirs }, { sent });
}

/**
 * What is still to be decided in a rich text that was merged by block, and the text with what `decide` says; null for any
 * other value.
 */
export function undecidedBlocks(
  { base, mine, theirs }: Omit<Sides, 'sent'>,
  decide?: (clash: BlockClash) => 'mine' | 'theirs' | undefined,
): MergedText | null {
  return mergeRichText({ base, mine, theirs }, { isMerged: true, ...(decide && { decide }) });
}

/**
 * What a text was before others changed it, with what this side has written since.
 * @param before what stood there before they did
 * @param now what stood there after that
 * @param written what stands there by now
 */
export function beforeOthers(before: unknown, now: unknown, written: unknown, shape: Shape | null): unknown {
  if (shape !== null) return shape.merge({ base: now, mine: written, theirs: before }).value;
  const merged = mergeRichText({ base: now, mine: written, theirs: before }, { decide: () => 'mine' });
  return merged === null ? written : merged.value;
}

/**
 * What others put in the place of a value, with what this side had saved there back: of a rich text, its blocks alone.
 * @param own the blocks that this side saved
 */
export function withOwn(
  { before, now }: { readonly before: unknown; readonly now: unknown },
  own: readonly unknown[],
): unknown {
  const decide = ({ mine }: BlockClash) => (own.some((block) => holds(block, mine)) ? 'mine' : 'theirs');
  const merged = undecidedBlocks({ base: before, mine: before, theirs: now }, decide);
  return merged === null || sameJson(merged.value, now) ? before : merged.value;
}

/** Whether a block is another one, or inside of it. */
function holds(block: unknown, wanted: BlockClash['mine']): boolean {
  const { content = [] } = block as { readonly content?: readonly unknown[] };
  return wanted !== null && (sameJson(block, wanted) || content.some((child) => holds(child, wanted)));
}

/** The blocks of a rich text that are not in another one. */
export function blocksMissing(text: unknown, other: unknown): readonly unknown[] {
  const others = blocksOf(other) ?? [];
  return (blocksOf(text) ?? []).filter((block) => !isOneOf(others, block));
}

export function isText(value: unknown): boolean {
  return value !== undefined && blocksOf(value) !== null;
}
