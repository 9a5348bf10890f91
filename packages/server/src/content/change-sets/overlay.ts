/**
 * The values of a change set over a document: what a set holds of one entry, how it lies over what stands there now, and what
 * becomes of it when somebody edits the entry inside of the set. Pure. A set holds nothing but what was written in it, so whatever
 * others change elsewhere goes on to hold.
 */
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { valuePath } from '../../model/fields/document/own-values.ts';
import { type Document, type Field, type LocaleValues, NO_LOCALE } from '../../model/fields/field.ts';
import type { Locale } from '../../model/spaces/locale.ts';
import { mergeValue, type Preferred, type ValueConflict } from './value-merge.ts';

/** A value of a set. */
export interface SetValue {
  /** Absent where the set removes what stands there. */
  readonly value?: unknown;
  /** What it was written over; absent where nothing stood there. */
  readonly base?: unknown;
  /** Who wrote it last, and when in milliseconds. */
  readonly by: string;
  readonly at: number;
}

/** The values of a set for one entry: field number → locale number (`NO_LOCALE` if not localized) → value. */
export type SetValues = Readonly<Record<string, Readonly<Record<string, SetValue>>>>;

/** What documents of an entry are read with. */
export interface EntryModel {
  readonly type: ContentType;
  readonly model: Model;
}

/** A document with the values of a set. */
export interface LaidOver {
  readonly document: Document;
  readonly conflicts: readonly ValueConflict[];
  /** Paths of values whose field or locale is gone; they are not in the document. */
  readonly gone: readonly string[];
}

export interface LayOptions {
  /** What stands at conflicts. */
  readonly preferred: Preferred;
  /** Whether values whose field or locale is gone are laid over too, where they are the draft's own. */
  readonly keepsGone?: boolean;
  /** Decisions by path. */
  readonly choices?: ReadonlyMap<string, Preferred>;
}

/** Lays the values of a set over a document. */
export function laidOver(
  values: SetValues,
  ground: Document,
  { type, model }: EntryModel,
  options: LayOptions,
): LaidOver {
  const document: Record<string, LocaleValues> = { ...ground };
  const conflicts: ValueConflict[] = [];
  const gone: string[] = [];
  for (const { number, place, value } of placesOf(values)) {
    const field = type.fields.find((one) => String(one.number) === number);
    const locale = field && localeOf(field, place, model);
    if (field === undefined || locale === undefined) {
      gone.push(goneName(number, place, { type, model }));
      if (options.keepsGone === true) setValue(document, { number, place }, value.value);
      continue;
    }
    const sides = { base: value.base, current: ground[number]?.[place], value: value.value };
    const merged = mergeValue(sides, { field, locale, model }, options);
    conflicts.push(...merged.conflicts);
    setValue(document, { number, place }, merged.value);
  }
  return { document, conflicts, gone };
}

/**
 * The values of a set after an edit inside of it.
 * @param before the document that was shown, with the former values laid over the ground
 * @param after the document that was written
 */
export function editedValues(
  former: SetValues,
  { ground, before, after }: { readonly ground: Document; readonly before: Document; readonly after: Document },
  { by, at }: Pick<SetValue, 'by' | 'at'>,
): SetValues {
  const values = copyOf(former);
  for (const { number, place } of placesOfDocuments(before, after)) {
    const [was, is] = [before[number]?.[place], after[number]?.[place]];
    if (sameJson(was, is)) continue;
    const stands = ground[number]?.[place];
    const known = values[number]?.[place];
    if (sameJson(is, stands)) removeValue(values, { number, place });
    else {
      const base = known === undefined ? stands : known.base;
      values[number] = { ...values[number], [place]: setValueOf({ value: is, base }, { by, at }) };
    }
  }
  return values;
}

/** The values of a set that make one document of another. */
export function differencesBetween(before: Document, after: Document, by: Pick<SetValue, 'by' | 'at'>): SetValues {
  return editedValues({}, { ground: before, before, after }, by);
}

/** A document of one side of the values alone. */
export function sideOf(values: SetValues, side: 'base' | 'value'): Document {
  const document: Record<string, LocaleValues> = {};
  for (const { number, place, value } of placesOf(values)) setValue(document, { number, place }, value[side]);
  return document;
}

/** The values that take those back: they lie over what the set made of them. */
export function inverseOf(values: SetValues): SetValues {
  return mapValues(values, ({ value, base, by, at }) => setValueOf({ value: base, base: value }, { by, at }));
}

/**
 * The values after some conflicts have been decided. A value of the set that is taken lies over what stands there now, so that a
 * later change is asked about again; one that is not taken leaves the set.
 */
export function decidedValues(
  values: SetValues,
  ground: Document,
  entry: EntryModel,
  choices: ReadonlyMap<string, Preferred>,
): SetValues {
  const decided = copyOf(values);
  for (const { number, place, value } of placesOf(values)) {
    const field = entry.type.fields.find((one) => String(one.number) === number);
    const locale = field && localeOf(field, place, entry.model);
    if (field === undefined || locale === undefined) continue;
    const path = valuePath(field, locale);
    const inside = `fields.${field.id}.`;
    if (![...choices.keys()].some((one) => one === path || one.startsWith(inside))) continue;
    const current = ground[number]?.[place];
    const sides = { base: value.base, current, value: value.value };
    const merged = mergeValue(sides, { field, locale, model: entry.model }, { preferred: 'set', choices });
    if (sameJson(merged.value, current)) removeValue(decided, { number, place });
    else decided[number] = { ...decided[number], [place]: setValueOf(merged, value) };
  }
  return decided;
}

/** The values without those at a path, such as `fields.title.de`, or `fields.title` for all locales. */
export function withoutPath(values: SetValues, path: string, entry: EntryModel): SetValues {
  const kept = copyOf(values);
  for (const { number, place } of placesOf(values)) {
    const name = pathOf(number, place, entry);
    if (name === path || name.startsWith(`${path}.`)) removeValue(kept, { number, place });
  }
  return kept;
}

/** Those of the values that stand where other values stand too. */
export function valuesAlsoIn(others: SetValues, values: SetValues): SetValues {
  const shared: OpenValues = {};
  for (const { number, place, value } of placesOf(values))
    if (others[number]?.[place] !== undefined) shared[number] = { ...shared[number], [place]: value };
  return shared;
}

/** The path of a value of a set, whether or not its field and locale are still there. */
export function pathOf(number: string, place: string, { type, model }: EntryModel): string {
  const field = type.fields.find((one) => String(one.number) === number);
  const locale = field && localeOf(field, place, model);
  return field === undefined || locale === undefined
    ? goneName(number, place, { type, model })
    : valuePath(field, locale);
}

/** All values of a set with their places, in the order of the fields. */
export function placesOf(values: SetValues): { number: string; place: string; value: SetValue }[] {
  return Object.entries(values).flatMap(([number, byPlace]) =>
    Object.entries(byPlace).map(([place, value]) => ({ number, place, value })),
  );
}

/** The locale of a value in its place; undefined if the field has no values there, or the locale is gone. */
export function localeOf(field: Pick<Field, 'localized'>, place: string, { locales }: Model): Locale | undefined {
  const number = Number(place);
  if (number === NO_LOCALE) return field.localized ? undefined : locales.default;
  return field.localized ? locales.byNumber(number) : undefined;
}

/** How a value is named whose field or locale is gone, by what is still known of them. */
function goneName(number: string, place: string, { type, model }: EntryModel): string {
  const field = [...type.fields, ...type.hiddenFields].find((one) => String(one.number) === number);
  const locale = Number(place) === NO_LOCALE ? model.locales.default : model.locales.byNumber(Number(place));
  return `fields.${field?.id ?? number}.${locale?.code ?? place}`;
}

interface At {
  readonly number: string;
  readonly place: string;
}

type OpenValues = Record<string, Readonly<Record<string, SetValue>>>;

function copyOf(values: SetValues): OpenValues {
  return { ...values };
}

function setValueOf(
  { value, base }: { readonly value: unknown; readonly base: unknown },
  { by, at }: Pick<SetValue, 'by' | 'at'>,
): SetValue {
  return { ...(value !== undefined && { value }), ...(base !== undefined && { base }), by, at };
}

function mapValues(values: SetValues, map: (value: SetValue, at: At) => SetValue): SetValues {
  return Object.fromEntries(
    Object.entries(values).map(([number, byPlace]) => [
      number,
      Object.fromEntries(Object.entries(byPlace).map(([place, value]) => [place, map(value, { number, place })])),
    ]),
  );
}

function removeValue(values: OpenValues, { number, place }: At): void {
  const { [place]: _, ...others } = values[number] ?? {};
  if (Object.keys(others).length === 0) delete values[number];
  else values[number] = others;
}

function setValue(document: Record<string, LocaleValues>, { number, place }: At, value: unknown): void {
  const { [place]: _, ...others } = document[number] ?? {};
  const next = value === undefined ? others : { ...document[number], [place]: value };
  if (Object.keys(next).length === 0) delete document[number];
  else document[number] = next;
}

function placesOfDocuments(...documents: readonly Document[]): At[] {
  const numbers = new Set(documents.flatMap((document) => Object.keys(document)));
  return [...numbers].flatMap((number) => {
    const places = new Set(documents.flatMap((document) => Object.keys(document[number] ?? {})));
    return [...places].map((place) => ({ number, place }));
  });
}
