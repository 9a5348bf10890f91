/** What a record says was changed, value by value. */
import type { AuditRecord } from '../../../api/types.ts';

/** One value, by its path. Undefined on the side that has none. */
export interface ChangedValue {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The values that differ, by their paths, in the order of the record. Objects are taken apart, lists are not. */
export function changedValues(changes: NonNullable<AuditRecord['changes']>): readonly ChangedValue[] {
  const { before, after, ...rest } = changes;
  const [was, is] = [leavesOf(before, ''), leavesOf(after, '')];
  const paths = new Set([...was.keys(), ...is.keys()]);
  const told = [...paths].map((path) => ({ path, before: was.get(path), after: is.get(path) }));
  const alone = [...leavesOf(rest, '')].map(([path, value]) => ({ path, before: undefined, after: value }));
  return [...told, ...alone];
}

function leavesOf(value: unknown, path: string): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map([[path, textOf(value)]]);
  const parts = Object.entries(value).flatMap(([name, inner]) => [
    ...leavesOf(inner, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(parts);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
