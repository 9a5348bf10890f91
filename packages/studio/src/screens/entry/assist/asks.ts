/** The requests to the language model, and the proposals that their results are. */
import { api, bodyOf } from '../../../api/client.ts';
import { AS_EVENTS, resultOf } from '../../../api/events.ts';
import type { ContentType, Field, Locale } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';
import { isStructured } from '../../../fields/blocks/blocks-in.ts';
import { type Level, topLevel } from '../../../fields/blocks/level.ts';
import { limitsOf } from '../../../fields/limits.ts';
import { localesOf } from '../../../fields/place-of-value.ts';
import { textOf } from '../../../fields/text-value.ts';
import type { Ask, Manner, Proposal, Target } from './tasks.ts';
import { type Fields, namesOf, type TextGroup, targetsOf, valueIn, valuesToTranslate } from './translatable.ts';

/** What is asked about. */
export interface Asked {
  readonly draft: Draft;
  readonly type: ContentType;
  /** All of the space, the default one first. */
  readonly locales: readonly Locale[];
}

const HOW = {
  improve: { instruction: 'Improve the writing: make it clear and fluent. Keep its facts, tone and length.' },
  shorten: { style: 'concise' },
  lengthen: { style: 'detailed' },
  correct: { style: 'corrected' },
} as const;

/** @param instruction what to change, in the person's words, where the manner is `told` */
export function rewrite(target: Target, manner: Manner, instruction: string): Ask {
  return async (signal, onText) => {
    const before = textNow(target);
    const how = manner === 'told' ? { instruction } : HOW[manner];
    const body = { text: target.part === null ? textOf(before) : String(before), ...how };
    const stream = await bodyOf(api.POST('/ai/rewrite', { body, ...AS_EVENTS, signal }));
    return [{ ...target, before, written: await textIn(stream, onText), isRewrite: true }];
  };
}

/** Writes one value. What has a limit is written as a field, which the server keeps to; other texts come as they are written. */
export function write(target: Target, prompt: string): Ask {
  const { level, field, locale } = target;
  const isField = field.type === 'string' || limitsOf(field).max_length !== undefined;
  return async (signal, onText) => {
    const before = textNow(target);
    const body = isField ? { prompt, content_type_id: level.type.id, fields: [field.id], locale } : { prompt, locale };
    const stream = await bodyOf(api.POST('/ai/generate', { body, ...AS_EVENTS, signal }));
    if (!isField) return [{ ...target, before, written: await textIn(stream, onText) }];
    const { fields } = (await resultOf(stream, onText)) as { readonly fields: Fields };
    return Object.values(fields[field.id] ?? {}).map((written) => ({ ...target, before, written }));
  };
}

/** Writes the values of several fields. */
export function writeEntry(
  { draft, type, locales }: Asked,
  fields: readonly Field[],
  locale: Locale,
  prompt: string,
): Ask {
  return async (signal, onText) => {
    const level = topLevel(draft, type);
    const targets = fields.map((field) =>
      wholeOf(level, field, localesOf(field, [locale], locales)[0]?.code ?? locale.code),
    );
    const before = targets.map(textNow);
    const ids = fields.map(({ id }) => id);
    const body = { prompt, content_type_id: type.id, fields: ids, locale: locale.code };
    const stream = await bodyOf(api.POST('/ai/generate', { body, ...AS_EVENTS, signal }));
    const made = ((await resultOf(stream, onText)) as { readonly fields: Fields }).fields;
    return proposalsOf(targets, before, made);
  };
}

/** Translates values as they stand here, saved or not. */
export function translate(asked: Asked, groups: readonly TextGroup[], source: string, locale: string): Ask {
  return async (signal, onText) => {
    const targets = targetsOf(groups);
    const before = targets.map(({ target }) => textNow(target));
    const body = {
      content_type_id: asked.type.id,
      fields: valuesToTranslate(asked, groups, [source, locale]),
      field_ids: namesOf(groups),
      source_locale: source,
      target_locales: [locale],
    };
    const stream = await bodyOf(api.POST('/ai/translate-fields', { body, ...AS_EVENTS, signal }));
    const made = ((await resultOf(stream, onText)) as { readonly fields: Fields }).fields;
    return targets.flatMap(({ target, around }, index) => {
      const written = valueIn(made, around, target);
      // A list is compared block by block.
      const isRewrite = isStructured(target.field);
      return written === undefined ? [] : [{ ...target, before: before[index], written, isRewrite }];
    });
  };
}

/** @param unsaved what is said where the model would read something older than what is shown */
export function summarize({ draft }: Asked, target: Target, unsaved: string): Ask {
  return async (signal, onText) => {
    const before = textNow(target);
    const body = { entry_id: await savedId(draft, unsaved), locale: target.locale };
    const stream = await bodyOf(api.POST('/ai/summarize', { body, ...AS_EVENTS, signal }));
    return [{ ...target, before, written: await textIn(stream, onText) }];
  };
}

/** The texts for search engines, into the two fields. */
export function describeForSearch(
  { draft, type, locales }: Asked,
  into: { readonly title: Field | null; readonly description: Field | null },
  locale: Locale,
  unsaved: string,
): Ask {
  return async (signal, onText) => {
    const places = [into.title, into.description].map((field) =>
      field === null
        ? null
        : wholeOf(topLevel(draft, type), field, localesOf(field, [locale], locales)[0]?.code ?? locale.code),
    );
    const before = places.map((target) => target && textNow(target));
    const body = { entry_id: await savedId(draft, unsaved), locale: locale.code };
    const stream = await bodyOf(api.POST('/ai/seo', { body, ...AS_EVENTS, signal }));
    const made = (await resultOf(stream, onText)) as { readonly title: string; readonly description: string };
    return [made.title, made.description].flatMap((written, index) => {
      const target = places[index];
      return target == null ? [] : [{ ...target, before: before[index], written }];
    });
  };
}

/** What stands at a target now. */
export function textNow({ level, field, locale, part }: Target): unknown {
  return part === null ? level.values.value(field.id, locale) : part.html();
}

function wholeOf(level: Level, field: Field, locale: string): Target {
  return { level, field, locale, part: null };
}

async function textIn(stream: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<string> {
  return ((await resultOf(stream, onText)) as { readonly text: string }).text;
}

function proposalsOf(targets: readonly Target[], before: readonly unknown[], made: Fields): Proposal[] {
  return targets.flatMap((target, index) => {
    const written = made[target.field.id]?.[target.locale];
    return written === undefined ? [] : [{ ...target, before: before[index], written }];
  });
}

/** The id of the entry, once the server has all that is shown: the model reads what is saved. */
async function savedId(draft: Draft, unsaved: string): Promise<string> {
  const { status } = await draft.flush();
  if (status !== 'saved' || draft.entry === null) throw new Error(unsaved);
  return draft.entry.id;
}
