/**
 * The components of one document as entries. Components at the same place of the draft and of the published state become the two
 * states of one entry, so that a preview shows one and visitors the other.
 */
import { ITEMS_MAX } from '../../../../contract/src/fields.ts';
import { excerpt } from '../../excerpt.ts';
import { isRecord, ownValue } from '../../json-object.ts';
import { textIn } from '../archive/schema.ts';
import type { FieldPlan } from '../model/field.ts';
import type { TypePlan } from '../model/model.ts';
import type { DocumentContext } from './context.ts';
import type { StateName } from './document-rows.ts';
import { fieldValue, type Holder, placeIn } from './field-values.ts';
import { componentKey } from './keys.ts';

const NAME_SHOWN = 80;

/** Values by field and locale. */
export type FieldValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A component with its states. */
export interface ComponentStates {
  readonly plan: TypePlan;
  readonly states: Partial<Record<StateName, FieldValues>>;
}

/** The components of a document by key, in the order in which they occur. */
export class Components {
  readonly #document: string;
  readonly #context: DocumentContext;
  readonly #found = new Map<string, ComponentStates>();

  /** @param document the key of the document */
  constructor(document: string, context: DocumentContext) {
    this.#document = document;
    this.#context = context;
  }

  all(): ReadonlyMap<string, ComponentStates> {
    return this.#found;
  }

  /** Adds the components in a field of one row, in one state. @returns the value of the field */
  linksOf(plan: FieldPlan, holder: Holder, state: StateName): unknown {
    const value = ownValue(holder.data, plan.attribute.name);
    const all = (Array.isArray(value) ? value : [value]).filter(isRecord);
    const about = placeIn(holder, plan.attribute.name);
    const message = `It has ${all.length} components; those after the first ${ITEMS_MAX} were left out.`;
    if (all.length > ITEMS_MAX) this.#context.notes.add('left_out', about, message);
    const counts = new Map<string, number>();
    const links = all.slice(0, ITEMS_MAX).flatMap((data) => {
      const uid = plan.content === 'zone' ? textIn(data, '__component') : textIn(plan.attribute.settings, 'component');
      const type = this.#context.model.get(uid);
      if (type?.schema.isComponent !== true) return this.#unknown(uid, about);
      const position = (counts.get(uid) ?? 0) + 1;
      counts.set(uid, position);
      const key = this.#keyOf(plan, type, holder.locale, position);
      const row = { uid, id: String(data.id) };
      this.#keep(key, type, state, { row, data, about: `${about}, ${uid} ${position}`, locale: null });
      return [{ type: 'entry', id: key }];
    });
    if (!plan.isMany) return links[0];
    return links.length === 0 ? undefined : links;
  }

  #keyOf({ record, content, isMany }: FieldPlan, type: TypePlan, locale: string | null, position: number): string {
    return componentKey({
      document: this.#document,
      field: record.id,
      locale: record.localized ? locale : null,
      kind: content === 'zone' ? type.record.api_id : null,
      position: isMany ? position : null,
    });
  }

  #keep(key: string, plan: TypePlan, state: StateName, holder: Holder): void {
    const locale = this.#context.locales.default;
    const pairs = plan.fields.flatMap((field) => {
      const value = fieldValue(field, holder, this.#context);
      return value === undefined ? [] : [[field.record.id, { [locale]: value }] as const];
    });
    const known = this.#found.get(key) ?? { plan, states: {} };
    known.states[state] = Object.fromEntries(pairs);
    this.#found.set(key, known);
  }

  #unknown(uid: string, about: string): [] {
    const message = `A component "${excerpt(uid, NAME_SHOWN)}" was left out: its schema is not in the file.`;
    this.#context.notes.add('left_out', about, message);
    return [];
  }
}
