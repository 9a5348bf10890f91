/** What moving a row of a layout makes of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Layout } from '../../../../contract/src/layout.ts';
import { type LayoutRow, layoutOf, mayMoveRow, movedRows, rowsOf, withoutGroup } from './layout-rows.ts';

const layout: Layout = {
  groups: [
    { id: 'a', name: 'A', display: 'tab', fields: ['t', 'u'] },
    { id: 'b', name: 'B', display: 'section', fields: ['v'] },
    { id: 'c', name: 'C', display: 'section', fields: [] },
  ],
  side: ['w'],
  half: ['u'],
};
const rows = rowsOf(layout);
/** `A t u B v C | w` */
const drawn = (some: readonly LayoutRow[]) =>
  some.map((row) => (row.kind === 'field' ? row.id : row.kind === 'side' ? '|' : row.group.name)).join(' ');
const at = (name: string) => drawn(rows).split(' ').indexOf(name);
const moved = (name: string, to: number) => drawn(movedRows(rows, at(name), to));

describe('the rows of a layout', () => {
  it('are the layout', () => {
    assert.equal(drawn(rows), 'A t u B v C | w');
    assert.deepEqual(layoutOf(rows, layout.half), layout);
  });

  it('let fields into other groups and to the side, but not above the first group', () => {
    assert.equal(moved('u', 3), 'A t B u v C | w');
    assert.equal(moved('v', 7), 'A t u B C | w v');
    assert.equal(moved('w', 6), 'A t u B v C w |');
    assert.ok(!mayMoveRow(rows, at('t'), 0));
    assert.equal(moved('t', 0), drawn(rows));
  });

  it('take a group along with its fields, one group further at least', () => {
    assert.equal(moved('B', 2), 'B v A t u C | w');
    assert.equal(moved('A', 1), 'B v A t u C | w');
    assert.equal(moved('A', 7), 'B v C A t u | w');
    assert.equal(moved('C', 4), 'A t u C B v | w');
    assert.equal(moved('C', 0), 'C A t u B v | w');
    for (const [name, step] of [
      ['A', -1],
      ['C', 1],
      ['|', -1],
      ['|', 1],
    ] as const)
      assert.ok(!mayMoveRow(rows, at(name), at(name) + step), name);
  });

  it('keep the fields of a group that goes', () => {
    const without = (name: string) => drawn(withoutGroup(rows, rows[at(name)] ?? assert.fail()));
    assert.deepEqual([without('B'), without('A')], ['A t u v C | w', 'B t u v C | w']);
    const one = rowsOf({ ...layout, groups: layout.groups.slice(0, 1) });
    assert.equal(drawn(withoutGroup(one, one[0] ?? assert.fail())), 'A t u | w');
  });
});
