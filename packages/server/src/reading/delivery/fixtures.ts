/** A small magazine for the tests of this folder: its model in three locales, without any database. */

import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { Model } from '../../model/content-types/model.ts';
import type { Field } from '../../model/fields/field.ts';
import { type Locale, Locales } from '../../model/spaces/locale.ts';

/** Numbers of the locales: de falls back on en-US, fr on nothing. */
export const EN = 1;
export const DE = 2;
export const FR = 3;

export const CODE = 'k3x9q2';
export const ENVIRONMENT = 7;

function field(number: number, id: string, type: FieldTypeName, more: Partial<Field> = {}): Field {
  return { number, id, name: id, type, required: false, localized: false, unique: false, home: null, ...more };
}

function contentType(
  number: number,
  apiId: string,
  fields: readonly Field[],
  slugField: number | null = null,
): ContentType {
  return {
    number,
    apiId,
    kind: 'entry' as const,
    name: apiId,
    description: '',
    displayField: 1,
    slugField,
    previewUrl: null,
    previewPicture: null,
    deliverFormerIds: false,
    layout: null,
    fields,
    hiddenFields: [{ ...field(99, 'secret', 'string'), entries: 1 }],
    nextFieldNumber: 100,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
  };
}

export const article = contentType(
  1,
  'article',
  [
    field(1, 'title', 'string', { localized: true, former_ids: ['heading', 'headline'] }),
    field(2, 'slug', 'slug', { localized: true }),
    field(3, 'body', 'rich_text', { localized: true }),
    field(4, 'author', 'entry', { former_ids: ['writer'] }),
    field(5, 'tags', 'array', { items: { type: 'string' } }),
    field(6, 'rating', 'number'),
    field(7, 'featured', 'boolean'),
    field(8, 'day', 'date'),
    field(9, 'extra', 'json'),
    field(10, 'image', 'asset'),
    field(11, 'related', 'array', { items: { type: 'entry' } }),
    field(12, 'note', 'text'),
  ],
  2,
);

export const author = contentType(2, 'author', [
  field(1, 'name', 'string', { former_ids: ['heading'] }),
  field(2, 'rating', 'string'),
  field(3, 'favourite', 'entry'),
  field(4, 'portrait', 'asset'),
]);

export const page = contentType(
  3,
  'page',
  [field(1, 'title', 'string', { localized: true }), field(2, 'path', 'slug', { localized: true })],
  2,
);

function locale(number: number, code: string, fallback: number | null): Locale {
  return {
    number,
    id: `loc_${number}`,
    code,
    name: code,
    fallback,
    isDefault: number === EN,
    optional: false,
    version: 1,
  };
}

/** The model, at the revision. */
export function magazine(revision = 1, environment = ENVIRONMENT): Model {
  const locales = new Locales([locale(EN, 'en-US', null), locale(DE, 'de', EN), locale(FR, 'fr', null)]);
  const codes = { code: CODE, ownCode: CODE, codes: [CODE] };
  const types = [article, author, page];
  return new Model({ environment, spaceId: 'spc_test', ...codes, revision, locales, types });
}
