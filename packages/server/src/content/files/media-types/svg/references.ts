/**
 * How large an SVG becomes where `use` repeats parts of it, which may repeat others. Invariant: a drawing of few bytes
 * that a browser would have to draw millions of times is refused.
 */
import { invalid } from '../../../../platform/errors/domain-error.ts';

/** Elements that are drawn in the end, repetitions counted. */
const DRAWN_MAX = 500_000;
/** Parts that lie in or repeat each other, one in the next. */
const CHAIN_MAX = 1_000;

interface Part {
  readonly id: string | null;
  /** Elements of its own. */
  own: number;
  /** Ids that `use` repeats in it. */
  readonly uses: string[];
  readonly parts: Part[];
}

export class References {
  readonly #root: Part = part(null);
  readonly #open: Part[] = [this.#root];
  readonly #byId = new Map<string, Part>();

  /** Takes an element with the attributes that it keeps. */
  opened(element: string, attributes: ReadonlyMap<string, string>): void {
    const parent = this.#open.at(-1) ?? this.#root;
    parent.own += 1;
    const used = attributes.get('href') ?? attributes.get('xlink:href');
    if (element === 'use' && used !== undefined) parent.uses.push(used.trim().slice(1));
    const id = attributes.get('id');
    if (id === undefined) {
      this.#open.push(parent);
      return;
    }
    const named = part(id);
    parent.parts.push(named);
    this.#byId.set(id, this.#byId.get(id) ?? named);
    this.#open.push(named);
  }

  /** The element opened last ends. */
  closed(): void {
    this.#open.pop();
  }

  /** @throws `validation_failed` where too much would be drawn, or something would repeat itself */
  requireBounded(): void {
    if (this.#drawn(this.#root, new Map(), 0) > DRAWN_MAX)
      throw invalid(
        'file',
        'max_items',
        `Give an SVG that draws at most ${DRAWN_MAX} elements, repeated ones counted.`,
      );
  }

  #drawn(of: Part, known: Map<Part, number>, chain: number): number {
    if (chain > CHAIN_MAX) return Number.POSITIVE_INFINITY;
    const before = known.get(of);
    if (before !== undefined) return before;
    // Stands while the part is being counted, so that one that repeats itself is too large.
    known.set(of, Number.POSITIVE_INFINITY);
    let drawn = of.own;
    for (const inner of of.parts) drawn += this.#drawn(inner, known, chain + 1);
    for (const id of of.uses) {
      const used = this.#byId.get(id);
      if (used !== undefined) drawn += this.#drawn(used, known, chain + 1);
    }
    known.set(of, drawn);
    return drawn;
  }
}

function part(id: string | null): Part {
  return { id, own: 0, uses: [], parts: [] };
}
