/**
 * The page of the documentation that says what each field type takes, made from the types themselves so that it
 * cannot drift. Only what a value looks like is said in words.
 */
import type { FieldTypeName } from './field.ts';
import type { ColumnKind, FieldType } from './field-type.ts';
import { fieldTypes } from './registry.ts';

const values: Readonly<Record<FieldTypeName, string>> = {
  string: 'Text of at most 512 characters.',
  text: 'Text of any length.',
  rich_text: 'A document of nodes and marks: see [rich text](../guide/rich-text.md).',
  slug: '1 to 200 letters, digits or characters of `. _ ~ / -`, of any script. Kept as given, in Unicode normal form NFC.',
  integer: 'A whole number from -9007199254740991 to 9007199254740991.',
  number: 'A finite number.',
  boolean: '`true` or `false`.',
  date: 'A day that is in the calendar, `2026-11-21`, of the years 0 to 9999.',
  datetime:
    'A moment in ISO 8601 with an offset or `Z`; seconds may be missing. Kept and given in UTC with milliseconds, `2026-11-21T10:00:00.000Z`.',
  json: 'Any JSON value but null, at most 100 levels deep with the body around it.',
  location: '`{"lat": 53.5, "lon": 10.0}` in degrees: `lat` from -90 to 90, `lon` from -180 to 180.',
  entry: 'Comes in as an id, a key, or `{"type": "entry", "id": "…"}`; goes out as the last.',
  asset: 'Comes in as an id, a key, or `{"type": "asset", "id": "…"}`; goes out as the last.',
  array: 'A list of at most 1,000 values of the type that `items` names, in the order given.',
};

/** What a filter can ask of each kind of column. */
const filters: Readonly<Record<ColumnKind['kind'], string>> = {
  exact: 'all operators; equal to the letter, greater and less without regard to case and accents',
  number: 'all operators',
  boolean: 'equal, `ne in nin exists`',
  link: 'equal, `ne in nin exists`; links to entries also by a field of their target, `fields.<link>.<field>`',
  presence: '`exists` alone',
};

/** The text of `docs/reference/field-types.md`. */
export function fieldTypeReference(): string {
  return `# Field types

What a value of each type looks like, which [validations](content-types-and-fields.md#validations) a field of the type
takes, and what [queries](delivery.md) can ask of it. An array takes for its \`items\` the validations of their type.
This page is written by \`node scripts/write-reference.ts\`.

${fieldTypes.map(sectionOf).join('\n')}`;
}

function sectionOf(type: FieldType): string {
  return `## \`${type.name}\`

${values[type.name]}

| | |
| --- | --- |
| Validations | ${type.validations.length === 0 ? 'none' : type.validations.map((name) => `\`${name}\``).join(' ')} |
| Can be \`unique\` | ${yesOrNo(type.mayBeUnique)} |
| Can be the display field | ${yesOrNo(type.mayBeDisplayed)} |
| Filters | ${filtersOf(type)} |
| Can be ordered by | ${yesOrNo(type.column({}).orderable)} |
`;
}

function filtersOf(type: FieldType): string {
  const { kind, many } = type.column({});
  return many ? 'those of the items: a list matches when one of its items does' : filters[kind];
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
