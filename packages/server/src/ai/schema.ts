/** The contract of the AI routes. */
import { type Static, Type } from 'typebox';
import { STYLES } from './writing.ts';

const PROMPT_CHARACTERS_MAX = 20_000;
const TEXT_CHARACTERS_MAX = 50_000;
const INSTRUCTION_CHARACTERS_MAX = 2_000;
const TONE_CHARACTERS_MAX = 100;
const ID_CHARACTERS_MAX = 128;
const LOCALES_MAX = 20;
const FIELDS_MAX = 100;
const PATH_CHARACTERS_MAX = 512;
const PATHS_MAX = 1_000;

const closed = { additionalProperties: false } as const;
const Id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: ID_CHARACTERS_MAX, description, examples: [example] });
const Text = Type.String({
  minLength: 1,
  maxLength: TEXT_CHARACTERS_MAX,
  description: 'Plain text, Markdown or HTML.',
});
const Locale = (description: string) => Type.String({ minLength: 1, maxLength: 64, description, examples: ['de'] });
const FieldIds = (description: string) =>
  Type.Array(Type.String({ maxLength: ID_CHARACTERS_MAX }), {
    minItems: 1,
    maxItems: FIELDS_MAX,
    uniqueItems: true,
    description,
  });
const EntryId = Id('Id of an entry.', 'ent_k3x9q2_hello');
const ContentTypeId = Id('Id of a content type.', 'ctp_k3x9q2_article');
const ResultLocale = Type.Optional(Locale('Language of the result; by default the default locale of the space.'));

export const GenerateRequest = Type.Object(
  {
    prompt: Type.String({ minLength: 1, maxLength: PROMPT_CHARACTERS_MAX, description: 'What to write.' }),
    content_type_id: Type.Optional(ContentTypeId),
    fields: Type.Optional(FieldIds('Ids of the only fields to write; by default all text fields.')),
    locale: Type.Optional(Locale('Language of the result; with a content type, a locale of its space.')),
    tone: Type.Optional(Type.String({ minLength: 1, maxLength: TONE_CHARACTERS_MAX, examples: ['friendly'] })),
  },
  { ...closed, title: 'AiGenerate' },
);
export type GenerateRequest = Static<typeof GenerateRequest>;

export const RewriteRequest = Type.Object(
  {
    text: Text,
    style: Type.Optional(Type.Enum(Object.keys(STYLES) as (keyof typeof STYLES)[])),
    instruction: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: INSTRUCTION_CHARACTERS_MAX,
        description: 'What to change, instead of a style.',
      }),
    ),
    locale: Type.Optional(Locale('Language of the result; by default that of the text.')),
  },
  { ...closed, title: 'AiRewrite' },
);
export type RewriteRequest = Static<typeof RewriteRequest>;

export const TranslateRequest = Type.Object(
  {
    entry_id: Type.Optional(EntryId),
    content_type_id: Type.Optional(ContentTypeId),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Values to translate instead of those of an entry, as in an entry of that content type.',
      }),
    ),
    source_locale: Locale('The locale to translate from.'),
    target_locales: Type.Array(Locale('A locale of the space.'), {
      minItems: 1,
      maxItems: LOCALES_MAX,
      uniqueItems: true,
    }),
    field_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: PATH_CHARACTERS_MAX }), {
        minItems: 1,
        maxItems: PATHS_MAX,
        uniqueItems: true,
        description:
          'Ids of the only fields to translate, or paths of values, blocks or components in them such as `fields.blocks.b3k9.heading`; by default all localized texts.',
      }),
    ),
    save: Type.Optional(Type.Boolean({ description: 'Whether to save the result as a new version of the entry.' })),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { ...closed, title: 'AiTranslateFields' },
);
export type TranslateRequest = Static<typeof TranslateRequest>;

export const SummarizeRequest = Type.Object(
  { text: Type.Optional(Text), entry_id: Type.Optional(EntryId), locale: ResultLocale },
  { ...closed, title: 'AiSummarize' },
);
export type SummarizeRequest = Static<typeof SummarizeRequest>;

export const SeoRequest = Type.Object({ entry_id: EntryId, locale: ResultLocale }, { ...closed, title: 'AiSeo' });
export type SeoRequest = Static<typeof SeoRequest>;

export const AltTextRequest = Type.Object(
  { asset_id: Id('Id of an image.', 'ast_k3x9q2_harbour'), locale: ResultLocale },
  { ...closed, title: 'AiAltText' },
);
export type AltTextRequest = Static<typeof AltTextRequest>;

const spent = {
  usage: Type.Object(
    { input_tokens: Type.Integer(), output_tokens: Type.Integer() },
    { ...closed, description: 'Tokens that the operation took.' },
  ),
  model: Type.String(),
};
const FieldsByLocale = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
  description: 'Values by field id and locale code, as in an entry.',
});

const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const AiStatus = Type.Object(
  {
    provider: nullableText('Such as `openai-compatible`; null if no model is set up, as for `model`.'),
    model: nullableText('The name of the model.'),
    answered_at: nullableText(
      'When the model last answered, as far as the responding process knows; null if not since its start.',
    ),
    failed_at: nullableText('When a call of the model last failed, likewise.'),
  },
  { ...closed, title: 'AiStatus' },
);
export type AiStatus = Static<typeof AiStatus>;

export const TextResult = Type.Object({ text: Type.String(), ...spent }, { ...closed, title: 'AiText' });
export const GenerateResult = Type.Object(
  { text: Type.Optional(Type.String()), fields: Type.Optional(FieldsByLocale), ...spent },
  { ...closed, title: 'AiGenerated' },
);
export const TranslateResult = Type.Object(
  {
    fields: FieldsByLocale,
    version: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The version that was saved; null without save.',
    }),
    ...spent,
  },
  { ...closed, title: 'AiTranslation' },
);
export const SeoResult = Type.Object(
  { title: Type.String(), description: Type.String(), ...spent },
  { ...closed, title: 'AiSearchTexts' },
);
