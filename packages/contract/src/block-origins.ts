/**
 * Which blocks of two states of a rich text are the same ones: unchanged, moved, or changed. Blocks have no identity of their
 * own, so it is found by what they hold.
 */
import type { RichTextNode } from './rich-text.ts';

export type Blocks = readonly RichTextNode[];

/** Blocks that hold blocks. */
export const CONTAINERS: ReadonlySet<string> = new Set([
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
]);
/** Lists whose lengths multiply to more than this are compared by equal blocks alone. */
const COMPARISONS_MAX = 1_000_000;
/** Blocks that share less of their text than this are not taken for one. Between 0 and 1. */
const ALIKE_MIN = 0.25;
/** How much two lists or tables are alike that share less. */
const ALIKE_LEAST = 0.01;
/** The same where the block also stands elsewhere. */
const ALIKE_ELSEWHERE_MIN = 0.6;

const keys = new WeakMap<RichTextNode, string>();

/** Equal for blocks that hold the same, whatever the order of their keys. */
export function blockKey(node: RichTextNode): string {
  const known = keys.get(node);
  if (known !== undefined) return known;
  const key = JSON.stringify(node, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  keys.set(node, key);
  return key;
}

/** Whether two blocks hold the same; null stands for none. */
export function sameBlock(one: RichTextNode | null, other: RichTextNode | null): boolean {
  if (one === null || other === null) return one === other;
  return one === other || blockKey(one) === blockKey(other);
}

/**
 * For each block of `after`, the place in `before` of the one that it was; null where it is new. No place occurs twice. What shares
 * too little text with anything before is new, such as an empty paragraph that was filled.
 */
export function originsOf(before: Blocks, after: Blocks): readonly (number | null)[] {
  const matching = new Matching(before, after);
  matching.equalInOrder();
  matching.equalElsewhere();
  matching.changedInPlace();
  matching.changedElsewhere();
  return matching.origins;
}

/** The places, among those of `origins`, whose blocks kept their order. */
export function keptInOrder(origins: readonly (number | null)[]): ReadonlySet<number> {
  // The longest rising sequence: `ends` has, by length, where the one with the smallest end stops.
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const origin of origins) {
    if (origin === null) continue;
    const place = ends.findLastIndex((end) => end < origin) + 1;
    previous.set(origin, ends[place - 1]);
    ends[place] = origin;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) kept.add(at);
  return kept;
}

class Matching {
  readonly origins: (number | null)[];
  readonly #before: Blocks;
  readonly #after: Blocks;
  readonly #taken = new Set<number>();
  readonly #grams = new Map<RichTextNode, ReadonlyMap<string, number>>();

  constructor(before: Blocks, after: Blocks) {
    this.#before = before;
    this.#after = after;
    this.origins = after.map(() => null);
  }

  /** The longest sequence of equal blocks. */
  equalInOrder(): void {
    const [before, after] = [this.#before, this.#after];
    let start = 0;
    while (start < Math.min(before.length, after.length) && this.#isEqual(start, start)) this.#match(start, start++);
    let [ends, made] = [before.length, after.length];
    while (ends > start && made > start && this.#isEqual(ends - 1, made - 1)) this.#match(--ends, --made);
    const equal = (i: number, j: number) => (this.#isEqual(i, j) ? 1 : 0);
    this.#matchBest({ start, end: ends }, { start, end: made }, equal);
  }

  /** Blocks that stand elsewhere as they were. An empty one could be any other. */
  equalElsewhere(): void {
    const free = Map.groupBy(this.#freeBefore(), (i) => blockKey(this.#before[i] as RichTextNode));
    for (const j of this.#freeAfter()) {
      const node = this.#after[j] as RichTextNode;
      const at = isBlank(node) ? undefined : free.get(blockKey(node))?.shift();
      if (at !== undefined) this.#match(at, j);
    }
  }

  /** Blocks between the same neighbours that are alike. */
  changedInPlace(): void {
    for (const gap of this.#gaps())
      this.#matchBest(gap.before, gap.after, (i, j) => {
        const alike = this.#alike(i, j);
        return alike >= ALIKE_MIN ? alike : this.#areContainers(i, j) ? ALIKE_LEAST : 0;
      });
  }

  /** Blocks that were moved and changed. */
  changedElsewhere(): void {
    const [olds, news] = [this.#freeBefore(), this.#freeAfter()];
    if (olds.length * news.length > COMPARISONS_MAX) return;
    for (const j of news) {
      const [best] = olds
        .filter((i) => this.#isFree(i))
        .map((i) => ({ i, alike: this.#alike(i, j) }))
        .filter(({ alike }) => alike >= ALIKE_ELSEWHERE_MIN)
        .toSorted((a, b) => b.alike - a.alike);
      if (best !== undefined) this.#match(best.i, j);
    }
  }

  #match(i: number, j: number): void {
    this.origins[j] = i;
    this.#taken.add(i);
  }

  /** Matches free blocks in order, so that the scores of the matches add up to the most. */
  #matchBest(before: Span, after: Span, score: (i: number, j: number) => number): void {
    const olds = range(before).filter((i) => this.#isFree(i));
    const news = range(after).filter((j) => this.origins[j] === null);
    if (olds.length * news.length === 0 || olds.length * news.length > COMPARISONS_MAX) return;
    const width = news.length + 1;
    const scores = new Float64Array((olds.length + 1) * width);
    const most = new Float64Array((olds.length + 1) * width);
    for (let i = olds.length - 1; i >= 0; i--)
      for (let j = news.length - 1; j >= 0; j--) {
        const at = i * width + j;
        const value = score(olds[i] as number, news[j] as number);
        scores[at] = value;
        const matched = value === 0 ? 0 : value + (most[at + width + 1] as number);
        most[at] = Math.max(matched, most[at + width] as number, most[at + 1] as number);
      }
    let [i, j] = [0, 0];
    while (i < olds.length && j < news.length) {
      const at = i * width + j;
      const value = scores[at] as number;
      if (value > 0 && most[at] === value + (most[at + width + 1] as number))
        this.#match(olds[i++] as number, news[j++] as number);
      else if (most[at] === most[at + width]) i++;
      else j++;
    }
  }

  /** The free blocks between each two neighbours that are matched in order. */
  #gaps(): readonly { readonly before: Span; readonly after: Span }[] {
    const kept = keptInOrder(this.origins);
    const gaps: { before: Span; after: Span }[] = [];
    let [old, made] = [0, 0];
    for (const [j, origin] of [...this.origins, this.#before.length].entries()) {
      if (origin === null || (j < this.origins.length && !kept.has(origin))) continue;
      if (j > made && origin > old) gaps.push({ before: { start: old, end: origin }, after: { start: made, end: j } });
      [old, made] = [origin + 1, j + 1];
    }
    return gaps;
  }

  #isEqual(i: number, j: number): boolean {
    return sameBlock(this.#before[i] as RichTextNode, this.#after[j] as RichTextNode);
  }

  /** Whether both are a list, say: it is looked at what is in them. */
  #areContainers(i: number, j: number): boolean {
    const { type } = this.#after[j] as RichTextNode;
    return CONTAINERS.has(type) && this.#before[i]?.type === type;
  }

  #isFree(i: number): boolean {
    return !this.#taken.has(i);
  }

  #freeBefore(): number[] {
    return [...this.#before.keys()].filter((i) => this.#isFree(i));
  }

  #freeAfter(): number[] {
    return [...this.#after.keys()].filter((j) => this.origins[j] === null);
  }

  /** How much of their text two blocks share, from 0 to 1: twice the pairs of characters in both, by those in each. */
  #alike(i: number, j: number): number {
    const [old, made] = [this.#gramsOf(this.#before[i] as RichTextNode), this.#gramsOf(this.#after[j] as RichTextNode)];
    let [shared, all] = [0, 0];
    for (const [gram, count] of old) {
      shared += Math.min(count, made.get(gram) ?? 0);
      all += count;
    }
    for (const count of made.values()) all += count;
    return all === 0 ? 0 : (2 * shared) / all;
  }

  #gramsOf(node: RichTextNode): ReadonlyMap<string, number> {
    const known = this.#grams.get(node);
    if (known !== undefined) return known;
    const grams = new Map<string, number>();
    const text = textOf(node);
    for (let at = 0; at < text.length - 1; at++) {
      const gram = text.slice(at, at + 2);
      grams.set(gram, (grams.get(gram) ?? 0) + 1);
    }
    this.#grams.set(node, grams);
    return grams;
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function range({ start, end }: Span): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

function textOf(node: RichTextNode): string {
  return node.text ?? (node.content ?? []).map(textOf).join('');
}

/** An empty paragraph or heading. */
function isBlank({ type, content = [] }: RichTextNode): boolean {
  return (type === 'paragraph' || type === 'heading') && content.length === 0;
}
