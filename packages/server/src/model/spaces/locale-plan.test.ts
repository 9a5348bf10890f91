/** What requests make of a space's locales, without a database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Locale, Locales } from './locale.ts';
import {
  fallbackCode,
  firstLocale,
  type LocaleInput,
  withChangedLocale,
  withNewLocale,
  withoutLocale,
} from './locale-plan.ts';

/** en-US ← de ← de-AT, and fr on its own. */
function someLocales(): Locale[] {
  let all: Locale[] = [firstLocale('en-US', 'default_locale', 'loc_1')];
  const add = (code: string, fallback: string | null): void => {
    all = withNewLocale(all, { code, fallback }, { number: all.length + 1, id: `loc_${all.length + 1}` });
  };
  add('de', 'en-US');
  add('de-AT', 'de');
  add('fr', null);
  return all;
}

function byCode(all: readonly Locale[], code: string): Locale {
  const locale = all.find((other) => other.code === code);
  assert.ok(locale !== undefined, `no ${code}`);
  return locale;
}

const chains = (all: readonly Locale[]) =>
  Object.fromEntries(all.map((locale) => [locale.code, fallbackCode(all, locale)]));

describe('the locales of a space', () => {
  it('fall back to the locale given, or to the default one', () => {
    const all = withNewLocale(someLocales(), { code: 'nl' }, { number: 5, id: 'loc_5' });
    assert.deepEqual(chains(all), { 'en-US': null, de: 'en-US', 'de-AT': 'de', fr: null, nl: 'en-US' });
    assert.equal(byCode(all, 'de-AT').name, 'Austrian German');
    assert.ok(all.every(({ version }) => version === 1));
  });

  it('keep their codes in canonical form, each once', () => {
    const add = (code: string) => withNewLocale(someLocales(), { code }, { number: 5, id: 'loc_5' });
    assert.equal(add('pt-br').at(-1)?.code, 'pt-BR');
    for (const [code, name] of [
      ['de-x-ours', 'German'],
      ['zh-hant-u-co-pinyin', 'Traditional Chinese'],
    ] as const)
      assert.equal(add(code).at(-1)?.name, name);
    for (const taken of ['en-us', 'DE', 'de-at']) assert.throws(() => add(taken), { code: 'conflict' });
    for (const bad of [
      '',
      '*',
      'en_US',
      'constructor',
      '__proto__',
      'x',
      'de ',
      'x'.repeat(100),
      `de-${'x'.repeat(8)}-`,
    ]) {
      assert.throws(() => add(bad), { code: 'validation_failed' }, bad);
    }
  });

  it('refuse a chain that loops and a fallback that is not there', () => {
    const all = someLocales();
    const change = (code: string, input: LocaleInput) => withChangedLocale(all, byCode(all, code), input);
    for (const fallback of ['de', 'de-AT', 'en-US']) {
      assert.throws(() => change('en-US', { fallback }), {
        code: 'validation_failed',
        message: /^Choose another fallback/,
      });
    }
    assert.throws(() => change('fr', { fallback: 'nl' }), {
      code: 'validation_failed',
      message: /en-US, de, de-AT, fr, or null/,
    });
    assert.equal(fallbackCode(change('fr', { fallback: 'de-AT' }), byCode(all, 'de-AT')), 'de');
  });

  it('have one default, which can be handed over but not dropped', () => {
    const all = someLocales();
    const handed = withChangedLocale(all, byCode(all, 'de'), { default: true });
    assert.deepEqual(
      handed.filter(({ isDefault }) => isDefault).map(({ code }) => code),
      ['de'],
    );
    assert.deepEqual(
      handed.map(({ version }) => version),
      [2, 2, 1, 1],
    );
    assert.throws(() => withChangedLocale(all, byCode(all, 'en-US'), { default: false }), {
      code: 'validation_failed',
    });
    assert.throws(() => withoutLocale(all, byCode(all, 'en-US')), { code: 'conflict' });
    assert.deepEqual(withChangedLocale(all, byCode(all, 'de'), { default: false }), all);
  });

  it('raise the version of whatever reads differently, and of nothing else', () => {
    const all = someLocales();
    const renamed = withChangedLocale(all, byCode(all, 'de'), { code: 'de-DE' });
    assert.deepEqual(
      renamed.map(({ version }) => version),
      [1, 2, 2, 1],
    );
    assert.deepEqual(
      withChangedLocale(all, byCode(all, 'de'), { name: 'German', code: 'de', fallback: 'en-US', optional: false }),
      all,
    );
  });

  it('hand on the fallback of one that goes', () => {
    const all = someLocales();
    assert.deepEqual(chains(withoutLocale(all, byCode(all, 'de'))), { 'en-US': null, 'de-AT': 'en-US', fr: null });
  });

  it('hold their promises through any sequence of changes', () => {
    const codes = ['en-US', 'de', 'de-AT', 'fr', 'nl', 'es'];
    const code = fc.constantFrom(...codes);
    const step = fc.record({
      kind: fc.constantFrom('add', 'change', 'remove'),
      target: code,
      input: fc.record(
        { code, fallback: fc.option(code, { nil: null }), default: fc.boolean(), optional: fc.boolean() },
        { requiredKeys: [] },
      ),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let all: Locale[] = [firstLocale('en-US', 'default_locale', 'loc_1')];
        let next = 2;
        for (const { kind, target, input } of steps) {
          try {
            if (kind === 'add')
              all = withNewLocale(all, { ...input, code: target }, { number: next, id: `loc_${next++}` });
            const locale = all.find((other) => other.code === target);
            if (locale !== undefined && kind === 'change') all = withChangedLocale(all, locale, input);
            if (locale !== undefined && kind === 'remove') all = withoutLocale(all, locale);
          } catch (error) {
            assert.match(String((error as { code?: string }).code), /^(validation_failed|conflict)$/);
          }
          assert.equal(all.filter(({ isDefault }) => isDefault).length, 1);
          assert.equal(new Set(all.map((locale) => locale.code)).size, all.length);
          const locales = new Locales(all);
          for (const { number, fallback } of all) {
            const last = locales.byNumber(locales.chain(number).at(-1) ?? 0);
            assert.equal(last?.fallback, null, 'a chain ends, at a locale without fallback');
            assert.ok(fallback === null || locales.byNumber(fallback) !== undefined);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
