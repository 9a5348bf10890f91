/**
 * The paths whose content in delivery changes once a merge is applied: changed and removed values, new and removed resources. Pure.
 */
import type { ValuesOutcome } from './entry-merge.ts';
import type { TypeOutcome } from './type-merge.ts';
import { fieldIn, type TypeState } from './type-state.ts';

/** @param target the type in the target */
export function visibleOfType(
  path: string,
  { action, type, paths }: TypeOutcome,
  target: TypeState | undefined,
): string[] {
  if (action === 'none') return [];
  if (type === undefined || target === undefined) return [path];
  const former = target.fields.filter(({ slot, id }) => (fieldIn(type, slot)?.id ?? id) !== id);
  const shown = paths.filter((one) => !MANAGEMENT_ONLY.has(one));
  return [...new Set([...shown, ...former.map(({ id }) => `fields.${id}`)])].map((end) => `${path}.${end}`);
}

/** @param isShown whether the target has published the entry */
export function visibleOfEntry(path: string, outcome: ValuesOutcome, isShown: boolean): string[] {
  if (isShown && outcome.action === 'delete') return [path];
  if (isShown && outcome.archived) return [`${path}.archived`];
  return (outcome.published?.paths ?? []).map((end) => `${path}.${end}`);
}

/** Resources of plain values have no drafts: every change is visible at once. */
export function visibleOfValues(path: string, { action, paths }: ValuesOutcome): string[] {
  return action === 'delete' ? [path] : paths.map((end) => `${path}.${end}`);
}

/** Parts of a content type that delivery does not show. */
const MANAGEMENT_ONLY: ReadonlySet<string> = new Set(['preview_url', 'preview_picture', 'layout']);
