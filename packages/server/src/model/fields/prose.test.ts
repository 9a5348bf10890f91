/** What of a field is text for people, and what becomes of what a model writes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TypeSettings } from './field-type.ts';
import { fieldType, fieldTypes } from './registry.ts';

const run = (text: string, ...marks: string[]) => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});

describe('text for people', () => {
  test('is in strings, texts, rich texts and lists of strings alone', () => {
    const names = fieldTypes
      .filter((type) => type.prose({ items: { type: 'string' } }) !== null)
      .map(({ name }) => name);
    assert.deepEqual(names, ['string', 'text', 'rich_text', 'array']);
    for (const type of ['integer', 'number', 'entry', 'asset'] as const)
      assert.equal(fieldType('array').prose({ items: { type } }), null);
  });

  const formats: TypeSettings[] = [{ validations: { format: 'url' } }, { validations: { format: 'email' } }];
  test('has no format', () => {
    for (const settings of formats) assert.equal(fieldType('string').prose(settings), null);
    assert.equal(fieldType('array').prose({ items: { type: 'string', validations: { format: 'url' } } }), null);
  });

  test('is not translated where values are listed, and written as one of them', () => {
    const prose = fieldType('string').prose({ validations: { in: ['red', 'blue'] } });
    assert.deepEqual(prose?.texts('red'), []);
    assert.equal(prose?.withTexts('red', []), 'red');
    assert.deepEqual(prose?.schema, {
      type: 'string',
      enum: ['red', 'blue'],
      description: 'Text of at most 512 characters.',
    });
    const list = fieldType('array').prose({ items: { type: 'string', validations: { in: ['red'] } } });
    assert.deepEqual(list?.withTexts(['red'], []), ['red']);
  });

  test('leaves code out of rich text', () => {
    const document = {
      type: 'doc',
      content: [
        { type: 'codeBlock', content: [run('let a;')] },
        { type: 'paragraph', content: [run('Run '), run('npm', 'code'), run(' now', 'bold')] },
      ],
    };
    const prose = fieldType('rich_text').prose({});
    assert.deepEqual(prose?.texts(document), ['Run ', ' now']);
    const changed = JSON.stringify(prose?.withTexts(document, ['Starte ', ' jetzt']));
    assert.equal(changed, JSON.stringify(document).replace('Run ', 'Starte ').replace(' now', ' jetzt'));
  });

  test('becomes rich text from blocks that the field allows', () => {
    const kindsOf = (nodes?: string[]) =>
      JSON.stringify(fieldType('rich_text').prose(nodes === undefined ? {} : { validations: { nodes } })?.schema).match(
        /"enum":(\[.*?\])/,
      )?.[1];
    assert.equal(kindsOf(), '["paragraph","heading","list_item","quote"]');
    assert.equal(kindsOf(['heading']), '["paragraph","heading"]');
    assert.equal(kindsOf([]), '["paragraph"]');
    const written = [
      { kind: 'list_item', text: 'a' },
      { kind: 'list_item', text: ' b ' },
      { kind: 'quote', text: 'c' },
      { kind: 'paragraph', text: ' ' },
      { kind: 'constructor', text: 'd' },
    ];
    const document = fieldType('rich_text').prose({})?.toInput(written) as {
      content: { type: string; content: unknown[] }[];
    };
    assert.deepEqual(
      document.content.map(({ type, content }) => [type, content.length]),
      [
        ['bulletList', 2],
        ['blockquote', 1],
        ['paragraph', 1],
      ],
    );
    assert.deepEqual(fieldType('rich_text').prose({})?.toInput([]), { type: 'doc', content: [{ type: 'paragraph' }] });
  });
});
