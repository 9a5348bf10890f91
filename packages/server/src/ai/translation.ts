/**
 * Translates the texts of a document, those inside of components too. Only the human-readable texts of a value are sent to the model;
 * the new value is built from the original, so nodes, marks, links and code cannot change.
 */

import type { Violation } from '../../../contract/src/violations.ts';
import { renderContext } from '../content/entries/representation.ts';
import type { Model } from '../model/content-types/model.ts';
import { DOCUMENT_BYTES_MAX } from '../model/fields/document/input.ts';
import { renderRaw } from '../model/fields/document/views.ts';
import type { Document, Field } from '../model/fields/field.ts';
import type { Locale } from '../model/spaces/locale.ts';
import { invalid, validationFailed } from '../platform/errors/domain-error.ts';
import { Pace } from '../platform/kit/pace.ts';
import { type FieldsByLocale, violationsOf } from './checked-fields.ts';
import { providerError } from './provider/provider-error.ts';
import type { AiSession } from './session.ts';
import { translateTexts } from './translated-texts.ts';
import { prepare, type SourceText, withTranslations } from './translated-values.ts';
import { beginningsOf, isPath, Wanted } from './wanted-texts.ts';

/** Per request: characters of the texts, times the number of target locales. */
const CHARACTERS_MAX = 100_000;

/** What a request wants to be translated. */
export interface Translation {
  readonly model: Model;
  readonly document: Document;
  /** Those that can have text in them. */
  readonly fields: readonly Field[];
  /** Ids of fields and paths of values; all texts of the fields if there are none. */
  readonly names: readonly string[] | undefined;
  readonly source: Locale;
  readonly targets: readonly Locale[];
}

/** What is translated into one locale. */
export interface TargetPlan {
  readonly target: Locale;
  readonly texts: readonly SourceText[];
  /** Paths of the values that components are copied into. */
  readonly grown: readonly string[];
}

export interface TranslationPlan extends Translation {
  /** What the names mean. */
  readonly wanted: Wanted;
  readonly byTarget: readonly TargetPlan[];
  /** The document with all copies, where texts are not translated yet. */
  readonly prepared: Document;
}

/** Finds what there is to translate, and where it goes. @throws `validation_failed` if that is too much, or there is no room for the copies */
export async function planTranslation(translation: Translation): Promise<TranslationPlan> {
  const byTarget: TargetPlan[] = [];
  const pace = new Pace();
  const named = { ...translation, wanted: new Wanted(translation.names) };
  let prepared = translation.document;
  let characters = 0;
  for (const target of translation.targets) {
    const { document, ...found } = prepare(prepared, translatedTo(named, target));
    byTarget.push({ target, ...found });
    characters += charactersOf(found.texts);
    // Before the next target is planned: short texts by the thousand take longer to place than to count.
    requireFewCharacters(characters);
    prepared = document;
    if (found.grown.length > 0) requireRoom(prepared);
    await pace.restIfDue();
  }
  return { ...named, byTarget, prepared };
}

/**
 * Checks a plan before the model is asked.
 * @throws `validation_failed` if there is no text, or not where the request says, or a list takes no more
 */
export async function checkPlan(plan: TranslationPlan): Promise<void> {
  const { names = [], source, byTarget, prepared } = plan;
  const found = new Set(byTarget.flatMap(({ texts }) => texts.flatMap(({ from }) => beginningsOf(from))));
  const missing = names.findIndex((name) => isPath(name) && !found.has(name));
  if (missing >= 0) {
    const message = `Name values with text in ${source.code}, or blocks or fields with such values inside; there is nothing to translate here.`;
    throw invalid(`field_ids.${missing}`, 'exists', message);
  }
  if (found.size === 0) {
    const message = `Give text in ${source.code}; there is nothing to translate in the fields.`;
    throw invalid('source_locale', 'required', message);
  }
  const copied = byTarget.flatMap(({ grown }) => grown);
  if (copied.length === 0) return;
  const full = (await violationsIn(plan, prepared, byTarget)).filter(({ path }) => copied.includes(path));
  if (full.length > 0) throw validationFailed(full);
}

function charactersOf(texts: readonly SourceText[]): number {
  let characters = 0;
  for (const { prose, value } of texts) for (const text of prose.texts(value)) characters += text.length;
  return characters;
}

function requireFewCharacters(characters: number): void {
  if (characters <= CHARACTERS_MAX) return;
  const message = `Name fewer field_ids or target_locales; in all locales this is more than ${CHARACTERS_MAX} characters, the most that can be translated at once.`;
  throw invalid('target_locales', 'max_length', message, { limit: CHARACTERS_MAX });
}

/** Components are copied for each target: a short text can stand in a large one. */
function requireRoom(prepared: Document): void {
  const given = Buffer.byteLength(JSON.stringify(prepared));
  if (given <= DOCUMENT_BYTES_MAX) return;
  const message = `Name fewer field_ids or target_locales; with what is copied for them the entry would take ${given} bytes, and at most ${DOCUMENT_BYTES_MAX} can be saved.`;
  throw invalid('target_locales', 'max_bytes', message, { limit: DOCUMENT_BYTES_MAX, given });
}

/** The document with the translations. They pass the checks of any write. @throws `ai_provider_error` */
export async function translateDocument(session: AiSession, plan: TranslationPlan): Promise<Document> {
  let { document } = plan;
  for (const to of plan.byTarget) document = await translateTo(session, document, to, plan);
  return document;
}

async function translateTo(
  session: AiSession,
  document: Document,
  to: TargetPlan,
  plan: TranslationPlan,
): Promise<Document> {
  const { texts, target } = to;
  const task = { source: plan.source.code, target: target.code };
  const done = await translateValues(session, texts, task);
  const result = () => withTranslations(document, translatedTo(plan, target), done);
  const isOurs = ({ path }: Violation) => texts.some((text) => isAt(path, text));
  const violations = (await violationsIn(plan, result(), [to])).filter(isOurs);
  if (violations.length === 0) return result();
  const refused = texts.filter((text) => violations.some(({ path }) => isAt(path, text)));
  const notes = violations.map(({ message }) => message);
  for (const [path, value] of await translateValues(session, refused, { ...task, notes })) done.set(path, value);
  const left = (await violationsIn(plan, result(), [to])).filter(isOurs);
  if (left.length === 0) return result();
  throw providerError(
    'The translation breaks rules of the fields, twice; shorten the originals, or translate these by hand.',
    {
      problems: left.map(({ path, message }) => `${path}: ${message}`),
    },
  );
}

/** The translated values by the paths where they go. */
async function translateValues(
  session: AiSession,
  sources: readonly SourceText[],
  task: { readonly source: string; readonly target: string; readonly notes?: readonly string[] },
): Promise<Map<string, unknown>> {
  const originals = sources.map(({ prose, value }) => prose.texts(value));
  const texts = (await translateTexts(session, originals.flat(), task)).values();
  return new Map(
    sources.map(({ prose, value, to }, index) => {
      const own = (originals[index] ?? []).map(() => texts.next().value ?? '');
      return [to, prose.withTexts(value, own)] as const;
    }),
  );
}

function violationsIn(
  plan: Pick<Translation, 'model' | 'fields'>,
  document: Document,
  byTarget: readonly TargetPlan[],
): Promise<Violation[]> {
  return violationsOf(plan.model, plan.fields, shownOf(plan, document, byTarget));
}

/** The values that have translations in them, as an entry shows them. */
export function shownOf(
  { model, fields }: Pick<Translation, 'model' | 'fields'>,
  document: Document,
  byTarget: readonly TargetPlan[],
): FieldsByLocale {
  const shown = renderRaw({ ...model.readingOf({ fields }), document }, renderContext(model));
  return changedIn({ model, fields }, shown, byTarget);
}

/** Of the values of an entry, those that have translations in them. */
export function changedIn(
  { model, fields }: Pick<Translation, 'model' | 'fields'>,
  shown: FieldsByLocale,
  byTarget: readonly TargetPlan[],
): FieldsByLocale {
  const changed: Record<string, Record<string, unknown>> = {};
  for (const { target, texts } of byTarget) {
    const ids = new Set(texts.map(({ to }) => to.split('.')[1]));
    for (const { id, localized } of fields.filter((field) => ids.has(field.id))) {
      const { code } = localized ? target : model.locales.default;
      const value = shown[id]?.[code];
      if (value !== undefined) changed[id] = { ...changed[id], [code]: value };
    }
  }
  return changed;
}

function translatedTo(
  { model, fields, wanted, source }: Omit<TranslationPlan, 'byTarget' | 'prepared'>,
  target: Locale,
) {
  return { model: model.readingOf({ fields }), fields, source, target, wanted };
}

/** Whether a path is that of a translated value, or of something in it. */
function isAt(path: string, { to }: SourceText): boolean {
  return path === to || path.startsWith(`${to}.`);
}
