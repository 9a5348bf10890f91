/** What makes the texts of entries be indexed anew. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { Model } from '../../model/content-types/model.ts';
import { emptyType } from '../../model/content-types/type-plan.ts';
import type { Field } from '../../model/fields/field.ts';
import { Locales } from '../../model/spaces/locale.ts';
import { fingerprintOf } from './texts.ts';

test('the texts of entries depend on the fields of the components inside of components in them', () => {
  const field = (number: number, more: Partial<Field>) => ({ number, localized: false, home: null, ...more }) as Field;
  const typed = (number: number, apiId: string, fields: Field[]): ContentType => {
    return { ...emptyType(apiId, 0), number, fields, kind: apiId === 'page' ? 'entry' : 'component' };
  };
  const [title, text] = [field(1, { type: 'string' }), field(2, { type: 'text' })];
  const printOf = (innermost: Field[]) => {
    const page = typed(3, 'page', [field(1, { type: 'blocks', components: ['box'] })]);
    const types = [
      page,
      typed(1, 'quote', innermost),
      typed(2, 'box', [field(1, { type: 'component', component: 'quote' })]),
    ];
    const names = { environment: 1, spaceId: 's', code: 'c', ownCode: 'c', codes: ['c'] };
    const locale = {
      number: 1,
      id: 'l',
      code: 'en',
      name: 'en',
      fallback: null,
      isDefault: true,
      optional: false,
      version: 1,
    };
    const model = new Model({ ...names, revision: 1, locales: new Locales([locale]), types });
    return fingerprintOf(page, model);
  };
  assert.equal(printOf([title, text]), printOf([title, text]));
  assert.notEqual(printOf([title, text]), printOf([text, title]));
  assert.notEqual(printOf([title, text]), printOf([title, { ...text, localized: true }]));
});
