/** Mistakes in what is read from delivery. */
import { invalidQuery, type Mistake } from './mistake.ts';

const NOT_FOUND = { by: 'delivery', method: 'GET', status: 404, code: 'not_found' } as const;

export const readingMistakes: readonly Mistake[] = [
  {
    ...NOT_FOUND,
    title: 'the id of another space',
    path: '{other}/entries',
    mend: /this key, which reads \{spaceId\}; use that id/,
  },
  {
    ...NOT_FOUND,
    title: 'an environment that is not there',
    path: '{space}/environments/main/delivery/entries',
    mend: /no such environment.*GET \/delivery\/token-info lists/,
  },
  invalidQuery('a misspelled parameter', 'content_typ=article', /Did you mean "content_type"\?/),
  invalidQuery('sort', 'sort=title', /use "order" instead/),
  invalidQuery('page', 'page=2', /use "skip" instead/),
  invalidQuery('search', 'search=sea', /use "q" instead/),
  invalidQuery('populate', 'populate=2', /use "include" instead/),
  invalidQuery('a misspelled field in a filter', 'content_type=article&fields.titel=x', /Did you mean "title"\?/),
  invalidQuery(
    'an operator that does not exist',
    'content_type=article&fields.title[like]=x',
    /use one of ne, in, nin/,
  ),
  invalidQuery(
    'text where a number is stored',
    'content_type=article&fields.rating[gte]=high',
    /give one of type number/,
  ),
  invalidQuery(
    'an order by a field that is not there',
    'content_type=article&order=fields.titel',
    /mean "fields\.title"\?/,
  ),
  invalidQuery('an order by JSON', 'content_type=article&order=fields.extra', /remove "fields\.extra" from order/),
  invalidQuery('more links than are followed', 'include=10', /from 0 to 3/),
  invalidQuery('all at once', 'limit=5000', /from 1 to 1000/),
  invalidQuery('reading a locale that the space lacks', 'locale=en', /use one of en-US, de, or \* for all/),
  invalidQuery('a content type that is not there', 'content_type=artcle', /Did you mean "article"\?/),
  invalidQuery('a field without fields.', 'select=title', /give .* or fields\.<id>/),
  {
    title: 'XML',
    by: 'delivery',
    method: 'GET',
    path: '{read}/entries',
    headers: { accept: 'application/xml' },
    status: 406,
    code: 'not_acceptable',
    mend: /"Accept: application\/json" or leave the header out/,
  },
];
