/** Which language tags exist, and what is suggested for those that do not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTag, tagName } from './language-tag.ts';

describe('a language tag', () => {
  it('is accepted in any case, and kept in canonical form', () => {
    const given = ['en', 'PT-br', 'zh-hant', 'sr-latn-rs', 'es-419', 'de-1996', 'de-x-ours', 'en-UK', 'iw'];
    assert.deepEqual(
      given.map((text) => checkTag(text).tag),
      ['en', 'pt-BR', 'zh-Hant', 'sr-Latn-RS', 'es-419', 'de-1996', 'de-x-ours', 'en-GB', 'he'],
    );
  });

  it('may name a rare language, and what BCP 47 reserves for private use', () => {
    for (const text of ['vls', 'gmy', 'zzj', 'und', 'mul', 'qaa', 'en-Qaaa-XA', 'tlh'])
      assert.equal(checkTag(text).tag, text);
  });

  it('is refused if its language, script or region does not exist', () => {
    for (const [text, problem] of [
      ['xx', /no language "xx"/],
      ['jp', /no language "jp"/],
      ['xyz', /no language "xyz"/],
      ['en-EN', /no region "EN"/],
      ['de-Abcd', /no script "Abcd"/],
      ['', /BCP 47/],
      ['a'.repeat(65), /BCP 47/],
      ['not a tag', /BCP 47/],
    ] as const)
      assert.match(checkTag(text).problem ?? '', problem, text);
  });

  it('is suggested for a name of a language and for the spelling of Unix', () => {
    for (const [text, tag] of [
      ['deutsch', 'de'],
      ['english', 'en'],
      ['Espanol', undefined],
      ['svenska', 'sv'],
      ['en_US', 'en-US'],
      ['de_AT.UTF-8', undefined],
      ['pt_br', 'pt-BR'],
    ] as const) {
      const suggested = /Did you mean "(.+)"\?$/.exec(checkTag(text).problem ?? '')?.[1];
      assert.equal(suggested, tag, text);
    }
  });

  it('has an English name', () => {
    assert.equal(tagName('de-AT'), 'Austrian German');
    assert.equal(tagName('zh-Hant-u-co-pinyin'), 'Traditional Chinese');
  });
});
