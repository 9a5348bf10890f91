/**
 * Where the paths of a query stand at an entry: which of its links they follow, and what is given of the entries behind them. An entry
 * may be reached along several paths. Invariant: the same step from a branch leads to the same branch, so that branches can be compared.
 */
import { isNamedIn } from '../../model/content-types/former-ids.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Field } from '../../model/fields/field.ts';
import type { Follow } from './follow.ts';
import { type LinkedSelection, united } from './selection.ts';

/** Paths at an entry. */
export interface Branch {
  /** What is followed from here; null for all links. */
  readonly follow: Follow | null;
  /** What is given of the entry; null for all of it. */
  readonly selection: LinkedSelection | null;
}

const END: Follow = { isEnd: true, next: new Map() };

export class Branches {
  /** The branch of the items. */
  readonly root: Branch;
  readonly #model: Model;
  readonly #steps = new Map<Branch, Map<string, Branch | null>>();
  readonly #known = new Map<Follow | null, Map<LinkedSelection | null, Branch>>();

  private constructor(model: Model, root: Branch) {
    this.#model = model;
    this.root = this.#same(root);
  }

  /** Null where all links are followed, to whole entries. */
  static of(model: Model, follow: Follow | null, selection: LinkedSelection | null): Branches | null {
    const isPlain = follow === null && (selection === null || selection.through.size === 0);
    return isPlain ? null : new Branches(model, { follow, selection });
  }

  /**
   * The branch behind a link; null where the link is not followed, or not selected.
   * @param contentType number of the content type of the entry that it is in
   * @param place of the link in it (`PlacedLink`)
   */
  behind(branch: Branch, contentType: number, place: string): Branch | null {
    const step = `${contentType} ${place}`;
    const steps = this.#steps.get(branch) ?? new Map<string, Branch | null>();
    this.#steps.set(branch, steps);
    const known = steps.get(step);
    if (known !== undefined) return known;
    const next = this.#step(branch, contentType, place);
    steps.set(step, next);
    return next;
  }

  #step({ follow: from, selection: shown }: Branch, contentType: number, place: string): Branch | null {
    let [follow, selection]: [Follow | null | undefined, LinkedSelection | null] = [from, shown];
    for (const [depth, field] of this.#fieldsAt(contentType, place).entries()) {
      if (depth === 0 && !selects(selection, field)) return null;
      if (follow !== null) follow = followed(follow, field, depth > 0);
      if (follow === undefined) return null;
      selection = selectedBehind(selection, field);
    }
    return this.#same({ follow, selection });
  }

  /** The fields that a place names, from the outermost one. */
  #fieldsAt(contentType: number, place: string): Field[] {
    const numbers = place.split('.').map(Number);
    const fields: Field[] = [];
    let type = this.#model.typeByNumber(contentType);
    for (let at = 0; at < numbers.length; at += 2) {
      const field = type?.fields.find(({ number }) => number === numbers[at]);
      if (field !== undefined) fields.push(field);
      type = this.#model.componentByNumber(numbers[at + 1] ?? 0);
    }
    return fields;
  }

  #same({ follow, selection }: Branch): Branch {
    const bySelection = this.#known.get(follow) ?? new Map<LinkedSelection | null, Branch>();
    this.#known.set(follow, bySelection);
    const known = bySelection.get(selection) ?? { follow, selection };
    bySelection.set(selection, known);
    return known;
  }
}

function selects(selection: LinkedSelection | null, field: Field): boolean {
  if (selection === null) return true;
  return selection.attributes.has('fields') && (selection.fields === null || isNamedIn(field, selection.fields));
}

/** What is followed behind a field; undefined where no path goes there. @param isInside whether the field is one of a component */
function followed({ isEnd, next }: Follow, field: Field, isInside: boolean): Follow | undefined {
  const found = idsOf(field).flatMap((id) => next.get(id) ?? []);
  return merged(isInside && isEnd ? [END, ...found] : found);
}

function merged(all: readonly Follow[]): Follow | undefined {
  const open = all.filter(({ next }) => next.size > 0);
  const [first] = open;
  if (first === undefined) return all.length === 0 ? undefined : END;
  if (all.length === 1) return first;
  const ids = new Set(open.flatMap(({ next }) => [...next.keys()]));
  const next = [...ids].map((id) => [id, merged(open.flatMap((one) => one.next.get(id) ?? [])) ?? END] as const);
  return { isEnd: all.some(({ isEnd }) => isEnd), next: new Map(next) };
}

/** What is given behind a field; null for whole entries. */
function selectedBehind(selection: LinkedSelection | null, field: Field): LinkedSelection | null {
  const [first = null, ...more] = idsOf(field).flatMap((id) => selection?.through.get(id) ?? []);
  return more.reduce((one, other) => one && joined(one, other), first);
}

function joined(one: LinkedSelection, other: LinkedSelection): LinkedSelection {
  const through = new Map(one.through);
  for (const [id, more] of other.through) {
    const known = through.get(id);
    through.set(id, known === undefined ? more : joined(known, more));
  }
  return { ...(united(one, other) ?? one), through };
}

/** The ids that lead to a field: its own, and those that it had. */
function idsOf({ id, former_ids: former = [] }: Field): readonly string[] {
  return [id, ...former];
}
