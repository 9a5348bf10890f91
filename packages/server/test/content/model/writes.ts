/** Generated values as a body's `fields`, and as changes of a document. */
import { defaultLocale } from '../../../../testing/src/oracle/content.ts';
import { KEYS, type Piece, pick, SLUGS, WORDS } from './operations.ts';
import type { Doc, FieldState, LocaleState, State, TypeState, Value } from './rules.ts';

/** An empty text is a value too, but whether it satisfies `required` the documents leave open. */
const TEXTS = [...WORDS, ''] as const;

interface Change {
  readonly field: FieldState;
  readonly locale: LocaleState;
  readonly value: Value | null;
}

/** The generated pieces as a body's `fields`, and as changes of a document. */
export function writes(
  state: State,
  type: TypeState,
  pieces: readonly Piece[],
  allow: { slugs: boolean },
): { fields: Record<string, unknown>; changes: Change[] } {
  const open = type.fields.filter((field) => field.number !== type.slug || allow.slugs);
  const maps: Record<string, Record<string, unknown>> = {};
  const changes: Change[] = [];
  for (const piece of pieces) {
    const field = pick(open, piece.field);
    const locale = field.localized ? pick(state.locales, piece.locale) : defaultLocale(state);
    if (maps[field.id]?.[locale.code] !== undefined) continue;
    const value = piece.none && field.number !== type.slug ? null : valueFor(field, piece.value);
    maps[field.id] = { ...maps[field.id], [locale.code]: field.kind === 'link' ? keyIn(value) : value };
    changes.push({ field, locale, value });
  }
  return { fields: maps, changes };
}

function valueFor(field: FieldState, number: number): Value {
  if (field.type === 'integer') return number;
  if (field.type === 'slug') return pick(SLUGS, number);
  return field.type === 'entry' ? `entry:k${number % KEYS}` : pick(field.required ? WORDS : TEXTS, number);
}

/** A link as requests have it. */
function keyIn(link: Value | null): string | null {
  return link === null ? null : String(link).replace('entry:', '');
}

export function applyChanges(doc: Doc, changes: readonly Change[]): void {
  for (const { field, locale, value } of changes) {
    const values = { ...doc[field.number] };
    if (value === null) delete values[locale.number];
    else values[locale.number] = value;
    doc[field.number] = values;
  }
}
