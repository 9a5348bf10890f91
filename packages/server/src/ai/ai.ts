/**
 * The rules of AI helpers: the input of each operation, and what it does with it. Only a translation with `save` writes
 * content. It uses the ordinary write path and the caller's permissions.
 */
import type { AssetImages } from '../content/assets/asset-image.ts';
import { fieldType } from '../model/fields/registry.ts';
import { checkTag } from '../model/spaces/language-tag.ts';
import { invalid } from '../platform/errors/domain-error.ts';
import type { FieldsByLocale } from './checked-fields.ts';
import { type AiContent, localeIn, textFields, textOf } from './content.ts';
import { describeForSearch, describeImage, type SearchTexts, summarize } from './describing.ts';
import type { AiRequest, Operations, Spent, Steps } from './operations.ts';
import type {
  AiStatus,
  AltTextRequest,
  GenerateRequest,
  RewriteRequest,
  SeoRequest,
  SummarizeRequest,
} from './schema.ts';
import type { AiSession } from './session.ts';
import { type Manner, rewriteText, STYLES, writeFields, writeText } from './writing.ts';

/** Characters of an entry that is given to the model as a whole. */
const ENTRY_CHARACTERS_MAX = 100_000;

interface AiParts {
  readonly operations: Operations;
  readonly content: AiContent;
  readonly images: AssetImages;
}

interface TextResult {
  readonly text: string;
}

export class Ai {
  readonly #parts: AiParts;

  constructor(parts: AiParts) {
    this.#parts = parts;
  }

  /** The model, and when it last answered. */
  status(): AiStatus {
    return this.#parts.operations.status();
  }

  /** Writes a text, or the text fields of a new entry. */
  async *generate(
    request: AiRequest,
    input: GenerateRequest,
  ): Steps<(TextResult | { readonly fields: FieldsByLocale }) & Spent> {
    const { operations, content } = this.#parts;
    const { prompt, content_type_id: typeId, fields: ids, locale: code, tone } = input;
    if (typeId === undefined) {
      if (ids !== undefined) throw invalid('fields', 'unknown', 'Give content_type_id too, or leave fields out.');
      const manner: Manner = { tone, locale: checkedTag(code) };
      return yield* operations.run(request, null, (session) => asText(writeText(session, prompt, manner)));
    }
    operations.requireProvider();
    const { model, type, environment } = await content.type(request.actor, typeId);
    const locale = localeIn(model, code, 'locale');
    const isText = (field: (typeof type.fields)[number]) => fieldType(field.type).prose(field) !== null;
    const fields = textFields(type, ids, { path: 'fields', isText });
    if (fields.length === 0) throw invalid('content_type_id', 'fields', 'Name a content type that has text fields.');
    const task = { model, fields, locale, prompt, tone };
    return yield* operations.run(request, environment.spaceId, async (session) => ({
      fields: await writeFields(session, task),
    }));
  }

  /** Rewrites a text in a given style, or following an instruction. */
  async *rewrite(request: AiRequest, { text, style, instruction, locale }: RewriteRequest): Steps<TextResult & Spent> {
    const task = style === undefined ? instruction : STYLES[style];
    if (task === undefined || (style !== undefined && instruction !== undefined))
      throw invalid('style', 'required', 'Give either style or instruction.');
    const manner = { request: task, locale: checkedTag(locale) };
    return yield* this.#parts.operations.run(request, null, (session) => asText(rewriteText(session, text, manner)));
  }

  /** Summarizes a text or an entry. */
  async *summarize(
    request: AiRequest,
    { text, entry_id: entryId, locale: code }: SummarizeRequest,
  ): Steps<TextResult & Spent> {
    if ((text === undefined) === (entryId === undefined))
      throw invalid('entry_id', 'required', 'Give either text or entry_id.');
    const { operations } = this.#parts;
    const tag = checkedTag(code);
    if (text !== undefined)
      return yield* operations.run(request, null, (session) => asText(summarize(session, text, tag)));
    const { spaceId, whole, locale } = await this.#textOfEntry(request, entryId ?? '', code);
    return yield* operations.run(request, spaceId, (session) => asText(summarize(session, whole, locale)));
  }

  /** Describes an entry for search engines. */
  async *seo(request: AiRequest, { entry_id: entryId, locale: code }: SeoRequest): Steps<SearchTexts & Spent> {
    checkedTag(code);
    const { spaceId, whole, locale } = await this.#textOfEntry(request, entryId, code);
    return yield* this.#parts.operations.run(request, spaceId, (session) => describeForSearch(session, whole, locale));
  }

  /** Describes an image for people who cannot see it. */
  async *altText(request: AiRequest, { asset_id: assetId, locale }: AltTextRequest): Steps<TextResult & Spent> {
    const { operations, images } = this.#parts;
    const tag = checkedTag(locale);
    operations.requireProvider();
    const place = await images.place(request.actor, assetId);
    const describe = async function* (session: AiSession) {
      const jpeg = await images.jpeg(request.actor, assetId);
      return yield* asText(describeImage(session, jpeg, tag ?? place.locale));
    };
    return yield* operations.run(request, place.spaceId, describe);
  }

  async #textOfEntry({ actor }: AiRequest, id: string, code: string | undefined) {
    this.#parts.operations.requireProvider();
    const found = await this.#parts.content.entry(actor, id);
    const locale = localeIn(found.model, code, 'locale');
    const whole = textOf(found, locale);
    if (whole === '') throw invalid('entry_id', 'required', `Name an entry with text in ${locale.code}.`);
    if (whole.length > ENTRY_CHARACTERS_MAX)
      throw invalid(
        'entry_id',
        'max_length',
        `Name an entry with at most ${ENTRY_CHARACTERS_MAX} characters of text.`,
        {
          limit: ENTRY_CHARACTERS_MAX,
          given: whole.length,
        },
      );
    return { spaceId: found.environment.spaceId, whole, locale: locale.code };
  }
}

async function* asText(text: AsyncGenerator<string, string>): Steps<TextResult> {
  return { text: yield* text };
}

/** @throws `validation_failed` if the code is not a language tag */
function checkedTag(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const { tag, problem } = checkTag(code);
  if (problem !== undefined) throw invalid('locale', 'locale', problem);
  return tag;
}
