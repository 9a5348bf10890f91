/** Writes new texts and field values, and rewrites texts. */
import type { Model } from '../model/content-types/model.ts';
import type { Field } from '../model/fields/field.ts';
import { fieldType } from '../model/fields/registry.ts';
import type { Locale } from '../model/spaces/locale.ts';
import { type FieldsByLocale, violationsOf } from './checked-fields.ts';
import { inLanguage, promptFrom, promptOn } from './instructions.ts';
import { type AiSession, objectSchema } from './session.ts';
import { piecesOf } from './text/pieces.ts';

const REWRITTEN_CHARACTERS_MAX = 4_000;

/** The instruction for each style. */
export const STYLES = {
  formal: 'Make it formal.',
  casual: 'Make it casual.',
  friendly: 'Make it friendly.',
  concise: 'Make it concise: say the same in fewer words.',
  detailed: 'Make it more detailed, without inventing facts.',
  simple: 'Make it easy to read: short sentences and common words.',
  corrected: 'Correct spelling, grammar and punctuation, and change nothing else.',
} as const;

/** How the user wants the text to be written. */
export interface Manner {
  readonly tone?: string | undefined;
  /** Language tag; by default the language of the request or the content. */
  readonly locale?: string | undefined;
}

export function writeText(session: AiSession, prompt: string, manner: Manner): AsyncGenerator<string, string> {
  return session.text(promptFrom(`Write the text that the user asks for.${mannerOf(manner)}`, prompt));
}

/** Values of the fields, by field id and locale code. They pass the checks of any write. */
export async function writeFields(
  session: AiSession,
  {
    model,
    fields,
    locale,
    prompt,
    tone,
  }: {
    readonly model: Model;
    readonly fields: readonly Field[];
    readonly locale: Locale;
    readonly prompt: string;
    readonly tone: string | undefined;
  },
): Promise<FieldsByLocale> {
  const asInput = (written: Written): FieldsByLocale =>
    Object.fromEntries(
      fields
        .filter(({ id }) => written[id] !== null)
        .map((field) => [field.id, { [placeOf(field, locale, model)]: proseInput(field, written[field.id]) }]),
    );
  const task = `Write the values of the fields of a content entry as the user asks for.${mannerOf({ tone, locale: locale.code })}`;
  const written = await session.json<Written>({
    prompt: promptFrom(task, prompt),
    schema: schemaOf(fields),
    problemsOf: async (value) =>
      (await violationsOf(model, fields, asInput(value))).map(({ path, message }) => `${path}: ${message}`),
  });
  return asInput(written);
}

/** Rewrites a text, piece by piece. */
export async function* rewriteText(
  session: AiSession,
  text: string,
  { request, locale }: { readonly request: string; readonly locale: string | undefined },
): AsyncGenerator<string, string> {
  let whole = '';
  const task = `Rewrite the content. ${request} Keep its meaning, its Markdown or HTML, and its link targets.${inLanguage(locale, 'of the content')}`;
  for (const piece of piecesOf(text, REWRITTEN_CHARACTERS_MAX)) {
    whole += piece.before;
    if (piece.before !== '') yield piece.before;
    const rewritten = piece.text === '' ? '' : yield* session.text(promptOn(task, piece.text));
    whole += rewritten + piece.after;
    if (piece.after !== '') yield piece.after;
  }
  return whole;
}

type Written = Readonly<Record<string, unknown>>;

/** Fields that are not required may be null. */
function schemaOf(fields: readonly Field[]): Readonly<Record<string, unknown>> {
  return objectSchema(
    Object.fromEntries(
      fields.map((field) => {
        const schema = fieldType(field.type).prose(field)?.schema ?? {};
        const described = {
          ...schema,
          description: [field.name, field.help, schema.description].filter(Boolean).join('. '),
        };
        return [field.id, field.required ? described : { anyOf: [described, { type: 'null' }] }];
      }),
    ),
  );
}

function proseInput(field: Field, written: unknown): unknown {
  return fieldType(field.type).prose(field)?.toInput(written);
}

/** The locale under which the value is stored: a field that is not localized has one value for all locales. */
function placeOf({ localized }: Field, locale: Locale, { locales }: Model): string {
  return localized ? locale.code : locales.default.code;
}

function mannerOf({ tone, locale }: Manner): string {
  return `${tone === undefined ? '' : ` Its tone is ${JSON.stringify(tone)}.`}${inLanguage(locale, 'of the request')}`;
}
