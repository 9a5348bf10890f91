/**
 * Translates the text fields of one content type. Only the human-readable texts of a value are sent to the model; the new
 * value is built from the original, so nodes, marks, links and code cannot change.
 */

import type { Violation } from '../../../contract/src/violations.ts';
import type { Model } from '../model/content-types/model.ts';
import { valuePath } from '../model/fields/document/own-values.ts';
import type { Field } from '../model/fields/field.ts';
import type { Prose } from '../model/fields/field-type.ts';
import { fieldType } from '../model/fields/registry.ts';
import { invalid } from '../platform/errors/domain-error.ts';
import { type FieldsByLocale, violationsOf } from './checked-fields.ts';
import { providerError } from './provider/provider-error.ts';
import type { AiSession } from './session.ts';
import { translateTexts } from './translated-texts.ts';

/** Per request: characters of the texts, times the number of target locales. */
const CHARACTERS_MAX = 100_000;

/** A value to translate. */
export interface SourceValue {
  readonly field: Field;
  readonly prose: Prose;
  readonly value: unknown;
}

export interface Translation {
  readonly model: Model;
  readonly sources: readonly SourceValue[];
  /** Codes of locales. */
  readonly source: string;
  readonly targets: readonly string[];
}

/** The values in the source locale that can be translated. @throws `validation_failed` if there is no text, or too much */
export function sourcesIn(
  fields: readonly Field[],
  values: FieldsByLocale,
  { source, targets }: Pick<Translation, 'source' | 'targets'>,
): SourceValue[] {
  const sources = fields.flatMap((field) => {
    const prose = proseOf(field);
    const value = values[field.id]?.[source];
    return prose === null || value === undefined || prose.texts(value).length === 0 ? [] : [{ field, prose, value }];
  });
  if (sources.length === 0) {
    const message = `Give text in ${source}; there is nothing to translate in the fields.`;
    throw invalid('source_locale', 'required', message);
  }
  const characters = sources.flatMap(({ prose, value }) => prose.texts(value)).join('').length * targets.length;
  if (characters <= CHARACTERS_MAX) return sources;
  const message = `Name fewer field_ids or target_locales; this is ${characters} characters in all locales, and ${CHARACTERS_MAX} can be translated at once.`;
  throw invalid('target_locales', 'max_length', message, { limit: CHARACTERS_MAX, given: characters });
}

/** How a localized text field is read and written; null for every other field. */
export function proseOf(field: Field): Prose | null {
  return field.localized ? fieldType(field.type).prose(field) : null;
}

/** Translated values by field id and target locale. They pass the checks of any write. @throws `ai_provider_error` */
export async function translateFields(session: AiSession, translation: Translation): Promise<FieldsByLocale> {
  const translated: Record<string, Record<string, unknown>> = {};
  for (const target of translation.targets) {
    for (const [id, value] of await translateTo(session, target, translation))
      translated[id] = { ...translated[id], [target]: value };
  }
  return translated;
}

async function translateTo(
  session: AiSession,
  target: string,
  { model, sources, source }: Translation,
): Promise<Map<string, unknown>> {
  const task = { source, target };
  const done = new Map(await translateValues(session, sources, task));
  const violations = await violationsIn(model, sources, { done, target });
  const refused = sources.filter(({ field }) => violations.some(({ path }) => isIn(path, field, target)));
  if (refused.length > 0) {
    const notes = violations.map(({ message }) => message);
    for (const [id, value] of await translateValues(session, refused, { ...task, notes })) done.set(id, value);
  }
  const left = refused.length === 0 ? violations : await violationsIn(model, sources, { done, target });
  if (left.length === 0) return done;
  throw providerError(
    'The translation breaks rules of the fields, twice; shorten the originals, or translate these by hand.',
    {
      problems: left.map(({ path, message }) => `${path}: ${message}`),
    },
  );
}

async function translateValues(
  session: AiSession,
  sources: readonly SourceValue[],
  task: { readonly source: string; readonly target: string; readonly notes?: readonly string[] },
): Promise<(readonly [string, unknown])[]> {
  const originals = sources.map(({ prose, value }) => prose.texts(value));
  const texts = await translateTexts(session, originals.flat(), task);
  return sources.map(({ field, prose, value }, index) => {
    const own = texts.splice(0, originals[index]?.length ?? 0);
    return [field.id, prose.withTexts(value, own)] as const;
  });
}

function violationsIn(
  model: Model,
  sources: readonly SourceValue[],
  { done, target }: { readonly done: ReadonlyMap<string, unknown>; readonly target: string },
): Promise<Violation[]> {
  const fields = sources.map(({ field }) => field);
  const input = Object.fromEntries([...done].map(([id, value]) => [id, { [target]: value }]));
  return violationsOf(model, fields, input);
}

function isIn(path: string, field: Field, locale: string): boolean {
  const own = valuePath(field, { code: locale });
  return path === own || path.startsWith(`${own}.`);
}
