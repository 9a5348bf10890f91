/** The editor's grammar is the server's: the same nodes and marks, in the same places, with the same attributes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markKinds, nodeKinds } from '../../../../server/src/model/fields/rich-text/schema.ts';
import { schemaOf } from './fixtures.ts';
import { meantAddress } from './href.ts';
import { KEPT_BLOCK, KEPT_INLINE, KEPT_MARK, PENDING_PICTURE } from './own-names.ts';

const OWN = [KEPT_BLOCK, KEPT_INLINE, KEPT_MARK, PENDING_PICTURE];
const schema = schemaOf();

test('knows the nodes and marks of the server', () => {
  const names = [...Object.keys(schema.nodes), ...Object.keys(schema.marks)].filter((name) => !OWN.includes(name));
  assert.deepEqual(names.toSorted(), [...nodeKinds.keys(), ...markKinds.keys()].toSorted());
});

for (const [name, kind] of [...nodeKinds, ...markKinds]) {
  test(`${name} has the attributes that the server takes, and requires those that it requires`, () => {
    const type = schema.nodes[name] ?? schema.marks[name];
    const own = Object.entries(type?.spec.attrs ?? {}).map(([key, spec]) => [key, spec.default === undefined]);
    assert.deepEqual(own.toSorted(), [...kind.attributes].map(([key, { required }]) => [key, required]).toSorted());
  });
}

for (const [name, kind] of nodeKinds) {
  test(`${name} holds what it may hold for the server`, () => {
    const type = schema.nodes[name];
    const held = [...nodeKinds.keys()].filter((inner) => {
      const child = schema.nodes[inner];
      return child !== undefined && type?.contentMatch.matchType(child) != null;
    });
    assert.deepEqual(held.toSorted(), [...(kind.content ?? [])].toSorted());
    assert.equal(type?.contentMatch.validEnd, !kind.filled);
    if (type?.inlineContent) assert.equal(type.allowsMarks([schema.mark('bold')]), kind.marked);
  });
}

test('a field that allows less has less', () => {
  const narrow = schemaOf(['heading', 'bulletList'], ['bold']);
  const names = [...Object.keys(narrow.nodes), ...Object.keys(narrow.marks)].filter((name) => !OWN.includes(name));
  assert.deepEqual(names.toSorted(), ['bold', 'bulletList', 'doc', 'heading', 'listItem', 'paragraph', 'text']);
});

test('completes the address of a site and of a mailbox, and changes no other', () => {
  const meant = ['example.com', 'example.com/a?b#c', ' ann@example.com ', '/about', 'https://a.de', '#top', 'about'];
  assert.deepEqual(meant.map(meantAddress), [
    'https://example.com',
    'https://example.com/a?b#c',
    'mailto:ann@example.com',
    '/about',
    'https://a.de',
    '#top',
    'about',
  ]);
});
