/** Where the evaluator finds the entries and the assets of a copy, read in one locale. */
import type { Attribute, By, Source } from '../evaluator/finding.ts';
import type { Name } from '../evaluator/values.ts';
import { type CopyAsset, type CopyContents, type CopyEntry, type Kept, keyOfKept } from './copy-contents.ts';
import type { CopyField } from './copy-model.ts';
import { type Compared, compared } from './field-values.ts';
import { ALL_LOCALES, linksIn, shownValue } from './shown-values.ts';

/** Entries, with the values of a locale. */
export function entrySource(contents: CopyContents, locale: string): Source<Kept<CopyEntry>> {
  const { model } = contents;
  const fieldsOf = ({ value }: Kept<CopyEntry>) => model.type(value.content_type)?.fields ?? [];
  return {
    rowsOf: (type) => contents.entries(type),
    row: (key) => contents.entry(key),
    hasAsset: (key) => contents.asset(key) !== undefined,
    keyOf: keyOfKept,
    typeOf: ({ value }) => value.content_type,
    valueOf(row, by) {
      if (typeof by !== 'object') return attributeOf(row, by);
      const field = fieldsOf(row).find(({ id }) => id === by.field);
      if (field === undefined) return undefined;
      const value = shownValue(field, row.value.fields, { model, locale });
      return by.inside === undefined
        ? compared(field, value)
        : insideOf(by.inside, value, model.type(field.component)?.fields);
    },
    linksOf: (row) => linksIn(fieldsOf(row), row.value.fields, { model, locale: ALL_LOCALES }).map(({ link }) => link),
  };
}

/** Assets, which have attributes alone. */
export function assetSource(assets: () => Iterable<Kept<CopyAsset>>): Source<Kept<CopyAsset>> {
  return {
    rowsOf: assets,
    row: () => undefined,
    hasAsset: () => false,
    keyOf: keyOfKept,
    typeOf: () => '',
    valueOf({ value }, by: By) {
      return by === 'created_at' || by === 'updated_at' ? Date.parse(value[by]) : undefined;
    },
    linksOf: () => [],
  };
}

/** The value of a field of a component. */
function insideOf(
  id: Name,
  component: unknown,
  fields: readonly CopyField[] = [],
): Compared | readonly Compared[] | undefined {
  const field = fields.find((inner) => inner.id === id);
  const values = (component as { fields: Record<string, unknown> } | undefined)?.fields;
  return field && compared(field, values?.[field.id]);
}

function attributeOf(row: Kept<CopyEntry>, by: Attribute): unknown {
  const { published_at: publishedAt, meta } = row.value;
  switch (by) {
    case 'id':
    case 'key':
      return keyOfKept(row);
    case 'published_at':
      return publishedAt === null ? undefined : Date.parse(publishedAt);
    case 'created_at':
    case 'updated_at':
      return Date.parse(meta[by]);
    default:
      return undefined;
  }
}
