/**
 * The operation `translate-fields`: decides what to translate, and saves the result as one new version of the entry. It saves
 * only over the version that it read, so it never overwrites changes that others made meanwhile.
 */

import type { Violation } from '../../../contract/src/violations.ts';
import { linkKeyIn } from '../content/entries/draft.ts';
import type { Entries } from '../content/entries/entries.ts';
import type { EntryView } from '../content/entries/representation.ts';
import { requireOwn } from '../content/entries/requirements.ts';
import { mergeDocument } from '../model/fields/document/changes.ts';
import { parseFields } from '../model/fields/document/input.ts';
import { holdsBlocks } from '../model/fields/document/own-values.ts';
import type { Document, Field } from '../model/fields/field.ts';
import { fieldType } from '../model/fields/registry.ts';
import type { Locale } from '../model/spaces/locale.ts';
import { checkVersion } from '../platform/errors/check-version.ts';
import { invalid, validationFailed } from '../platform/errors/domain-error.ts';
import type { Actor } from '../platform/journal/actor.ts';
import type { Journal } from '../platform/journal/journal.ts';
import type { FieldsByLocale } from './checked-fields.ts';
import { type AiContent, type FoundEntry, type FoundType, localeIn, textFields } from './content.ts';
import type { AiRequest, Operations, Spent, Steps } from './operations.ts';
import type { TranslateRequest } from './schema.ts';
import { changedIn, checkPlan, planTranslation, shownOf, translateDocument } from './translation.ts';
import { isPath } from './wanted-texts.ts';

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

/** What to translate. It comes from an entry or from the request. */
interface Original extends FoundType {
  readonly document: Document;
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
    const { found, model, environment, type, document } = await this.#original(actor, input);
    const [source, targets] = localesOf({ model }, input);
    const fields = fieldsOf({ type }, input.field_ids);
    const plan = await planTranslation({ model, document, fields, names: input.field_ids, source, targets });
    const savedIn = (entry: EntryView) => ({
      fields: changedIn(plan, entry.fields, plan.byTarget),
      version: entry.version,
    });
    if (found !== null && input.save === true) {
      requireOwn(actor, found.entry);
      const earlier = await journal.earlier<EntryView>(actor);
      if (earlier !== undefined) return { ...savedIn(earlier), ...nothingSpent(calls.name) };
    }
    if (found !== null) checkVersion(expected, found.entry.version);
    await checkPlan(plan);
    return yield* operations.run(request, environment.spaceId, async (session) => {
      const translated = shownOf(plan, await translateDocument(session, plan), plan.byTarget);
      if (found === null || input.save !== true) return { fields: translated, version: null };
      return savedIn(
        await entries.update(
          actor,
          found.place,
          { fields: translated },
          { expected: found.entry.version, modelRevision: model.revision },
        ),
      );
    });
  }

  async #original(
    actor: Actor,
    { entry_id: entryId, content_type_id: typeId, fields }: TranslateRequest,
  ): Promise<Original> {
    if (entryId !== undefined) {
      const found = await this.#parts.content.entry(actor, entryId);
      return { ...found, found };
    }
    const found = await this.#parts.content.type(actor, typeId ?? '');
    return { ...found, found: null, document: documentIn(found, fields) };
  }
}

function requireOneOriginal({ entry_id: entryId, content_type_id: typeId, fields, save }: TranslateRequest): void {
  const isEntry = entryId !== undefined && typeId === undefined && fields === undefined;
  const isGiven = entryId === undefined && typeId !== undefined && fields !== undefined;
  if (!isEntry && !isGiven)
    throw invalid('entry_id', 'required', 'Give either entry_id, or content_type_id and fields.');
  if (save === true && !isEntry) throw invalid('save', 'unknown', 'Give entry_id to save, or leave save out.');
}

/** The source locale and the target locales. */
function localesOf({ model }: Pick<FoundType, 'model'>, input: TranslateRequest): [Locale, Locale[]] {
  const source = localeIn(model, input.source_locale, 'source_locale');
  const targets = input.target_locales.map((code, index) => localeIn(model, code, `target_locales.${index}`));
  const own = targets.indexOf(source);
  if (own === -1) return [source, targets];
  const listed = model.locales.all.map(({ code }) => code).filter((code) => code !== source.code);
  throw invalid(`target_locales.${own}`, 'in', 'Name other locales than the source locale.', { listed });
}

/** The fields that the request is about. @param names ids of fields, and paths of values in them */
function fieldsOf({ type }: Pick<FoundType, 'type'>, names: readonly string[] | undefined): Field[] {
  const ids = names?.map((name) => (isPath(name) ? (name.split('.')[1] ?? '') : name));
  const fields = textFields(type, ids, { path: 'field_ids', isText });
  return type.fields.filter((field) => fields.includes(field));
}

function isText(field: Field): boolean {
  return holdsBlocks(field) || (field.localized && fieldType(field.type).prose(field) !== null);
}

/** The values of a request as they would be stored. @throws `validation_failed` */
function documentIn({ model, type }: FoundType, input: unknown): Document {
  const read = model.readingOf(type);
  const violations: Violation[] = [];
  const changes = parseFields({ ...read, input, linkKey: linkKeyIn({ model }), violations });
  if (violations.length > 0) throw validationFailed(violations);
  return mergeDocument({ ...read, current: {}, changes });
}

function nothingSpent(model: string): Spent {
  return { usage: { input_tokens: 0, output_tokens: 0 }, model };
}
