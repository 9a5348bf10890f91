/**
 * The texts of entries and assets in the index. A row belongs to a text and is shared by all states and environments of the space
 * that show it, so that publishing or cloning unchanged content writes none. Texts are written in the transaction that refers to
 * them, and never change afterwards.
 */
import { componentsOf } from '../../../../contract/src/fields.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { DocumentModel } from '../../model/fields/document/own-values.ts';
import type { Components, Field } from '../../model/fields/field.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { hasTokens, insertTokens } from '../../platform/database/full-text.ts';
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { inPieces } from '../../platform/kit/pieces.ts';
import { languageOf } from './stemmers.ts';
import { deleteTexts, insertText, isUpToDate, selectModel, selectText, touchText } from './store.ts';
import { type SearchedText, textHash, tokensOf } from './tokens.ts';
import { ANALYSER_VERSION, type KnownLines } from './words.ts';

export { TEXTS_KEY } from './store.ts';

/** A text used more recently than this needs no update to protect it from collection. */
export const TOUCHED_FOR_MS = 3_600_000;
/** Texts that are split and inserted together, if they have no more characters than the next limit. */
const TEXTS_AT_ONCE = 16;
const CHARACTERS_AT_ONCE = 32_768;
/** Another node can collect or insert a text between two statements, but hardly several times in a row. */
const ATTEMPTS_MAX = 5;

/** The context in which texts are used: an open write in a space. */
export interface TextWork {
  readonly writer: Writer;
  readonly spaceId: string;
  /** Time of the write, in milliseconds. */
  readonly at: number;
}

/** Locale number → row of the text shown there; locales without a text are missing. */
export type TextIds = Readonly<Record<string, number>>;

/** The text shown in a locale, by the locale's number. */
export type TextIn = (locale: number) => Omit<SearchedText, 'language'>;

/** The texts shown in all locales. */
interface Shown {
  readonly locales: Locales;
  readonly textIn: TextIn;
}

/** An environment by its number, and its space. */
interface SearchedPlace {
  readonly environment: number;
  readonly spaceId: string;
}

/**
 * The texts by which something should be found: their rows by locale, 0 for a text that is missing or has no tokens; null if the
 * texts of the environment are still being updated to its model.
 */
export async function findTexts(
  db: Reader,
  { environment, spaceId }: SearchedPlace,
  { locales, textIn }: Shown,
): Promise<TextIds | null> {
  const known = await selectModel(db, environment);
  if (known?.analyser !== ANALYSER_VERSION || !(await isUpToDate(db, known))) return null;
  const ids: Record<string, number> = {};
  for (const { number, code } of locales.all) {
    const text = { language: languageOf(code), ...textIn(number) };
    if (text.display === '' && text.body === '') continue;
    const [found] = await selectText(db, { space: spaceId, hash: textHash(text) });
    ids[number] = found !== undefined && (await hasTokens(db, found.id)) ? found.id : 0;
  }
  return ids;
}

/** Deletes texts without tokens, so that they are created again at their next use. */
export async function forgetEmpty(writer: Writer, spaceId: string, { locales, textIn }: Shown): Promise<void> {
  for (const { number, code } of locales.all) {
    const hash = textHash({ language: languageOf(code), ...textIn(number) });
    const [found] = await selectText(writer, { space: spaceId, hash });
    if (found !== undefined && !(await hasTokens(writer, found.id)))
      await deleteTexts(writer, [found.id], Number.MAX_SAFE_INTEGER);
  }
}

/**
 * Creates or reuses the texts shown in every locale.
 * @param replaced what it takes the place of, whose texts are held already: its other texts are likely new, and are not
 *   looked for before they are inserted. Null if there is none; undefined to look for all.
 */
export async function ensureTexts(
  work: TextWork,
  { locales, textIn, replaced }: Shown & { readonly replaced?: TextIn | null },
): Promise<TextIds> {
  const ids: Record<string, number> = {};
  const held = new Map<string, number>();
  const lines: KnownLines = new Map();
  const pace = new Pace();
  for (const { number, code } of locales.all) {
    await pace.restIfDue();
    const text = { language: languageOf(code), ...textIn(number) };
    if (text.display === '' && text.body === '') continue;
    const hash = textHash(text);
    const id = held.get(hash) ?? (await hold(work, { hash, text, isNew: isLikelyNew(number, text, replaced), lines }));
    held.set(hash, id);
    ids[number] = id;
  }
  return ids;
}

/** Everything that decides which texts the entries of a type show in which languages. */
export function fingerprintOf(type: ContentType, { locales, components }: DocumentModel): string {
  const inside = new Map<number, unknown>();
  const shown = fieldsShown(type.fields, components, inside);
  return JSON.stringify([type.displayField, shown, [...inside], fingerprintOfAssets(locales)]);
}

/**
 * What decides which texts fields show.
 * @param inside receives the same of the components in them, by number: each once, however many fields have it
 */
function fieldsShown(fields: readonly Field[], components: Components, inside: Map<number, unknown>): unknown[] {
  return fields.map((field) => {
    const { number, type, localized, home } = field;
    const taken = componentsOf(field).flatMap((name) => components.componentByApiId(name) ?? []);
    for (const component of taken) {
      if (inside.has(component.number)) continue;
      inside.set(component.number, null);
      inside.set(component.number, fieldsShown(component.fields, components, inside));
    }
    return [number, type, localized, home, ...taken.map((component) => component.number)];
  });
}

/** As `fingerprintOf`, for the assets of an environment. */
export function fingerprintOfAssets(locales: Locales): string {
  return JSON.stringify(locales.all.map(({ number, code }) => [number, languageOf(code), locales.chain(number)]));
}

function isLikelyNew(locale: number, text: ReturnType<TextIn>, replaced: TextIn | null | undefined): boolean {
  if (replaced === undefined) return false;
  const held = replaced?.(locale);
  return held === undefined || held.display !== text.display || held.body !== text.body;
}

/** A new text, and the lines that were split before. */
interface NewText {
  readonly row: number;
  readonly spaceId: string;
  readonly text: SearchedText;
  readonly lines: KnownLines;
}

/** Splits new texts into words, at the end of their write: that takes the longest, and must not hold up responses meanwhile. */
async function indexWords(writer: Writer, texts: readonly NewText[]): Promise<void> {
  const sizeOf = ({ text }: NewText) =>
    Math.max(text.display.length + text.body.length, CHARACTERS_AT_ONCE / TEXTS_AT_ONCE);
  const pieces = inPieces(texts, sizeOf, CHARACTERS_AT_ONCE);
  for (const some of pieces) {
    if (pieces.length > 1) await yieldToReads();
    const rows = some.map(({ row, spaceId, text, lines }) => ({ row, tokens: tokensOf(spaceId, text, lines) }));
    await insertTokens(writer, rows);
  }
}

async function hold(
  { writer, spaceId, at }: TextWork,
  { hash, text, isNew, lines }: { hash: string; text: SearchedText; isNew: boolean; lines: KnownLines },
): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const [known] = isNew && attempt === 0 ? [] : await selectText(writer, { space: spaceId, hash });
    if (known !== undefined) {
      if (known.used_at > at - TOUCHED_FOR_MS) return known.id;
      const [touched] = await touchText(writer, { id: known.id, at });
      if (touched !== undefined) return touched.id;
    }
    const [made] = await insertText(writer, { space: spaceId, hash, at });
    if (made === undefined) continue;
    writer.defer(indexWords, { row: made.id, spaceId, text, lines });
    return made.id;
  }
  throw new Error('A text came and went again and again while it was indexed.');
}
