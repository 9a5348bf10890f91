/**
 * The values that the server refused, in its words. They are held back until the person changes them, so that all other
 * values are saved.
 */

import { sameJson } from '../../../contract/src/same-json.ts';
import type { Violation } from '../api/problem.ts';
import type { Changes, ValuePath } from './value-path.ts';

const NONE: readonly Violation[] = [];

export class Refusals {
  readonly #held = new Map<ValuePath, readonly Violation[]>();
  /** About values that were not sent, such as one that a change of the model made invalid. */
  #others: readonly Violation[] = NONE;
  #all: readonly Violation[] = NONE;
  #byPath = new Map<ValuePath, readonly Violation[]>();

  /** All problems; the same array until they change. */
  get all(): readonly Violation[] {
    return this.#all;
  }

  isHeld = (path: ValuePath): boolean => this.#held.has(path);

  /** The problems of one value; the same array until they change. */
  of(path: ValuePath): readonly Violation[] {
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    const held = this.#held.get(path);
    const own = this.#all.filter((violation) => held?.includes(violation) || isAbout(violation.path, path));
    const problems = own.length === 0 ? NONE : own;
    this.#byPath.set(path, problems);
    return problems;
  }

  /**
   * Holds back what was refused.
   * @returns whether anything that was sent is held, so that the rest is worth sending again
   */
  hold(violations: readonly Violation[], sent: Changes): boolean {
    const refused = Map.groupBy(
      violations.flatMap((violation) => ownersOf(violation.path, sent).map((path) => ({ path, violation }))),
      ({ path }) => path,
    );
    const about = new Set([...refused.values()].flat().map(({ violation }) => violation));
    this.#others = violations.filter((violation) => !about.has(violation));
    for (const [path, some] of refused)
      this.#held.set(
        path,
        some.map(({ violation }) => violation),
      );
    this.#changed();
    return refused.size > 0;
  }

  /** Holds back the values that gave a slug which another entry has. Returns as `hold` does. */
  holdSlug(slug: unknown, message: string, sent: Changes): boolean {
    const paths = [...sent].filter(([, value]) => sameJson(value, slug)).map(([path]) => path);
    return this.hold(
      (paths.length > 0 ? paths : ['slug']).map((path) => ({ path, rule: 'unique', message })),
      sent,
    );
  }

  /** Something else is sent than what was refused. */
  release(path: ValuePath): void {
    if (this.#held.delete(path)) this.#changed();
  }

  /** The server took what was sent: nothing is wrong but what is held. */
  accepted(): void {
    if (this.#others === NONE) return;
    this.#others = NONE;
    this.#changed();
  }

  /** Everything may be sent again. */
  clear(): void {
    if (this.#all === NONE) return;
    this.#held.clear();
    this.#others = NONE;
    this.#changed();
  }

  #changed(): void {
    const all = [...new Set([...[...this.#held.values()].flat(), ...this.#others])];
    this.#all = all.length === 0 ? NONE : all;
    this.#byPath = new Map();
  }
}

/** The values that were sent and that a violation is about. */
function ownersOf(violationPath: string, sent: Changes): readonly ValuePath[] {
  const direct = [...sent.keys()].filter((path) => isAbout(violationPath, path));
  if (direct.length > 0) return direct;
  // Inside of a value that all locales share, as `fields.blocks.b3k9.title.de`, a path names no locale of the value.
  const [, field, ...names] = violationPath.split('.');
  const isInside = names.length > 1 && !/^\d+$/.test(names.at(-1) ?? '');
  return isInside ? [...sent.keys()].filter((path) => path.startsWith(`fields.${field}.`)) : [];
}

/** `fields.title` is about each locale of the title, `fields.tags.de.3` about its German value. */
function isAbout(violationPath: string, path: ValuePath): boolean {
  if (violationPath === path || violationPath.startsWith(`${path}.`)) return true;
  return violationPath.split('.').length === 2 && path.startsWith(`${violationPath}.`);
}
