/**
 * Finds the content for an AI operation: an entry, an asset or a content type that the actor may see, in a space that allows
 * AI. Content of other tenants is `not_found`, as if it did not exist.
 */
import { limitsOnValues } from '../../../contract/src/fields.ts';
import type { Entries, EntryPlace, ReadEntry } from '../content/entries/entries.ts';
import { requireType } from '../content/entries/requirements.ts';
import { type ContentType, fieldById } from '../model/content-types/content-type.ts';
import type { Model } from '../model/content-types/model.ts';
import type { Models } from '../model/content-types/models.ts';
import { type Level, levelsIn, topLevel } from '../model/fields/document/own-values.ts';
import { type ShownIn, shownAt } from '../model/fields/document/views.ts';
import type { Field } from '../model/fields/field.ts';
import { fieldType } from '../model/fields/registry.ts';
import type { Environment } from '../model/spaces/environment.ts';
import type { Environments } from '../model/spaces/environments.ts';
import type { Locale } from '../model/spaces/locale.ts';
import { parseResourceId } from '../model/spaces/resource-id.ts';
import { DomainError, invalid } from '../platform/errors/domain-error.ts';
import type { Actor } from '../platform/journal/actor.ts';
import { didYouMean, quoted } from '../platform/kit/suggestion.ts';

export interface ContentParts {
  readonly entries: Entries;
  readonly environments: Environments;
  readonly models: Models;
}

/** A content type, and the model that contains it. */
export interface FoundType {
  readonly environment: Environment;
  readonly model: Model;
  readonly type: ContentType;
}

export interface FoundEntry extends FoundType, ReadEntry {
  readonly place: EntryPlace;
}

export class AiContent {
  readonly #parts: ContentParts;

  constructor(parts: ContentParts) {
    this.#parts = parts;
  }

  /** @throws `not_found` */
  async entry(actor: Actor, id: string): Promise<FoundEntry> {
    const place = await this.#parts.entries.locate(actor, id);
    const read = await this.#parts.entries.read(place);
    return { ...read, environment: place.environment, type: requireType(read, read.entry.content_type_id), place };
  }

  /** The content type with this public id. @throws `validation_failed` if there is none that the actor may see */
  async type(actor: Actor, id: string): Promise<FoundType> {
    const parsed = parseResourceId(id);
    if (parsed?.kind !== 'content_type') throw noType();
    const environment = await this.#parts.environments.byCode(actor, parsed.code, 'content_type').catch((error) => {
      throw error instanceof DomainError && error.code === 'not_found' ? noType() : error;
    });
    const model = await this.#parts.models.confirmed(environment);
    const type = model.typeByApiId(parsed.key);
    if (type === undefined) throw noType();
    return { environment, model, type };
  }
}

/** The locale with this code, or the default locale. @throws `validation_failed` */
export function localeIn({ locales }: Model, code: string | undefined, path: string): Locale {
  if (code === undefined) return locales.default;
  const locale = locales.byCode(code);
  if (locale !== undefined) return locale;
  const codes = locales.all.map((one) => one.code);
  throw invalid(path, 'exists', `Name a locale of the space; ${quoted(code)} is none.${didYouMean(code, codes)}`);
}

/**
 * The text fields of a content type, or only those requested by name. A field with a `pattern` usually contains a code or a
 * slug, so it is included only if it is named.
 * @throws `validation_failed` if a named field is not a text field
 */
export function textFields(
  type: ContentType,
  ids: readonly string[] | undefined,
  { path, isText }: { readonly path: string; readonly isText: (field: Field) => boolean },
): Field[] {
  const { fields, apiId } = type;
  if (ids === undefined) return fields.filter((field) => isText(field) && !hasPattern(field));
  return ids.map((id, index) => {
    const field = fieldById(type, id);
    if (field !== undefined && isText(field)) return field;
    const known = fields.filter(isText).map((one) => one.id);
    const message = `Name text fields of ${apiId} that this works on; ${quoted(id)} is none.${didYouMean(id, known)}`;
    throw invalid(`${path}.${index}`, 'exists', message);
  });
}

/** Whether values have to match a pattern, as codes and slugs do. */
export function hasPattern(field: Field): boolean {
  return limitsOnValues(field).pattern !== undefined;
}

/** The text of an entry as readers of a locale see it, one paragraph per value, that inside of components too. */
export function textOf({ document, model, type: { fields } }: FoundEntry, locale: Locale): string {
  return [...textsAt(topLevel({ document, fields }), { locale, model })]
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function* textsAt(level: Level, shown: Pick<ShownIn, 'locale' | 'model'>): Generator<string> {
  for (const own of shownAt(level, shown)) {
    const type = fieldType(own.field.type);
    if (type.prose(own.field) !== null) yield type.text(own.value);
    for (const inner of levelsIn(level, own, shown.model.components)) yield* textsAt(inner, shown);
  }
}

function noType(): DomainError {
  const message = 'Give the id of a content type, such as ctp_k3x9q2_article; there is none with this one.';
  return invalid('content_type_id', 'exists', message);
}
