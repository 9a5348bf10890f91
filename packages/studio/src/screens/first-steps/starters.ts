/** Models to begin with. Each is what a site of its kind needs first, small enough to be understood at a glance. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Field } from '../../api/types.ts';

/** A field whose words are said in the language of the person who takes the model. */
interface StarterField extends Omit<Field, 'name' | 'help' | 'former_ids'> {
  readonly name: MessageDescriptor;
  readonly help?: MessageDescriptor;
}

interface StarterType {
  readonly api_id: string;
  readonly name: MessageDescriptor;
  readonly description: MessageDescriptor;
  readonly display_field: string;
  readonly slug_field: string | null;
  readonly fields: readonly StarterField[];
}

export interface Starter {
  readonly id: string;
  readonly name: MessageDescriptor;
  readonly about: MessageDescriptor;
  /** In an order in which each may be made: links name types that stand before them. */
  readonly types: readonly StarterType[];
  /** `api_id` of the type that one writes first. */
  readonly first: string;
}

const plain = { required: false, localized: false, unique: false } as const;
const localized = { ...plain, localized: true } as const;

const AUTHOR: StarterType = {
  api_id: 'author',
  name: msg`Author`,
  description: msg`A person who writes articles.`,
  display_field: 'name',
  slug_field: null,
  fields: [
    { id: 'name', name: msg`Name`, type: 'string', ...plain, required: true },
    { id: 'bio', name: msg`Biography`, type: 'text', ...localized },
    { id: 'portrait', name: msg`Portrait`, type: 'asset', ...plain, validations: { mime_types: ['image/*'] } },
  ],
};

const ARTICLE: StarterType = {
  api_id: 'article',
  name: msg`Article`,
  description: msg`A post on your blog.`,
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    { id: 'title', name: msg`Title`, type: 'string', ...localized, required: true },
    { id: 'slug', name: msg`Slug`, type: 'slug', ...localized },
    {
      id: 'teaser',
      name: msg`Teaser`,
      type: 'text',
      ...localized,
      help: msg`One or two sentences, for lists and search.`,
    },
    { id: 'picture', name: msg`Picture`, type: 'asset', ...plain, validations: { mime_types: ['image/*'] } },
    { id: 'body', name: msg`Body`, type: 'rich_text', ...localized },
    { id: 'author', name: msg`Author`, type: 'entry', ...plain, validations: { content_types: ['author'] } },
    { id: 'tags', name: msg`Tags`, type: 'array', ...plain, items: { type: 'string' } },
  ],
};

const PAGE: StarterType = {
  api_id: 'page',
  name: msg`Page`,
  description: msg`A page of your site.`,
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    { id: 'title', name: msg`Title`, type: 'string', ...localized, required: true },
    { id: 'slug', name: msg`Slug`, type: 'slug', ...localized },
    { id: 'intro', name: msg`Introduction`, type: 'text', ...localized },
    { id: 'picture', name: msg`Picture`, type: 'asset', ...plain, validations: { mime_types: ['image/*'] } },
    { id: 'body', name: msg`Body`, type: 'rich_text', ...localized },
    {
      id: 'children',
      name: msg`Subpages`,
      type: 'array',
      ...plain,
      items: { type: 'entry', validations: { content_types: ['page'] } },
    },
  ],
};

const PRODUCT: StarterType = {
  api_id: 'product',
  name: msg`Product`,
  description: msg`Something you sell.`,
  display_field: 'name',
  slug_field: 'slug',
  fields: [
    { id: 'name', name: msg`Name`, type: 'string', ...localized, required: true },
    { id: 'slug', name: msg`Slug`, type: 'slug', ...localized },
    { id: 'number', name: msg`Article number`, type: 'string', ...plain, required: true, unique: true },
    { id: 'price', name: msg`Price`, type: 'number', ...plain, validations: { min: 0 } },
    { id: 'available', name: msg`Available`, type: 'boolean', ...plain, default: true },
    { id: 'description', name: msg`Description`, type: 'rich_text', ...localized },
    { id: 'pictures', name: msg`Pictures`, type: 'array', ...plain, items: { type: 'asset' } },
  ],
};

export const starters: readonly Starter[] = [
  {
    id: 'blog',
    name: msg`Blog`,
    about: msg`Articles with authors, pictures and tags`,
    types: [AUTHOR, ARTICLE],
    first: 'article',
  },
  {
    id: 'pages',
    name: msg`Pages`,
    about: msg`A site with pages and subpages`,
    types: [PAGE],
    first: 'page',
  },
  {
    id: 'products',
    name: msg`Products`,
    about: msg`A catalogue with prices and pictures`,
    types: [PRODUCT],
    first: 'product',
  },
];

/** A type as `PUT …/content-types/<api_id>` takes it. @param say gives a message in the language of the person */
export function bodyOfType(
  { api_id: _id, name, description, fields, ...type }: StarterType,
  say: (message: MessageDescriptor) => string,
) {
  return {
    ...type,
    name: say(name),
    description: say(description),
    fields: fields.map(({ name: fieldName, help, ...field }) => ({
      ...field,
      name: say(fieldName),
      ...(help === undefined ? {} : { help: say(help) }),
    })),
  };
}
