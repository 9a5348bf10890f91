/** Which content types and components can take the values of each other, and what of them stands where. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentType, Field, Locale } from '../../api/types.ts';
import type { Block } from './blocks-in.ts';
import {
  entryFields,
  linkingBlock,
  nameToGive,
  nearestType,
  onlyLink,
  pairsFor,
  type Standing,
  takingsFor,
  typesTaking,
  withName,
} from './linked-values.ts';

const field = (id: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  id,
  name: id,
  type,
  former_ids: [],
  required: false,
  localized: false,
  unique: false,
  ...more,
});
const typed = (api_id: string, kind: ContentType['kind'], ...fields: Field[]) =>
  ({ api_id, kind, name: api_id, display_field: fields[0]?.id ?? null, fields }) as unknown as ContentType;
const words = (id: string, more: Partial<Field> = {}) => field(id, 'string', { localized: true, ...more });
const onlyTo = (...content_types: string[]) => ({ validations: { content_types } }) as Partial<Field>;

const locale = (code: string, fallback: string | null) => ({ code, name: code, fallback }) as Locale;
/** French shows nothing of the default locale. */
const locales = [locale('en', null), locale('de', 'en'), locale('fr', null)];
const shared: Standing = { within: null, locales };
const german: Standing = { within: 'de', locales };

const quote = typed(
  'quote',
  'component',
  words('text'),
  field('who', 'entry'),
  field('dark', 'boolean', { default: true }),
);
const teaser = typed('teaser', 'component', words('title'), field('target', 'entry'));
const strict = typed('strict', 'component', words('title', { required: true }), field('target', 'entry'));
const saying = typed('saying', 'entry', words('text'), field('who', 'entry'));
const whole = typed('whole', 'entry', words('text'), field('who', 'entry'), field('dark', 'boolean'));
const plain = typed('plain', 'entry', field('text', 'string'), field('who', 'entry'));
const link = (id: string) => ({ type: 'entry', id });
const said: Block = { id: 'q', type: 'quote', fields: { text: { en: 'Yes', de: 'Ja' }, who: link('ann'), dark: true } };

describe('a block becomes an entry', () => {
  const names = (block: Block, standing: Standing, types: readonly ContentType[]) =>
    typesTaking(block, quote, { types, standing }).map(({ api_id }) => api_id);
  const all = [saying, whole, plain, quote];

  it('of a type that has a place for all that it fills, in all locales', () => {
    assert.deepEqual(names(said, shared, all), ['saying', 'whole']);
    assert.deepEqual(names({ ...said, fields: { ...said.fields, dark: false } }, shared, all), ['whole']);
    assert.deepEqual(names({ ...said, fields: { text: { en: 'Yes' } } }, shared, all), ['saying', 'whole', 'plain']);
    assert.deepEqual(names({ ...said, fields: { text: 'Ja' } }, german, all), ['saying', 'whole', 'plain']);
    assert.deepEqual(
      names({ ...said, fields: {} }, shared, all),
      ['whole'],
      'an empty one needs a place for each field',
    );
  });

  it('where another block of the list can link to it, and has nothing else to be filled in', () => {
    const pairs = (components: readonly ContentType[], types = all) =>
      pairsFor(said, quote, { components, types, standing: shared }).map(({ type, component }) => [
        type.api_id,
        component.api_id,
      ]);
    assert.deepEqual(pairs([quote, strict, teaser]), [
      ['whole', 'teaser'],
      ['saying', 'teaser'],
    ]);
    assert.deepEqual(pairs([quote, strict]), []);
    const narrow = typed('narrow', 'component', field('any', 'entry'), field('saying', 'entry', onlyTo('saying')));
    const [whole_, saying_] = pairsFor(said, quote, { components: [narrow], types: all, standing: shared });
    assert.deepEqual([whole_?.field.id, saying_?.field.id], ['any', 'saying'], 'a field for the type alone is better');
  });

  it('with the values in the locales in which they are read', () => {
    assert.deepEqual(entryFields(said, quote, whole, shared), {
      text: { en: 'Yes', de: 'Ja' },
      who: { en: link('ann') },
      dark: { en: true },
    });
    const usually = typed('usually', 'entry', words('text'), field('dark', 'boolean', { default: true }));
    const emptied = { ...said, fields: { text: { en: 'Yes' } } };
    assert.deepEqual(entryFields(emptied, quote, usually, shared), { text: { en: 'Yes' }, dark: null }, 'no default');
    const each = typed('each', 'entry', words('text'), field('who', 'entry', { localized: true }));
    assert.deepEqual(entryFields(said, quote, each, shared).who, { en: link('ann'), fr: link('ann') });
    const within = { ...said, fields: { text: 'Ja', who: link('ann') } };
    assert.deepEqual(entryFields(within, quote, each, german), { text: { de: 'Ja' }, who: { de: link('ann') } });
    assert.deepEqual(entryFields(within, quote, plain, german), { text: { en: 'Ja' }, who: { en: link('ann') } });
  });

  it('with what is inside of components only where that is localized in the same way', () => {
    const inner = (localized: boolean) => field('seo', 'component', { component: 'quote', localized });
    const seo = { fields: { text: { de: 'Ja' } } };
    const block: Block = { id: 'b', type: 'card', fields: { seo } };
    const taking = (standing: Standing) =>
      typesTaking(block, typed('card', 'component', inner(false)), {
        types: [typed('same', 'entry', inner(false)), typed('other', 'entry', inner(true))],
        standing,
      }).map(({ api_id }) => api_id);
    assert.deepEqual(taking(shared), ['same']);
    assert.deepEqual(taking(german), ['other']);
    const list = (...components: string[]) => field('list', 'blocks', { components });
    const lists = { types: [typed('less', 'entry', list('quote'))], standing: shared };
    const filled = { ...block, fields: { list: [said] } };
    assert.equal(typesTaking(filled, typed('card', 'component', list('quote')), lists).length, 1);
    assert.equal(typesTaking(filled, typed('card', 'component', list('quote', 'teaser')), lists).length, 0);
  });

  it('with a name where nothing gives it one', () => {
    assert.equal(nameToGive(saying, { text: { de: 'Ja' } }), null);
    assert.equal(nameToGive(saying, { text: { de: ' ' } })?.id, 'text');
    const [text] = saying.fields as [Field];
    assert.deepEqual(withName({}, text, 'Yes', shared), { text: { en: 'Yes' } });
    assert.deepEqual(withName({}, text, 'Ja', german), { text: { de: 'Ja' } });
    assert.deepEqual(withName({}, { ...text, localized: false }, 'Ja', german), { text: { en: 'Ja' } });
    assert.deepEqual(withName({}, text, '', german), {});
  });

  it('or tells what the type that fits best lacks', () => {
    const numbers = typed('numbers', 'entry', field('text', 'integer'), field('who', 'entry'));
    const lacks = (...types: ContentType[]) =>
      nearestType(said, quote, { types, standing: shared })?.lacks.map(({ field: { id }, why }) => [id, why]);
    assert.deepEqual(lacks(numbers), [['text', 'type']]);
    assert.deepEqual(lacks(plain), [['text', 'locales']]);
    assert.deepEqual(lacks(typed('bare', 'entry', words('text'))), [['who', 'missing']]);
    assert.equal(lacks(typed('none', 'entry', field('a', 'json')), quote), undefined);
  });

  it('and leaves a block that says nothing but the link, which is known again as such', () => {
    const pair = (target: Field) => ({
      type: saying,
      component: typed('t', 'component', words('x'), target),
      field: target,
    });
    const dark = field('dark', 'boolean', { default: true });
    const target = field('target', 'entry');
    const by = { ...pair(target), component: typed('t', 'component', dark, target) };
    const block = linkingBlock(by, 'e1', shared);
    assert.deepEqual([block.type, block.fields], ['t', { dark: true, target: link('e1') }]);
    assert.deepEqual(onlyLink(block, by.component, shared), link('e1'));
    const each = pair(field('target', 'entry', { localized: true }));
    const spread = linkingBlock(each, 'e1', shared);
    assert.deepEqual(spread.fields, { target: { en: link('e1'), fr: link('e1') } });
    assert.deepEqual(onlyLink(spread, each.component, shared), link('e1'));
    const two = { ...spread, fields: { target: { en: link('e1'), de: link('e2') } } };
    assert.equal(onlyLink(two, each.component, shared), null);
    assert.equal(onlyLink({ ...block, fields: { ...block.fields, dark: false } }, by.component, shared), null);
    assert.equal(onlyLink(said, quote, shared), null);
    assert.deepEqual(linkingBlock(each, 'e1', german).fields, { target: link('e1') });
  });
});

describe('an entry becomes a block', () => {
  const entry = { fields: { text: { en: 'Yes', de: 'Ja' }, who: { en: link('ann') }, extra: { en: 1 } } };
  const type = typed('saying', 'entry', words('text'), field('who', 'entry'), field('extra', 'json'));
  const takings = (standing: Standing, ...components: ContentType[]) =>
    takingsFor(entry, type, { components, standing, linking: 'teaser' }).map(({ component, fields, left }) => ({
      of: component.api_id,
      fields,
      left: left.map(({ field: { id }, locales: codes }) => (codes === null ? id : `${id}: ${codes.join()}`)),
    }));

  it('of each component with a place for some of it, the one that leaves out least first', () => {
    const some = typed('some', 'component', words('text'));
    const none = typed('none', 'component', field('text', 'json'));
    assert.deepEqual(takings(shared, some, teaser, none, quote), [
      { of: 'quote', fields: { text: { en: 'Yes', de: 'Ja' }, who: link('ann') }, left: ['extra'] },
      { of: 'some', fields: { text: { en: 'Yes', de: 'Ja' } }, left: ['who', 'extra'] },
    ]);
  });

  it('with the values of its locale alone, and says whose are left out', () => {
    assert.deepEqual(takings(german, quote), [
      { of: 'quote', fields: { text: 'Ja', who: link('ann') }, left: ['text: en', 'extra'] },
    ]);
    const one = typed('one', 'component', field('text', 'string'));
    assert.deepEqual(takings(shared, one), [
      { of: 'one', fields: { text: 'Yes' }, left: ['text: de', 'who', 'extra'] },
    ]);
    const french: Standing = { within: 'fr', locales };
    assert.deepEqual(takings(french, quote), [
      { of: 'quote', fields: { who: link('ann') }, left: ['text: en,de', 'extra'] },
    ]);
  });

  it('with a value of all locales in each that does not fall back', () => {
    const each = typed('each', 'component', field('who', 'entry', { localized: true }));
    assert.deepEqual(takings(shared, each)[0]?.fields, { who: { en: link('ann'), fr: link('ann') } });
  });

  it('and is the same block again after it was turned into an entry', () => {
    const back = takingsFor({ fields: entryFields(said, quote, whole, shared) as never }, whole, {
      components: [quote],
      standing: shared,
      linking: 'teaser',
    });
    assert.deepEqual([back[0]?.fields, back[0]?.left], [said.fields, []]);
  });
});
