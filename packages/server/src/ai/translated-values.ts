/**
 * Which values of a document a translation is about, inside of components too, and the document with the translations in their
 * places. A field that is not localized keeps its components, and each localized field inside gets another value. A field that is
 * localized as a whole has components for each locale: those that the target lacks are copied with their ids, and nothing is removed.
 */

import { mergeDocument } from '../model/fields/document/changes.ts';
import type { LocaleChanges } from '../model/fields/document/input.ts';
import {
  blocksIn,
  type DocumentModel,
  holdsBlocks,
  insidePath,
  type Level,
  levelOf,
  pathAt,
  topLevel,
} from '../model/fields/document/own-values.ts';
import { type Block, type Document, type Field, NO_LOCALE } from '../model/fields/field.ts';
import type { Prose } from '../model/fields/field-type.ts';
import { ownValue } from '../model/fields/own-value.ts';
import { fieldType } from '../model/fields/registry.ts';
import type { Locale } from '../model/spaces/locale.ts';
import { hasPattern } from './content.ts';
import type { Wanted } from './wanted-texts.ts';

/** A value to translate. */
export interface SourceText {
  readonly field: Field;
  readonly prose: Prose;
  readonly value: unknown;
  /** Where it stands, such as `fields.blocks.b3k9.title.en-US`. */
  readonly from: string;
  /** Where the translation goes, such as `fields.blocks.b3k9.title.de`. */
  readonly to: string;
}

/** What is translated. */
export interface Translated {
  readonly model: DocumentModel;
  /** Those of the document that are translated. */
  readonly fields: readonly Field[];
  readonly source: Locale;
  readonly target: Locale;
  readonly wanted: Wanted;
}

interface Pass extends Translated {
  /** Whether the target lacks the component, so that it gets all of it. */
  readonly isNew: boolean;
  /** The value that goes where the translation of the text belongs. */
  readonly translation: (text: SourceText) => unknown;
  /** Receives the path of each value that components were added to. */
  readonly grown: (path: string) => void;
}

/** The texts to translate, in the order in which they are read, and the document with them in place of their translations. */
export function prepare(document: Document, translated: Translated) {
  const texts: SourceText[] = [];
  const grown: string[] = [];
  const translation = (text: SourceText) => {
    texts.push(text);
    return text.value;
  };
  const pass = { ...translated, isNew: false, translation, grown: (path: string) => void grown.push(path) };
  return { document: inPlace(topLevel({ document, fields: translated.fields }), null, pass), texts, grown };
}

/** The document with translations in their places. @param values by the path where each goes */
export function withTranslations(
  document: Document,
  translated: Translated,
  values: ReadonlyMap<string, unknown>,
): Document {
  const translation = ({ to, value }: SourceText) => values.get(to) ?? value;
  const pass = { ...translated, isNew: false, translation, grown: () => undefined };
  return inPlace(topLevel({ document, fields: translated.fields }), null, pass);
}

/** The document of a level with the translations. @param other the level of the target; null if it is the same one */
function inPlace(level: Level, other: Level | null, pass: Pass): Document {
  const to = other ?? level;
  const { source, target, model } = pass;
  const changes = new Map<number, LocaleChanges>();
  for (const field of level.fields) {
    const isOfLocale = field.localized || level.within !== null;
    const locale = isOfLocale ? source : model.locales.default;
    const value = ownValue(level.document[field.number], field, locale.number);
    if (value === undefined) continue;
    const place = isOfLocale ? target : locale;
    const own = { level, field, locale, value };
    const next = holdsBlocks(field) ? componentsFor(own, { level: to, locale: place }, pass) : textFor(own, to, pass);
    if (next !== undefined) changes.set(field.number, { [field.localized ? place.number : NO_LOCALE]: next });
  }
  if (changes.size === 0) return to.document;
  return mergeDocument({ ...model, current: to.document, changes, fields: to.fields, isWithin: to.within !== null });
}

/** A value of the source, and where it stands. */
interface Own {
  readonly level: Level;
  readonly field: Field;
  readonly locale: Locale;
  readonly value: unknown;
}

/** The translation of a text; undefined if it is none, or is not wanted. */
function textFor({ level, field, locale, value }: Own, to: Level, pass: Pass): unknown {
  if (!field.localized && level.within === null) return undefined;
  const prose = fieldType(field.type).prose(field);
  if (prose === null || prose.texts(value).length === 0) return undefined;
  const from = pathAt(level, field, locale);
  const isWanted = hasPattern(field) ? pass.wanted.names(`${level.root}.${field.id}`, from) : pass.wanted.has(from);
  // A component that is copied is copied with all its values, and none of them stays in the other language.
  if (!isWanted && (!pass.isNew || hasPattern(field))) return undefined;
  return pass.translation({ field, prose, value, from, to: pathAt(to, field, pass.target) });
}

interface Target {
  readonly level: Level;
  readonly locale: Locale;
}

/** The components of the target with their translations; undefined if they stay as they are. */
function componentsFor(own: Own, to: Target, pass: Pass): unknown {
  const { level, field, value } = own;
  const { components } = pass.model;
  const blocks = blocksIn(value, field);
  if (to.level === level && to.locale === own.locale) {
    const translated = blocks.map((block) => {
      const inner = levelOf(block, level, own, components);
      return inner === undefined ? block : withDocument(block, inPlace(inner, null, pass));
    });
    return translated.every((block, index) => block === blocks[index])
      ? undefined
      : fieldType(field.type).blocks?.from(translated);
  }
  const current = blocksIn(ownValue(to.level.document[field.number], field, to.locale.number), field);
  const path = insidePath(field, own.locale, level.root);
  if (isOthers(current, blocks) && !pass.wanted.isNamed(path)) return undefined;
  const joined = joinedBlocks({ own, blocks }, { ...to, current }, pass);
  if (joined.length > current.length) pass.grown(pathAt(to.level, field, to.locale));
  return joined.every((block, index) => block === current[index])
    ? undefined
    : fieldType(field.type).blocks?.from(joined);
}

/** The blocks of the target, each that it shares with the source with its translations, and those that it lacks behind the one before. */
function joinedBlocks(
  { own, blocks }: { readonly own: Own; readonly blocks: readonly Block[] },
  { level: around, locale, current }: Target & { readonly current: readonly Block[] },
  pass: Pass,
): Block[] {
  const { components } = pass.model;
  const target = { field: own.field, locale };
  const joined = [...current];
  let at = 0;
  for (const block of blocks) {
    const from = levelOf(block, own.level, own, components);
    const place = joined.findIndex(({ id }) => id === block.id);
    const known = joined[place];
    const to = levelOf(known ?? block, around, target, components);
    if (from === undefined || to === undefined) continue;
    if (known === undefined) {
      if (!pass.isNew && !pass.wanted.touches(from.root)) continue;
      joined.splice(at, 0, withDocument(block, inPlace(from, to, { ...pass, isNew: true })));
      at += 1;
    } else {
      if (known.type === block.type) joined[place] = withDocument(known, inPlace(from, to, pass));
      at = place + 1;
    }
  }
  return joined;
}

/** Whether the target has blocks of its own alone: somebody wrote them, and the translations would stand beside them. */
function isOthers(current: readonly Block[], blocks: readonly Block[]): boolean {
  return current.length > 0 && !current.some(({ id }) => blocks.some((block) => block.id === id));
}

function withDocument(block: Block, fields: Document): Block {
  return fields === block.fields ? block : { ...block, fields };
}
