/** The texts of an entry that can be translated, those inside of components too, in the groups that a person chooses from. */
import { isObject } from '../../../../../contract/src/is-object.ts';
import type { ContentType, Field, Locale } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';
import { blockList, fieldsOf, isStructured } from '../../../fields/blocks/blocks-in.ts';
import { innerLevel } from '../../../fields/blocks/inner-level.ts';
import { type Level, type Place, topLevel, valuePath } from '../../../fields/blocks/level.ts';
import type { Target } from './tasks.ts';
import { isWritable } from './writable.ts';

/** Values by field and locale, as the API gives them. */
export type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Texts of one field of the entry that the person chooses together. */
export interface TextGroup {
  readonly field: Field;
  readonly texts: readonly TranslatableText[];
  /** Whether the other language has them already. */
  readonly isFilled: boolean;
  /** Whether the field has no other texts. */
  readonly isWhole: boolean;
}

export interface TranslatableText {
  /** Where the original stands, as the server writes it. */
  readonly path: string;
  /** What the translation goes into: the text, or the list around it of which each language has its own. */
  readonly target: Target;
  /** The components around that, the outermost first. */
  readonly around: readonly Around[];
  readonly isFilled: boolean;
}

interface Around extends Place {
  readonly field: Field;
}

interface Known {
  readonly draft: Draft;
  readonly type: ContentType;
  readonly types: readonly ContentType[];
  /** All of the space, the default one first. */
  readonly locales: readonly Locale[];
}

/** What there is to translate: what is missing in the other language and what it has already, apart. */
export function textGroups(known: Known, source: string, target: string): readonly TextGroup[] {
  const top = topLevel(known.draft, known.type);
  return top.type.fields.flatMap((field) => {
    const walk = { ...known, source, target, list: null, isOthers: false };
    const texts = [...textsOf(field, { from: top, to: top, around: [] }, walk)];
    return [false, true].flatMap((isFilled) => {
      const own = texts.filter((text) => text.isFilled === isFilled);
      return own.length === 0 ? [] : [{ field, texts: own, isFilled, isWhole: own.length === texts.length }];
    });
  });
}

/** Each value that something goes into, once. */
export function targetsOf(groups: readonly TextGroup[]): readonly TranslatableText[] {
  const keyOf = ({ level, field, locale }: Target) => valuePath(level, field.id, locale);
  return [...new Map(groups.flatMap(({ texts }) => texts.map((text) => [keyOf(text.target), text]))).values()];
}

/** What a request names the texts with. */
export function namesOf(groups: readonly TextGroup[]): string[] {
  const areWhole = (field: Field) => groups.filter((group) => group.field === field).length === 2;
  const names = groups.flatMap(({ field, texts, isWhole }) =>
    isWhole || areWhole(field) ? [field.id] : texts.map(({ path }) => path),
  );
  return [...new Set(names)];
}

/** The values that a translation reads: the originals, and lists that it adds to. */
export function valuesToTranslate(
  { draft, locales }: Pick<Known, 'draft' | 'locales'>,
  groups: readonly TextGroup[],
  [source, target]: readonly [string, string],
): Fields {
  const values = groups.map(({ field }) => {
    const codes = !field.localized ? [locales[0]?.code ?? ''] : isStructured(field) ? [source, target] : [source];
    const given = codes.map((code) => [code, draft.value(field.id, code)] as const);
    return [field.id, Object.fromEntries(given.filter(([, value]) => value !== undefined))] as const;
  });
  return Object.fromEntries(values);
}

/** The value at a target in what the server made. */
export function valueIn(made: Fields, around: readonly Around[], { field, locale }: Target): unknown {
  let read = (one: Field, code: string): unknown => made[one.id]?.[code];
  for (const place of around) {
    const value = read(place.field, place.locale);
    const inside = fieldsOf(place.block === null ? value : blockList(value).find(({ id }) => id === place.block));
    read = (one, code) => {
      const found = inside[one.id];
      return one.localized ? (isObject(found) ? found[code] : undefined) : found;
    };
  }
  return read(field, locale);
}

/** The same place in both languages. */
interface Sides {
  readonly from: Level;
  readonly to: Level;
  readonly around: readonly Around[];
}

interface Walk extends Known {
  readonly source: string;
  readonly target: string;
  /** The list or component of the other language that the texts are in; null where both languages share all that is around them. */
  readonly list: Pick<TranslatableText, 'target' | 'around'> | null;
  /** Whether somebody wrote that list by itself, so that translations would stand beside what it says. */
  readonly isOthers: boolean;
}

function* textsOf(field: Field, { from, to, around }: Sides, walk: Walk): Generator<TranslatableText> {
  const isOfLocale = field.localized || from.within !== null;
  const standard = walk.locales[0]?.code ?? '';
  const [source, locale] = isOfLocale ? [walk.source, walk.target] : [standard, standard];
  const value = from.values.value(field.id, source);
  if (value === undefined) return;
  const target = { level: to, field, locale, part: null };
  if (isStructured(field)) {
    const blocks: readonly (string | null)[] =
      field.type === 'component' ? [null] : blockList(value).map(({ id }) => id);
    const other = blockList(to.values.value(field.id, locale));
    const begins = isOfLocale && walk.list === null;
    const inside = {
      ...walk,
      list: begins ? { target, around } : walk.list,
      isOthers: walk.isOthers || (begins && other.length > 0 && !other.some(({ id }) => blocks.includes(id))),
    };
    for (const block of blocks) {
      const name = block === null ? field.component : blockList(value).find(({ id }) => id === block)?.type;
      const component = walk.types.find(({ api_id }) => api_id === name);
      if (component === undefined) continue;
      const inner = innerLevel(walk.draft, from, { field, locale: source, block }, component);
      const isShared = from === to && source === locale;
      const innerTo = isShared ? inner : innerLevel(walk.draft, to, { field, locale, block }, component);
      const sides = { from: inner, to: innerTo, around: [...around, { field, locale, block }] };
      for (const one of inner.type.fields) yield* textsOf(one, sides, inside);
    }
    return;
  }
  if (!isOfLocale || !isWritable(field)) return;
  const isFilled = walk.isOthers || to.values.value(field.id, locale) !== undefined;
  yield { path: valuePath(from, field.id, source), ...(walk.list ?? { target, around }), isFilled };
}
