/**
 * Decides about a value that two sides may have changed: the one rule of three-way merging, and the conflicts that remain. Pure. A
 * resolution always wins; without one, the target keeps its value in a conflict.
 */
import { sameJson } from '../../../../../contract/src/same-json.ts';

/** The side whose value a resolution takes. */
export type Take = 'source' | 'target';

export interface Resolution {
  readonly path: string;
  readonly take: Take;
}

/** Why something cannot be merged without a decision. */
export const conflictRules = [
  'both_changed',
  'deleted',
  'data_loss',
  'no_place',
  'taken',
  'in_use',
  'slug',
  'unique',
] as const;
export type ConflictRule = (typeof conflictRules)[number];

/** A value in the common ancestor and on both sides; undefined where it does not exist. */
export interface ThreeWay<T> {
  readonly base: T | undefined;
  readonly target: T | undefined;
  readonly source: T | undefined;
}

/** A place that needs a decision; null means that nothing is there. */
export interface Conflict {
  readonly path: string;
  readonly rule: ConflictRule;
  readonly base: unknown;
  readonly target: unknown;
  readonly source: unknown;
}

/** How a value is shown in a conflict. */
export type Show<T> = (value: T) => unknown;

export class Decisions {
  readonly #resolutions: ReadonlyMap<string, Take>;
  readonly #regarded = new Set<string>();
  readonly #conflicts = new Map<string, Conflict>();

  constructor(resolutions: readonly Resolution[]) {
    this.#resolutions = new Map(resolutions.map(({ path, take }) => [path, take]));
  }

  get conflicts(): Conflict[] {
    return [...this.#conflicts.values()];
  }

  get count(): number {
    return this.#conflicts.size;
  }

  /** Registers a resource that the merge covers, such as `entries.first`. */
  regard(path: string): void {
    this.#regarded.add(path);
  }

  /** Paths of resolutions that do not belong to any resource of the merge. */
  get unknown(): string[] {
    return [...this.#resolutions.keys()].filter((path) => {
      for (let at = path.length; at > 0; at = path.lastIndexOf('.', at - 1))
        if (this.#regarded.has(path.slice(0, at))) return false;
      return true;
    });
  }

  /** The resolution for a path. */
  resolutionOf(path: string): Take | undefined {
    return this.#resolutions.get(path);
  }

  /** The resolutions for paths below a path, each with the rest of its path. */
  resolutionsBelow(path: string): Resolution[] {
    const root = `${path}.`;
    const below = [...this.#resolutions].filter(([one]) => one.startsWith(root));
    return below.map(([one, take]) => ({ path: one.slice(root.length), take }));
  }

  /** Merges the value at a path. */
  value<T>(path: string, three: ThreeWay<T>, show: Show<T> = same): T | undefined {
    const { base, target, source } = three;
    const take = this.resolutionOf(path);
    if (take !== undefined) return three[take];
    if (sameJson(source, base) || sameJson(source, target)) return target;
    if (sameJson(target, base)) return source;
    this.addConflict(path, 'both_changed', three, show);
    return target;
  }

  /** Adds a conflict at a place. */
  addConflict<T>(path: string, rule: ConflictRule, { base, target, source }: ThreeWay<T>, show: Show<T> = same): void {
    const shown = (value: T | undefined) => (value === undefined ? null : show(value));
    this.#conflicts.set(path, { path, rule, base: shown(base), target: shown(target), source: shown(source) });
  }

  /** Returns the resolution for a place that needs a decision; without one, adds a conflict. */
  resolve<T>(path: string, rule: ConflictRule, three: ThreeWay<T>, show: Show<T> = same): Take | undefined {
    const take = this.resolutionOf(path);
    if (take === undefined) this.addConflict(path, rule, three, show);
    return take;
  }
}

function same(value: unknown): unknown {
  return value;
}
