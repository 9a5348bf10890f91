/**
 * Computes how large an SVG becomes when `use` repeats parts of it, which may repeat others. Invariant: a small file that makes a
 * browser draw millions of elements is rejected.
 */
import { invalid } from '../../../../platform/errors/domain-error.ts';

/** Maximum elements drawn, including repetitions. */
const DRAWN_MAX = 500_000;
/** Maximum depth of parts that contain or repeat each other. */
const CHAIN_MAX = 1_000;

interface Part {
  readonly id: string | null;
  /** Number of its own elements. */
  own: number;
  /** Ids that its `use` elements repeat. */
  readonly uses: string[];
  readonly parts: Part[];
}

export class References {
  readonly #root: Part = part(null);
  readonly #open: Part[] = [this.#root];
  readonly #byId = new Map<string, Part>();

  /** Adds an element with its allowed attributes. */
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

  /** Ends the most recently opened element. */
  closed(): void {
    this.#open.pop();
  }

  /** @throws `validation_failed` if too much would be drawn, or something would repeat itself */
  requireBounded(): void {
    if (this.#drawn(this.#root, new Map(), 0) > DRAWN_MAX)
      throw invalid(
        'file',
        'max_items',
        `Use an SVG that draws at most ${DRAWN_MAX} elements, including repeated ones.`,
        { limit: DRAWN_MAX },
      );
  }

  #drawn(of: Part, known: Map<Part, number>, chain: number): number {
    if (chain > CHAIN_MAX) return Number.POSITIVE_INFINITY;
    const before = known.get(of);
    if (before !== undefined) return before;
    // A placeholder while the part is being counted, so that a part that repeats itself counts as too large.
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
