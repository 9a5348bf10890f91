/** A content type while it is being changed: what differs from the saved one, and the request that makes it so. */
import type { ContentTypeSettings } from '../../../../contract/src/content-types.ts';
import { FIELD_ID_CHARACTERS_MAX } from '../../../../contract/src/fields.ts';
import { fold } from '../../../../contract/src/folded-text.ts';
import { type Layout, renamedLayout } from '../../../../contract/src/layout.ts';
import type { ContentType, Field } from '../../api/types.ts';

/** A field as it is being edited. `was` is the id that it has on the server; null where it is new. */
export interface WorkingField extends Field {
  readonly was: string | null;
  /** For the id of a hidden field: whether its values come back. */
  readonly restore?: boolean;
}

/** What of a content type can be changed. */
export interface WorkingType extends ContentTypeSettings {
  readonly fields: readonly WorkingField[];
}

/** One difference, as a person would name it. */
export type Change =
  | { readonly kind: 'added' | 'removed' | 'changed'; readonly field: string }
  | { readonly kind: 'renamed'; readonly field: string; readonly from: string }
  | { readonly kind: 'order' | 'settings' | 'layout' };

export function workingType(type: ContentType): WorkingType {
  const { name, description, display_field, slug_field, preview_url, preview_picture } = type;
  const { deliver_former_ids, layout, fields } = type;
  return {
    name,
    description,
    display_field,
    slug_field,
    preview_url,
    preview_picture,
    deliver_former_ids,
    layout,
    fields: fields.map((field) => ({ ...field, was: field.id })),
  };
}

/**
 * With a field in place of the one at an index, or behind the last one. What the type is titled or addressed by follows the
 * field to its new id, and the first slug is what entries are addressed by.
 */
export function withField(working: WorkingType, index: number, field: WorkingField): WorkingType {
  const { fields, display_field, slug_field, layout } = working;
  const before = fields[index];
  const follow = (id: string | null) => (before !== undefined && id === before.id ? field.id : id);
  const isFirstSlug = before === undefined && slug_field === null && field.type === 'slug';
  return {
    ...working,
    fields: before === undefined ? [...fields, field] : fields.with(index, field),
    display_field: follow(display_field),
    slug_field: isFirstSlug ? field.id : follow(slug_field),
    layout: layout && renamedLayout(layout, (id) => (id === before?.id ? field.id : id)),
  };
}

export function withoutField(working: WorkingType, field: WorkingField): WorkingType {
  const unless = (id: string | null) => (id === field.id ? null : id);
  return {
    ...working,
    fields: working.fields.filter((one) => one !== field),
    display_field: unless(working.display_field),
    slug_field: unless(working.slug_field),
    layout: working.layout && renamedLayout(working.layout, (id) => unless(id) ?? undefined),
  };
}

/** Everything that saving would change; empty where nothing would. */
export function changesOf(saved: ContentType, working: WorkingType): readonly Change[] {
  const changes: Change[] = [];
  const before = new Map(saved.fields.map((field) => [field.id, field]));
  const kept = new Set(working.fields.map(({ was }) => was));
  for (const { id } of saved.fields) if (!kept.has(id)) changes.push({ kind: 'removed', field: id });
  for (const { was, ...field } of working.fields) {
    const old = was === null ? undefined : before.get(was);
    if (was === null || old === undefined) changes.push({ kind: 'added', field: field.id });
    else {
      if (was !== field.id) changes.push({ kind: 'renamed', field: field.id, from: was });
      if (!isSame({ ...old, id: field.id }, field)) changes.push({ kind: 'changed', field: field.id });
    }
  }
  const order = working.fields.map(({ was }) => was).filter((was) => was !== null);
  const oldOrder = saved.fields.map(({ id }) => id).filter((id) => kept.has(id));
  if (!isSame(order, oldOrder)) changes.push({ kind: 'order' });
  const settings = (of: Omit<WorkingType, 'fields'>) => [
    of.name,
    of.description,
    of.display_field,
    of.slug_field,
    of.preview_url,
    of.preview_picture,
    of.deliver_former_ids,
  ];
  if (!isSame(settings(saved), settings(working))) changes.push({ kind: 'settings' });
  if (!isSame(layoutBefore(saved, working), working.layout)) changes.push({ kind: 'layout' });
  return changes;
}

/** The saved layout with the fields as they are called now, without those that go: what follows from them is no change of its own. */
function layoutBefore(saved: ContentType, { fields }: WorkingType): Layout | null {
  const now = new Map(fields.map(({ was, id }) => [was, id]));
  return saved.layout && renamedLayout(saved.layout, (id) => now.get(id));
}

/** The body of the PATCH that makes the saved type the working one. */
export function patchOf(working: WorkingType): Omit<WorkingType, 'fields'> & { fields: Field[] } {
  const fields = working.fields.map(({ was, restore, ...field }) => ({
    ...field,
    ...(was !== null && was !== field.id ? { previous_id: was } : {}),
    ...(restore === undefined ? {} : { restore }),
  }));
  return { ...working, fields };
}

/** A field id out of its name: "Date of birth" becomes dateOfBirth. Empty where the name has no letter to begin with. */
export function fieldIdFrom(name: string): string {
  const words = fold(name)
    .replace(/^[^A-Za-z]+/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const joined = words
    .map((word, index) => (index === 0 ? word : (word[0] ?? '').toUpperCase() + word.slice(1)))
    .join('');
  return joined.slice(0, FIELD_ID_CHARACTERS_MAX);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** With the keys of all objects in order, so that values that say the same are written the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
