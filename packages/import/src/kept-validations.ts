/** Validations of a field that came from elsewhere: those stay that its type supports, and the others are noted. */
import { type FieldDefinition, type FieldTypeName, fieldTraits, type Validations } from '../../contract/src/fields.ts';
import { excerpt } from './excerpt.ts';
import type { FieldRules } from './field-rules.ts';
import type { Notes } from './notes.ts';

/** Maximum characters of a rule quoted in a note. */
const CHARACTERS_SHOWN = 120;

/** Settings of a list are validated with what its items are; limits on their number do not depend on that. */
const ANY_ITEMS: Partial<Record<FieldTypeName, Pick<FieldDefinition, 'items' | 'components'>>> = {
  array: { items: { type: 'string' } },
  blocks: { components: ['any'] },
};

/** The field whose rules are converted. */
export interface RulesOwner {
  /** The subject of notes, such as `field blogPost.body`. */
  readonly about: string;
  /** The Lectern type of the field, or of the items of an array. */
  readonly type: FieldTypeName;
  readonly notes: Notes;
  readonly fieldRules: FieldRules;
}

/** Validations whose values have not been checked. */
export type Converted = Partial<Record<keyof Validations, unknown>>;

/** Keeps what the field type supports; the rest is noted with the type's own explanation. */
export function keptValidations(validations: Converted, owner: RulesOwner): Validations {
  const kept: Converted = {};
  for (const [name, value] of Object.entries(validations)) {
    const next = { ...kept, [name]: value };
    const reason = refusal(name as keyof Validations, next as Validations, owner);
    if (reason === null) Object.assign(kept, next);
    else owner.notes.add('left_out', owner.about, `The validation "${name}" was left out: ${shown(value)}. ${reason}`);
  }
  return kept as Validations;
}

/** A rule in the form that a note quotes. */
export function shown(value: unknown): string {
  return excerpt(JSON.stringify(value) ?? '', CHARACTERS_SHOWN);
}

function refusal(name: keyof Validations, validations: Validations, { type, fieldRules }: RulesOwner): string | null {
  if (!fieldTraits[type].validations.includes(name)) return `A field of type ${type} does not take it.`;
  return fieldRules.settingsProblem({ type, ...ANY_ITEMS[type], validations });
}
