/** How clients name the responses they have. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasResponse } from './conditional.ts';

it('finds a tag in If-None-Match, however it is listed there', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', ' "b",W/"a" ', '*']) assert.ok(hasResponse(header, '"a"'), header);
  for (const header of [undefined, '', 'a', '"b"', '"aa"', '"b" "c"'])
    assert.ok(!hasResponse(header, '"a"'), String(header));
});
