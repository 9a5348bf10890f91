/**
 * The ids that a field had before. They go on leading to it in filters, `order` and `select`, so that a rename breaks no site,
 * until they are removed. Invariant: within a content type, an id leads to one field: to the one that has it, otherwise to the
 * one that had it.
 */

/** The former ids of one field. A rename beyond that many drops the oldest one. */
export const FORMER_IDS_MAX = 20;

/** A field by its ids. */
export interface NamedField {
  readonly id: string;
  /** Ids that the field had before, the latest last. */
  readonly former_ids?: readonly string[];
}

/** Leaves each former id to one field: none that a field of the type has now, nor that a field before it had too. */
export function withDistinctFormerIds<Named extends NamedField>(fields: readonly Named[]): Named[] {
  const taken = new Set(fields.map(({ id }) => id));
  return fields.map((field) => {
    const own = [...new Set(field.former_ids)].filter((id) => !taken.has(id)).slice(-FORMER_IDS_MAX);
    for (const id of own) taken.add(id);
    const { former_ids: _, ...rest } = field;
    return (own.length === 0 ? rest : { ...rest, former_ids: own }) as Named;
  });
}

/** The field that has the id; if none has, the one that had it. */
export function fieldNamed<Named extends NamedField>(fields: readonly Named[], id: string): Named | undefined {
  return fields.find((field) => field.id === id) ?? fields.find((field) => field.former_ids?.includes(id) === true);
}

/** Whether the field has, or had, one of the ids. */
export function isNamedIn({ id, former_ids: former }: NamedField, ids: ReadonlySet<string>): boolean {
  return ids.has(id) || former?.some((one) => ids.has(one)) === true;
}
