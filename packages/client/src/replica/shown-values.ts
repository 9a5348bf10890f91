/** What stands in the values of a copy, which come as maps by locale, in one locale or in all of them, and what they link to. */
import type { ByLocale } from '../evaluator/values.ts';
import { valueAlong } from '../evaluator/values.ts';
import type { PlacedLink } from '../evaluator/views.ts';
import type { CopyField, CopyModel } from './copy-model.ts';
import { linkText } from './field-values.ts';

/** The locale that means the maps themselves. */
export const ALL_LOCALES = '*';

type Values = Readonly<Record<string, unknown>>;

interface Block {
  readonly type?: string;
  readonly fields: Values;
}

/** How values are read. */
export interface Reading {
  readonly model: CopyModel;
  readonly locale: string;
}

/** What an entry shows in a field; undefined for nothing. */
export function shownValue(field: CopyField, values: Values, { model, locale }: Reading): unknown {
  const own = values[field.id] as ByLocale | undefined;
  if (own === undefined || locale === ALL_LOCALES) return own;
  const value = field.localized ? valueAlong(model.chain(locale), own) : own[model.defaultLocale];
  return value === undefined ? undefined : inLocale(field, value, { model, locale, isLocal: field.localized });
}

/** The value of one locale, with what stands in its components in that locale. @param isLocal whether the value belongs to a locale */
function inLocale(field: CopyField, value: unknown, how: Reading & { readonly isLocal: boolean }): unknown {
  if (field.type === 'blocks') return (value as readonly Block[]).map((block) => blockIn(field, block, how));
  return field.type === 'component' ? blockIn(field, value as Block, how) : value;
}

function blockIn(field: CopyField, block: Block, how: Reading & { readonly isLocal: boolean }): Block {
  const { model, locale, isLocal } = how;
  const fields: Record<string, unknown> = {};
  for (const inner of model.type(block.type ?? field.component)?.fields ?? []) {
    const own = block.fields[inner.id];
    const isMap = inner.localized && !isLocal;
    const value = isMap && own !== undefined ? valueAlong(model.chain(locale), own as ByLocale) : own;
    if (value !== undefined) fields[inner.id] = inLocale(inner, value, { ...how, isLocal: isLocal || inner.localized });
  }
  return { ...block, fields };
}

/** The links in what is shown of fields, each with the fields in which it stands. */
export function linksIn(fields: readonly CopyField[], values: Values, { model, locale }: Reading): PlacedLink[] {
  const found: PlacedLink[] = [];
  const visitFields = (all: readonly CopyField[], held: Values, at: { place: readonly CopyField[]; maps: boolean }) => {
    for (const field of all) {
      const value = held[field.id];
      if (value === undefined || !model.mayLink(field)) continue;
      const place = [...at.place, field];
      const isMap = at.maps && (field.localized || at.place.length === 0);
      for (const one of isMap ? Object.values(value as object) : [value])
        visit(field, one, { place, maps: at.maps && !field.localized });
    }
  };
  const visit = (field: CopyField, value: unknown, at: { place: readonly CopyField[]; maps: boolean }) => {
    if (field.type === 'component' || field.type === 'blocks') {
      for (const block of [value].flat() as Block[])
        visitFields(model.type(block.type ?? field.component)?.fields ?? [], block.fields, at);
    } else for (const link of plainLinks(field, value)) found.push({ link, place: at.place });
  };
  const shown = Object.fromEntries(fields.map((field) => [field.id, shownValue(field, values, { model, locale })]));
  visitFields(fields, shown, { place: [], maps: locale === ALL_LOCALES });
  return found;
}

/** The links in a value without components. */
function plainLinks({ type }: CopyField, value: unknown): string[] {
  if (type !== 'rich_text') return [value].flat().map((link) => linkText(link as Link));
  const found: string[] = [];
  // Not by recursion: a text may be deep.
  for (const left: unknown[] = [value]; left.length > 0; ) {
    const { attrs = {}, content = [], marks = [] } = left.pop() as TextNode;
    for (const link of [attrs.entry, attrs.asset]) if (link !== undefined) found.push(linkText(link));
    for (const part of [...content, ...marks]) left.push(part);
  }
  return found;
}

interface Link {
  readonly type: string;
  readonly id: string;
}

interface TextNode {
  readonly attrs?: { readonly entry?: Link; readonly asset?: Link };
  readonly content?: readonly unknown[];
  readonly marks?: readonly unknown[];
}
