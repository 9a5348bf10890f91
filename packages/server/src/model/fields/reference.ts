/** Generates the documentation page of the field types from the types themselves, so that it cannot get out of date. */
import type { ColumnKind, FieldType } from './field-type.ts';
import { fieldTypes } from './registry.ts';

/** The filters that each kind of column supports. */
const filters: Readonly<Record<ColumnKind['kind'], string>> = {
  exact: 'all operators; equality is exact (in Unicode normal form NFC), order ignores case and accents',
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

${type.description}

| | |
| --- | --- |
| Validations | ${type.validations.length === 0 ? 'none' : type.validations.map((name) => `\`${name}\``).join(' ')} |
| Can be \`unique\` | ${yesOrNo(type.mayBeUnique)} |
| Can be the display field | ${yesOrNo(type.mayBeDisplayed)} |
| Filters | ${filtersOf(type)} |
| Can be ordered by | ${yesOrNo(type.mayBeOrdered)} |
`;
}

function filtersOf(type: FieldType): string {
  const { kind, many } = type.column({});
  return many ? 'those of the items: a list matches when one of its items does' : filters[kind];
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
