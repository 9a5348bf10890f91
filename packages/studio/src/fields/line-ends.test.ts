/** What typing leaves of the line ends that a text came with. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shownLines, typedInto } from './line-ends.ts';

it('keeps the line ends of a text wherever nothing was typed', () => {
  const text = 'One\r\ntwo\nthree\rfour\r\n\r\n';
  const shown = 'One\ntwo\nthree\nfour\n\n';
  assert.equal(shownLines(text), shown);
  for (let at = 0; at <= shown.length; at += 1) {
    const typed = typedInto(text, `${shown.slice(0, at)}q${shown.slice(at)}`);
    assert.equal(typed.replace('q', ''), text);
    assert.equal(shownLines(typed).indexOf('q'), at);
  }
  assert.equal(typedInto(text, 'One\ntwo\nthree\n'), 'One\r\ntwo\nthree\r');
});

it('writes new lines as the text has them', () => {
  assert.equal(typedInto('One\r\ntwo', 'One\nand\ntwo'), 'One\r\nand\r\ntwo');
  assert.equal(typedInto('One\ntwo', 'One\nand\ntwo'), 'One\nand\ntwo');
  assert.equal(typedInto('', 'One\ntwo'), 'One\ntwo');
});
