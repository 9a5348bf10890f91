/** Conflicts and problems of a change set as responses show them: each with the path of its entry in the set. */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Model } from '../../model/content-types/model.ts';
import { renderOwn, renderRaw } from '../../model/fields/document/views.ts';
import type { Block } from '../../model/fields/field.ts';
import { DomainError, listed, validationFailed } from '../../platform/errors/domain-error.ts';
import { renderContext } from '../entries/representation.ts';
import type { ItemRow } from './tables.ts';
import type { ValueConflict } from './value-merge.ts';

/** Maximum conflicts in one response. */
const CONFLICTS_MAX = 100;

/** A value that is to be decided: what it was when the set was written, what it is now, and what the set makes of it. */
export interface ItemConflict {
  /** Such as `entries.hello.fields.title.de`. */
  readonly path: string;
  /** `both_changed`, or `gone` where the field, the locale or the entry is no longer there. */
  readonly reason: 'both_changed' | 'gone';
  /** As the management plane shows it; null for nothing. */
  readonly base: unknown;
  readonly current: unknown;
  readonly value: unknown;
}

/** The path of something in an entry of a set. @param inner such as `fields.title.de`; empty for the entry */
export function pathInSet({ key }: Pick<ItemRow, 'key'>, inner = ''): string {
  return inner === '' ? `entries.${key}` : `entries.${key}.${inner}`;
}

/** What is to be decided of an entry. */
export function conflictsOf(
  item: Pick<ItemRow, 'key'>,
  { conflicts, gone }: { readonly conflicts: readonly ValueConflict[]; readonly gone: readonly string[] },
  model: Model,
): ItemConflict[] {
  return [
    ...conflicts.map((one) => ({
      path: pathInSet(item, one.path),
      reason: 'both_changed' as const,
      base: shownValue(one.base, one, model),
      current: shownValue(one.current, one, model),
      value: shownValue(one.value, one, model),
    })),
    ...gone.map((path) => goneConflict(item, path)),
  ];
}

/** What cannot be published since its place is no longer there. @param inner empty for the entry itself */
export function goneConflict(item: Pick<ItemRow, 'key'>, inner = ''): ItemConflict {
  return { path: pathInSet(item, inner), reason: 'gone', base: null, current: null, value: null };
}

/** Violations of an entry with the paths they have in the set. */
export function violationsIn(item: Pick<ItemRow, 'key'>, violations: readonly Violation[]): Violation[] {
  return violations.map((one) => ({ ...one, path: pathInSet(item, one.path) }));
}

/** An entry that the set creates, whose key somebody has taken meanwhile. */
export function keyProblem(item: Pick<ItemRow, 'key'>): Violation {
  const message = `Take this entry out, or delete the other one; the key "${item.key}" is taken by now.`;
  return { path: pathInSet(item, 'key'), rule: 'reserved', message };
}

export function archivedProblem(item: Pick<ItemRow, 'key'>): Violation {
  const message = 'Unarchive the entry first, or take it out; an archived one cannot be published.';
  return { path: pathInSet(item, 'status'), rule: 'archived', message };
}

/** @throws `conflict` with what is to be decided, else `validation_failed` with what is to be corrected */
export function rejectOpen(conflicts: readonly ItemConflict[], problems: readonly Violation[]): void {
  if (conflicts.length > 0)
    throw new DomainError('conflict', conflictMessage(conflicts), {
      conflicts: conflicts.slice(0, CONFLICTS_MAX),
      ...(conflicts.length > CONFLICTS_MAX && { truncated: true }),
      ...(problems.length > 0 && listed(problems)),
    });
  if (problems.length > 0) throw validationFailed(problems);
}

function conflictMessage([first, ...others]: readonly ItemConflict[]): string {
  const rest = others.length === 0 ? '' : ` See conflicts for ${others.length} more.`;
  return first?.reason === 'gone'
    ? `Take ${first.path} out of the change set, or bring its place back.${rest}`
    : `Decide what becomes of ${first?.path}: it was changed since the set was written.${rest}`;
}

/** A value as the management plane shows it; null if there is none. */
function shownValue(value: unknown, { field }: Pick<ValueConflict, 'field'>, model: Model): unknown {
  if (value === undefined) return null;
  const context = renderContext(model);
  if (field !== null)
    return renderOwn({ field, locale: model.locales.default, value }, { root: 'fields', within: null }, model, context);
  const { id, type, fields: document } = value as Block;
  const component = model.componentByNumber(type);
  const shown = renderRaw({ ...model.readingOf(component ?? { fields: [] }), document }, context);
  return { id, type: component?.apiId ?? null, fields: shown };
}
