/** The values that differ between two or three sides of a field, each with its name: one, or several inside of blocks and components. */
import type { ContentType, Difference } from '../api/types.ts';
import { innerLines, type Naming } from './blocks/inner-lines.ts';
import type { ValueModel } from './field-type.ts';
import { nameOfValue } from './name-of-value.ts';

/** One value on three sides; undefined where it has none. */
export interface ValueLine {
  /** Its path, or that of the whole resource with its own behind. */
  readonly path: string;
  /** Names of what it is part of and of itself; a `setting` is a name of the API that has words of its own. */
  readonly name: string;
  readonly setting?: string;
  readonly model: ValueModel;
  readonly base: unknown;
  readonly target: unknown;
  readonly source: unknown;
  readonly changedIn: Difference['changed_in'];
}

/** A difference, or a conflict, which has the same three sides. */
export interface ThreeSides {
  readonly path: string;
  readonly base: unknown;
  readonly target: unknown;
  readonly source: unknown;
  readonly changed_in?: Difference['changed_in'];
}

/** The type of the entry, and what its values are named with. */
export interface EntryModel {
  readonly type: ContentType | undefined;
  readonly naming: Naming;
}

/** @param names the id of the field, and what of it: its locale, and names inside of its value */
export function linesOfField(
  sides: ThreeSides,
  [id = '', ...rest]: readonly string[],
  { type, naming }: EntryModel,
): readonly ValueLine[] {
  const field = type?.fields.find((one) => one.id === id);
  const [locale = ''] = rest;
  if (field === undefined)
    return [{ ...threeOf(sides), name: `${id} · ${rest.join(' · ')}`, model: textModel(id, sides) }];
  const inner = innerLines(field, rest, sides, naming);
  if (inner.length === 0) return [{ ...threeOf(sides), name: nameOfValue(field, locale), model: field }];
  const { path } = sides;
  return inner.map((line) => ({ ...line, ...threeOf({ ...sides, ...line, path: `${path} ${line.path}` }) }));
}

export function threeOf({ path, base, target, source, changed_in: changedIn = 'both' }: ThreeSides) {
  const [was, there, here] = [base, target, source].map((value) => (value === null ? undefined : value));
  return { path, base: was, target: there, source: here, changedIn };
}

/** How values that no field describes are compared: as lines where they have parts. */
export function textModel(id: string, { base, target, source }: ThreeSides): ValueModel {
  const hasParts = [base, target, source].some(
    (value) => typeof value !== 'string' && value !== null && value !== undefined,
  );
  return { id, name: id, type: hasParts ? 'json' : 'text' };
}
