/**
 * The operation `translate-fields`: decides what to translate, and saves the result as one new version of the entry. It saves
 * only over the version that it read, so it never overwrites changes that others made meanwhile.
 */

import type { Violation } from '../../../contract/src/violations.ts';
import { linkKeyIn } from '../content/entries/draft.ts';
import type { Entries } from '../content/entries/entries.ts';
import { type EntryView, renderContext } from '../content/entries/representation.ts';
import { requireOwn } from '../content/entries/requirements.ts';
import { mergeDocument } from '../model/fields/document/changes.ts';
import { parseFields } from '../model/fields/document/input.ts';
import { renderRaw } from '../model/fields/document/views.ts';
import type { Field } from '../model/fields/field.ts';
import { checkVersion } from '../platform/errors/check-version.ts';
import { invalid, validationFailed } from '../platform/errors/domain-error.ts';
import type { Actor } from '../platform/journal/actor.ts';
import type { Journal } from '../platform/journal/journal.ts';
import type { FieldsByLocale } from './checked-fields.ts';
import { type AiContent, type FoundEntry, type FoundType, localeIn, textFields } from './content.ts';
import type { AiRequest, Operations, Spent, Steps } from './operations.ts';
import type { TranslateRequest } from './schema.ts';
import { proseOf, sourcesIn, translateFields } from './translation.ts';

interface EntryTranslationParts {
  readonly journal: Journal;
  readonly operations: Operations;
  readonly content: AiContent;
  readonly entries: Entries;
}

export interface TranslationResult {
  readonly fields: FieldsByLocale;
  /** The version that was saved; null if nothing was. */
  readonly version: number | null;
}

/** The values to translate, by field and locale. They come from an entry or from the request. */
interface Original extends FoundType {
  readonly values: FieldsByLocale;
  readonly found: FoundEntry | null;
}

export class EntryTranslation {
  readonly #parts: EntryTranslationParts;

  constructor(parts: EntryTranslationParts) {
    this.#parts = parts;
  }

  /** Translates fields, and saves them if the request says so. @param expected the version that the caller read */
  async *translate(request: AiRequest, input: TranslateRequest, expected?: number): Steps<TranslationResult & Spent> {
    requireOneOriginal(input);
    const { operations, entries, journal } = this.#parts;
    const calls = operations.requireProvider();
    const { actor } = request;
    const original = await this.#original(actor, input);
    const { found, model, environment } = original;
    const [source, targets] = localesOf(original, input);
    const fields = textFields(original.type, input.field_ids, {
      path: 'field_ids',
      isText: (field) => proseOf(field) !== null,
    });
    if (found !== null && input.save === true) {
      requireOwn(actor, found.entry);
      const earlier = await journal.earlier<EntryView>(actor);
      if (earlier !== undefined) return { ...savedIn(earlier, fields, targets), ...nothingSpent(calls.name) };
    }
    if (found !== null) checkVersion(expected, found.entry.version);
    const sources = sourcesIn(fields, original.values, { source, targets });
    return yield* operations.run(request, environment.spaceId, async (session) => {
      const translated = await translateFields(session, { model, sources, source, targets });
      if (found === null || input.save !== true) return { fields: translated, version: null };
      const saved = await entries.update(actor, found.place, { fields: translated }, { expected: found.entry.version });
      return savedIn(saved, fields, targets);
    });
  }

  async #original(
    actor: Actor,
    { entry_id: entryId, content_type_id: typeId, fields }: TranslateRequest,
  ): Promise<Original> {
    if (entryId !== undefined) {
      const found = await this.#parts.content.entry(actor, entryId);
      return { ...found, found, values: found.entry.fields };
    }
    const found = await this.#parts.content.type(actor, typeId ?? '');
    return { ...found, found: null, values: valuesIn(found, fields) };
  }
}

function requireOneOriginal({ entry_id: entryId, content_type_id: typeId, fields, save }: TranslateRequest): void {
  const isEntry = entryId !== undefined && typeId === undefined && fields === undefined;
  const isGiven = entryId === undefined && typeId !== undefined && fields !== undefined;
  if (!isEntry && !isGiven)
    throw invalid('entry_id', 'required', 'Give either entry_id, or content_type_id and fields.');
  if (save === true && !isEntry) throw invalid('save', 'unknown', 'Give entry_id to save, or leave save out.');
}

/** The codes of the source locale and of the target locales. */
function localesOf({ model }: FoundType, input: TranslateRequest): [string, string[]] {
  const source = localeIn(model, input.source_locale, 'source_locale').code;
  const targets = input.target_locales.map((code, index) => localeIn(model, code, `target_locales.${index}`).code);
  const own = targets.indexOf(source);
  if (own === -1) return [source, targets];
  const listed = model.locales.all.map(({ code }) => code).filter((code) => code !== source);
  throw invalid(`target_locales.${own}`, 'in', 'Name other locales than the source locale.', { listed });
}

/** The values of a request, in the form in which an entry would show them. @throws `validation_failed` */
function valuesIn({ model, type: { fields } }: FoundType, input: unknown): FieldsByLocale {
  const { locales, components } = model;
  const read = { fields, locales, components };
  const violations: Violation[] = [];
  const changes = parseFields({ ...read, input, linkKey: linkKeyIn({ model }), violations });
  if (violations.length > 0) throw validationFailed(violations);
  const document = mergeDocument({ ...read, current: {}, changes });
  return renderRaw({ ...read, document }, renderContext(model));
}

/** The values of a saved entry in the target locales. */
function savedIn(
  { fields: shown, version }: EntryView,
  fields: readonly Field[],
  targets: readonly string[],
): TranslationResult {
  const saved = fields.flatMap(({ id }) => {
    const values = Object.entries(shown[id] ?? {}).filter(([code]) => targets.includes(code));
    return values.length === 0 ? [] : [[id, Object.fromEntries(values)] as const];
  });
  return { fields: Object.fromEntries(saved), version };
}

function nothingSpent(model: string): Spent {
  return { usage: { input_tokens: 0, output_tokens: 0 }, model };
}
