/**
 * Where the fields of a form stand: in the entry itself, or in a component inside of one of its values. Inputs read and write both
 * alike; what is written inside becomes a change of the value around it, up to that of the entry, which the draft keeps.
 */
import type { ContentType, Field } from '../../api/types.ts';
import type { Draft, Values } from '../../drafts/types.ts';
import { isStructured } from './blocks-in.ts';

export interface Level {
  /** What the ids of the controls of its values begin with. */
  readonly key: string;
  /** What the paths of its values begin with, as the server writes them. */
  readonly root: string;
  /** The locale that the value around it belongs to; null where it belongs to none. */
  readonly within: string | null;
  /** How many components it is in. */
  readonly depth: number;
  /** Its fields, as they are read here. */
  readonly type: ContentType;
  readonly values: Values;
}

/** One component in a value of a level. @property block null for the one of a field of type `component` */
export interface Place {
  readonly field: Pick<Field, 'id' | 'localized'>;
  readonly locale: string;
  readonly block: string | null;
}

export function topLevel(draft: Draft, type: ContentType): Level {
  return { key: draft.address.key, root: 'fields', within: null, depth: 0, type, values: draft };
}

export function innerKey(around: string, { field, locale, block }: Place): string {
  return `${around}-${field.id}-${locale}-${block ?? 'in'}`;
}

/** The path of a value, as the server writes it. */
export function valuePath({ root, within }: Pick<Level, 'root' | 'within'>, field: string, locale: string): string {
  return within === null ? `${root}.${field}.${locale}` : `${root}.${field}`;
}

/** What the paths of what stands inside of a value begin with. */
export function insidePath(
  { root }: Pick<Level, 'root'>,
  field: Pick<Field, 'id' | 'localized'>,
  locale: string,
): string {
  return field.localized ? `${root}.${field.id}.${locale}` : `${root}.${field.id}`;
}

/** Whether a problem at that path is about the value itself, and not about one inside of it. */
export function isOwnProblem(
  path: string,
  level: Pick<Level, 'root' | 'within'>,
  field: Pick<Field, 'id' | 'localized' | 'type'>,
  locale: string,
): boolean {
  const own = valuePath(level, field.id, locale);
  if (path === own || path === `${level.root}.${field.id}`) return true;
  if (!isStructured(field)) return path.startsWith(`${own}.`);
  const inside = `${insidePath(level, field, locale)}.`;
  if (field.type !== 'blocks' || !path.startsWith(inside)) return false;
  const [, name, ...rest] = path.slice(inside.length).split('.');
  return name === undefined || (rest.length === 0 && (name === 'type' || name === 'id'));
}
