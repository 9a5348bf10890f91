/** What changes of a content type mean: rename, hide, bring back, another type, localized or not. */
import { defaultLocale } from '../../../../testing/src/oracle/content.ts';
import { type Operation, pick } from './operations.ts';
import type { Plan } from './planned.ts';
import { docsOf, type FieldState, type State, slugsMeet, type TypeState, visibleValues } from './rules.ts';

const FIELD_NAMES = ['one', 'two', 'three', 'four', 'five', 'six'] as const;

export function planModel(
  state: State,
  operation: Extract<Operation, { kind: 'rename' | 'show' | 'hide' | 'retype' | 'flip' }>,
): Plan | null {
  const next = structuredClone(state);
  const type = pick(next.types, operation.type);
  const change = changeOfModel(next, type, operation);
  if (change === null) return null;
  const refusals = change.loses === 'yes' && !change.confirm ? ['field_has_data'] : [];
  const meets = slugsMeet(next);
  const fields = type.fields.map((field) => fieldBody(field, change.previous));
  return {
    method: 'PATCH',
    path: `/content-types/ctp_${state.code}_${type.apiId}${change.confirm ? '?confirm_data_loss=true' : ''}`,
    body: { fields },
    next: refusals.length > 0 || meets ? null : next,
    refusals: meets ? [...refusals, 'conflict'] : refusals,
  };
}

interface ModelChange {
  readonly confirm: boolean;
  /** Whether data would be hidden that a reader could see. */
  readonly loses: 'yes' | 'no';
  readonly previous?: { readonly number: number; readonly id: string };
}

/** Changes the type as the operation says; null where it means nothing. */
function changeOfModel(
  state: State,
  type: TypeState,
  operation: Extract<Operation, { kind: 'rename' | 'show' | 'hide' | 'retype' | 'flip' }>,
): ModelChange | null {
  const field = pick(type.fields, operation.field);
  const fixed = field.number === type.display || field.number === type.slug;
  const docs = docsOf(state, type.apiId);
  switch (operation.kind) {
    case 'rename': {
      const id = pick(FIELD_NAMES, operation.name);
      if ([...type.fields, ...type.hidden].some((other) => other.id === id) || fixed) return null;
      const previous = { number: field.number, id: field.id };
      field.id = id;
      return { confirm: false, loses: 'no', previous };
    }
    case 'show': {
      const hidden = type.hidden.find((candidate) => !type.fields.some((other) => other.id === candidate.id));
      if (hidden === undefined) return null;
      type.hidden = type.hidden.filter((candidate) => candidate !== hidden);
      type.fields.push(hidden);
      return { confirm: false, loses: 'no' };
    }
    case 'flip': {
      if (field.unique) return null;
      const others =
        field.localized &&
        docs.some((doc) =>
          Object.keys(doc[field.number] ?? {}).some((number) => Number(number) !== defaultLocale(state).number),
        );
      const visible =
        field.localized &&
        docs.some((doc) => state.locales.slice(1).some((locale) => doc[field.number]?.[locale.number] !== undefined));
      field.localized = !field.localized;
      return losing(operation.confirm, visible, others);
    }
    default: {
      if (fixed || field.unique) return null;
      const any = docs.some((doc) => Object.keys(doc[field.number] ?? {}).length > 0);
      const visible = docs.some((doc) => visibleValues(state, field, doc).length > 0);
      const other = field.type === 'string' ? 'integer' : 'string';
      if (operation.kind === 'retype') retype(state, type, field, other);
      else type.fields = type.fields.filter((other) => other !== field);
      type.hidden.push(field);
      return losing(operation.confirm, visible, any);
    }
  }
}

/** Where only hidden data would be lost the documents do not say, so it is always confirmed. */
function losing(confirm: boolean, visible: boolean, any: boolean): ModelChange {
  return { confirm: confirm || visible !== any, loses: visible ? 'yes' : 'no' };
}

function retype(state: State, type: TypeState, field: FieldState, to: 'integer' | 'string'): void {
  const back = type.hidden.find((candidate) => candidate.id === field.id && candidate.type === to);
  if (back !== undefined) {
    type.hidden = type.hidden.filter((candidate) => candidate !== back);
    back.localized = field.localized;
  }
  const fresh = back ?? { ...field, ...ofType(to), number: state.nextNumber++ };
  type.fields = type.fields.map((other) => (other === field ? fresh : other));
}

/** A field type, with what it is to the oracle. */
export function ofType<T extends FieldState['type']>(type: T): { type: T; kind: FieldState['kind'] } {
  return { type, kind: type === 'entry' ? 'link' : type === 'string' ? 'text' : 'other' };
}

/** A field as the API takes it. */
export function fieldBody(
  field: FieldState,
  previous?: { readonly number: number; readonly id: string },
): Record<string, unknown> {
  return {
    id: field.id,
    name: field.id,
    type: field.type,
    localized: field.localized,
    required: field.required,
    unique: field.unique,
    // Where a hidden field has its id and type, the reference brings the values back.
    restore: true,
    ...(previous?.number === field.number ? { previous_id: previous.id } : {}),
  };
}
