/** A field while its form is open, and the field that the form makes. Nothing here is kept or sent. */
import { isExactNumber } from '../../../../contract/src/exact-numbers.ts';
import { componentsOf, fieldTraits, type ItemTypeName } from '../../../../contract/src/fields.ts';
import type { FieldType } from '../../api/types.ts';
import { traits } from '../../fields/traits.ts';
import { textIn } from '../../frame/form-dialog.tsx';
import type { Limits } from './limit-inputs.tsx';
import { fieldIdFrom, type WorkingField } from './working-type.ts';

/** What other parts of the form depend on. The rest is read from its inputs when it is sent. */
export interface FieldDraft {
  readonly name: string;
  /** Null as long as it follows from the name. */
  readonly id: string | null;
  readonly type: FieldType;
  readonly formerIds: readonly string[];
  readonly limits: Limits;
  readonly itemType: ItemTypeName;
  readonly itemLimits: Limits;
  /** What is inside of its values: one for type `component`, any number for `blocks`. */
  readonly components: readonly string[];
  /** Whether hidden values come back; null until the person has decided. */
  readonly restore: boolean | null;
}

/**
 * @param field null for a new one
 * @param hidden the values that a new one brings back
 */
export function draftOf(field: WorkingField | null, hidden?: Pick<WorkingField, 'id' | 'type'>): FieldDraft {
  if (hidden !== undefined) return { ...draftOf(null), id: hidden.id, type: hidden.type, restore: true };
  return {
    name: field?.name ?? '',
    id: field?.id ?? null,
    type: field?.type ?? 'string',
    formerIds: field?.former_ids ?? [],
    limits: field?.validations ?? {},
    itemType: (field?.items?.type as ItemTypeName | undefined) ?? 'string',
    itemLimits: field?.items?.validations ?? {},
    components: field === null ? [] : componentsOf(field),
    restore: null,
  };
}

export function idOf({ id, name }: FieldDraft): string {
  return id ?? fieldIdFrom(name);
}

/** @param given the inputs of the form by their names */
export function fieldFrom(draft: FieldDraft, given: FormData, was: string | null): WorkingField {
  const { type, limits, restore } = draft;
  const help = textIn(given, 'help');
  const standard = textIn(given, 'default');
  return {
    id: idOf(draft),
    name: draft.name.trim(),
    former_ids: [...draft.formerIds],
    type,
    required: given.has('required'),
    localized: given.has('localized'),
    unique: fieldTraits[type].mayBeUnique && given.has('unique'),
    ...(help === '' ? {} : { help }),
    ...(standard === '' ? {} : { default: defaultFrom(standard, type) }),
    ...(Object.keys(limits).length === 0 ? {} : { validations: limits }),
    ...(type === 'array' ? { items: itemsOf(draft) } : {}),
    ...insideOf(draft),
    ...(restore === null ? {} : { restore }),
    was,
  };
}

function insideOf({ type, components }: FieldDraft): Pick<WorkingField, 'component' | 'components'> {
  const [component] = components;
  if (type === 'blocks') return { components: [...components] };
  return type === 'component' && component !== undefined ? { component } : {};
}

function itemsOf({ itemType: type, itemLimits: validations }: FieldDraft): NonNullable<WorkingField['items']> {
  return Object.keys(validations).length === 0 ? { type } : { type, validations };
}

/** A typed default as its type wants it; what does not fit goes to the server as it is, which says so. */
function defaultFrom(text: string, type: FieldType): unknown {
  const { typed } = traits[type];
  if (typed === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (typed !== 'number') return text;
  return isExactNumber(text.trim()) ? Number(text) : text;
}
