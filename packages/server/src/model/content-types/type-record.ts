/** Parses a content type record of an import, which no route schema has checked. */
import { isFull, type Violation, validationFailed } from '../../platform/errors/domain-error.ts';
import { hasControlCharacters, NAME_ADVICE } from '../../platform/kit/control-characters.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { DESCRIPTION_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from './schema.ts';
import type { ContentTypeInput } from './type-plan.ts';

const KEYS = ['api_id', 'name', 'description', 'display_field', 'slug_field', 'fields'];

/** @throws `validation_failed` with all violations except those of the fields, which the rules parse */
export function readTypeRecord(
  given: Readonly<Record<string, unknown>>,
): ContentTypeInput & { readonly api_id: string; readonly name: string } {
  const violations: Violation[] = [];
  for (const key of Object.keys(given)) {
    if (isFull(violations)) break;
    if (KEYS.includes(key)) continue;
    violations.push({
      path: key.slice(0, 64),
      rule: 'unknown',
      message: `There is no ${quoted(key)} here; remove it.${didYouMean(key, KEYS)}`,
    });
  }
  const apiId = readText(given, { key: 'api_id', charactersMin: 1, charactersMax: 64 }, violations);
  const name = readText(given, { key: 'name', charactersMin: 1, charactersMax: NAME_CHARACTERS_MAX }, violations);
  if (hasControlCharacters(name)) violations.push({ path: 'name', rule: 'pattern', message: NAME_ADVICE });
  const { description = '', display_field: displayField = null, slug_field: slugField = null, fields = [] } = given;
  const text = readText(
    { description },
    { key: 'description', charactersMin: 0, charactersMax: DESCRIPTION_CHARACTERS_MAX },
    violations,
  );
  for (const [path, value] of [
    ['display_field', displayField],
    ['slug_field', slugField],
  ] as const) {
    if (value !== null && typeof value !== 'string')
      violations.push({ path, rule: 'type', message: 'Give the id of a field, or null.' });
  }
  if (!Array.isArray(fields)) violations.push({ path: 'fields', rule: 'type', message: 'Give the fields as a list.' });
  if (violations.length > 0) throw validationFailed(violations);
  return {
    api_id: apiId,
    name,
    description: text,
    display_field: displayField as string | null,
    slug_field: slugField as string | null,
    fields: fields as unknown[],
  };
}

function readText(
  given: Readonly<Record<string, unknown>>,
  { key, charactersMin, charactersMax }: { key: string; charactersMin: number; charactersMax: number },
  violations: Violation[],
): string {
  const value = given[key];
  if (typeof value === 'string' && value.length >= charactersMin && value.length <= charactersMax) return value;
  violations.push({
    path: key,
    rule: 'type',
    message: `Give text of ${charactersMin} to ${charactersMax} characters.`,
  });
  return '';
}
