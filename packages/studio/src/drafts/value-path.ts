/** The address of one value of an entry: its field and locale, written as the API writes it in its problems. */

/**
 * Neither field ids nor locale codes have dots. What is typed and is no value yet may stand inside of a value: such a path has more
 * dots, as that of a violation, and its last name stands for the locale.
 */
export type ValuePath = `fields.${string}.${string}`;

/** What changes, by path; undefined removes the value. */
export type Changes = ReadonlyMap<ValuePath, unknown>;

/** Field id → locale code → value, as the API takes and gives it. */
type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function pathOf(field: string, locale: string): ValuePath {
  return `fields.${field}.${locale}`;
}

export interface FieldAndLocale {
  readonly field: string;
  readonly locale: string;
}

export function fieldAndLocale(path: ValuePath): FieldAndLocale {
  const last = path.lastIndexOf('.');
  return { field: path.slice('fields.'.length, last), locale: path.slice(last + 1) };
}

/** The id of the field of the entry that a value is in, or inside of. */
export function outerField(field: string): string {
  return field.split('.', 1)[0] ?? field;
}

/** The values of an entry by path. */
export function valuesOf(fields: Fields): Map<ValuePath, unknown> {
  const values = new Map<ValuePath, unknown>();
  for (const [field, byLocale] of Object.entries(fields))
    for (const [locale, value] of Object.entries(byLocale)) values.set(pathOf(field, locale), value);
  return values;
}

/** The changes as `fields` of a body: null removes a value. Always maps by locale, which are taken for any type. */
export function fieldsOf(changes: Changes): Record<string, Record<string, unknown>> {
  const fields: Record<string, Record<string, unknown>> = {};
  for (const [path, value] of changes) {
    const { field, locale } = fieldAndLocale(path);
    fields[field] ??= {};
    fields[field][locale] = value ?? null;
  }
  return fields;
}
