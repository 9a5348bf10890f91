/** Languages are found by their names in Studio's language, in their own and in English, and by their codes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageCode, languageName, languagesFor } from './language-names.ts';

/** What is typed, in which language of Studio, and the code that comes first. */
const typed = [
  ['German', 'en', 'de'],
  ['deutsch', 'en', 'de'],
  ['Deutsch', 'de', 'de'],
  ['german', 'de', 'de'],
  ['German (Austria)', 'en', 'de-AT'],
  ['deutsch österreich', 'en', 'de-AT'],
  ['Italienisch Schw', 'de', 'it-CH'],
  ['french luxem', 'en', 'fr-LU'],
  ['francais', 'de', 'fr'],
  ['日本語', 'en', 'ja'],
  ['chinese trad', 'en', 'zh-Hant'],
  ['Austrian German', 'en', 'de-AT'],
  ['de_at', 'en', 'de-AT'],
  ['zh-hant-hk', 'de', 'zh-Hant-HK'],
] as const;
for (const [text, language, code] of typed)
  test(`${text} finds ${code}`, () => {
    assert.equal(languagesFor(text, language)[0]?.code, code);
  });

test('what is typed whole is its code, and what is no language stays as it was typed', () => {
  assert.equal(languageCode(' Portuguese (Brazil) ', 'en'), 'pt-BR');
  assert.equal(languageCode('DE-at', 'en'), 'de-AT');
  assert.equal(languageCode('de-AT-x-shop', 'en'), 'de-AT-x-shop');
  assert.equal(languageCode('Klingonish', 'en'), 'Klingonish');
  assert.deepEqual(languagesFor('Klingonish', 'en'), []);
});

test('codes have names in the language of Studio', () => {
  assert.equal(languageName('de-AT', 'en'), 'German (Austria)');
  assert.equal(languageName('no code', 'en'), null);
});

test('every language that is offered has its own name and leads back to its code', () => {
  for (const language of ['en', 'de']) {
    const all = languagesFor('', language);
    assert.ok(all.length > 200, `${all.length}`);
    assert.deepEqual(
      all.filter(({ name, code }) => languageCode(name, language) !== code),
      [],
    );
  }
});
