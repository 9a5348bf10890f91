/** Cutting texts, comparing link targets and reading JSON: whatever the text, nothing is lost, and nothing takes long. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linkProblem } from './link-targets.ts';
import { piecesOf } from './pieces.ts';
import { parseWritten } from './written-json.ts';

/** Some ten times what it takes; a pattern that goes back over the text again and again takes seconds. */
const CPU_MAX_MS = 500;

describe('the pieces of a text', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'word ', '. ', '\n', '\n\n', '  ', '😀', '。', 'Satz. '))
    .map((parts) => parts.join(''));

  it('are the text when they are joined, each within its limit and without white space around it', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 40 }), (text, most) => {
        const pieces = piecesOf(text, most);
        assert.equal(pieces.map(({ before, text: body, after }) => before + body + after).join(''), text);
        for (const { before, text: body, after } of pieces) {
          assert.ok((before + body + after).length <= most);
          assert.equal(body, body.trim());
          assert.ok(body.isWellFormed());
        }
      }),
    );
  });

  it('end between paragraphs, else lines, else sentences, else words', () => {
    const ends = (text: string) => piecesOf(text, 24).map(({ text: body }) => body);
    assert.deepEqual(ends('One two. Three.\n\nFour five six'), ['One two. Three.', 'Four five six']);
    assert.deepEqual(ends('One two. Three.\nFour five six'), ['One two. Three.', 'Four five six']);
    assert.deepEqual(ends('One two three. Four five six'), ['One two three.', 'Four five six']);
    assert.deepEqual(ends('One two three four five six'), ['One two three four five', 'six']);
  });
});

describe('link targets', () => {
  const same = [
    ['See https://example.com/a.', 'Siehe (https://example.com/a)!'],
    ['[a](/b "c") and <a href="/d">', '[ä](/b "ç") und <a href="/d">'],
    ['“https://example.com/a”', '«https://example.com/a»'],
    ['no link', 'kein Link'],
  ] as const;
  for (const [before, after] of same)
    it(`are the same in ${before} and ${after}`, () => assert.equal(linkProblem(before, after), null));

  const other = [
    ['[a](/b)', '[a](/c)', /Keep .* \/b /],
    ['x', 'x http://evil.example', /Leave .*http:\/\/evil\.example out/],
    ['x', '<img src="//evil.example/x">', /Leave .*\/\/evil\.example\/x out/],
    ['<a href="/a">', '<a>', /Keep .* \/a /],
  ] as const;
  for (const [before, after, problem] of other)
    it(`differ in ${before} and ${after}`, () => assert.match(linkProblem(before, after) ?? '', problem));

  for (const part of ['https://a', '](', '](   ', 'href = "', "src='", '.', 'https://x...', 'href    '])
    it(`are found in time in a long row of ${JSON.stringify(part)}`, () => {
      const text = part.repeat(20_000 / part.length);
      const began = process.cpuUsage();
      linkProblem(text, `${text}!`);
      piecesOf(text, 4_000);
      assert.ok(process.cpuUsage(began).user / 1_000 < CPU_MAX_MS);
    });
});

describe('the JSON that a model wrote', () => {
  const read = [
    ['{"a": 1}', { a: 1 }],
    ['\n [1]\n', [1]],
    ['```json\n{"a": 1}\n```', { a: 1 }],
    ['```\n[1]\n```\n', [1]],
  ] as const;
  for (const [text, value] of read)
    it(`is read from ${JSON.stringify(text)}`, () => assert.deepEqual(parseWritten(text), value));
  for (const text of ['', '```', '```json', 'Hello', '{"a"', `\`\`\`\n${'\n'.repeat(200_000)}`])
    it(`is none in ${JSON.stringify(text.slice(0, 20))}`, () => assert.equal(parseWritten(text), undefined));
});
