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
  const [title, text] = [field(1, { type: 'string' }), field(2, { type: 'text' })];
  const printOf = (innermost: Field[]) => {
    const page = typed(3, 'page', [field(1, { type: 'blocks', components: ['box'] })]);
    const types = [
      page,
      typed(1, 'quote', innermost),
      typed(2, 'box', [field(1, { type: 'component', component: 'quote' })]),
    ];
    return fingerprintOf(page, modelOf(types));
  };
  assert.equal(printOf([title, text]), printOf([title, text]));
  assert.notEqual(printOf([title, text]), printOf([text, title]));
  assert.notEqual(printOf([title, text]), printOf([title, { ...text, localized: true }]));
});

test('what they depend on names each component once, however many fields have it inside', () => {
  const level = (name: string) => Array.from({ length: 6 }, (_, at) => `${name}${at}`);
  const fieldsOf = (components: string[]) =>
    Array.from({ length: 6 }, (_, at) => field(at + 1, { type: 'blocks', components }));
  const components = ['c', 'b', 'a'].flatMap((name, at) =>
    level(name).map((apiId, index) =>
      typed(at * 10 + index + 1, apiId, name === 'c' ? [] : fieldsOf(level(name === 'a' ? 'b' : 'c'))),
    ),
  );
  const page = typed(100, 'page', fieldsOf(level('a')));
  assert.ok(fingerprintOf(page, modelOf([page, ...components])).length < 20_000);
});

function field(number: number, more: Partial<Field>): Field {
  return { number, localized: false, home: null, ...more } as Field;
}

function typed(number: number, apiId: string, fields: Field[]): ContentType {
  return { ...emptyType(apiId, 0), number, fields, kind: apiId === 'page' ? 'entry' : 'component' };
}

function modelOf(types: ContentType[]): Model {
  const names = { environment: 1, spaceId: 's', code: 'c', ownCode: 'c', codes: ['c'] };
  const locale = { number: 1, id: 'l', code: 'en', name: 'en', fallback: null, isDefault: true, optional: false };
  return new Model({ ...names, revision: 1, locales: new Locales([{ ...locale, version: 1 }]), types });
}
