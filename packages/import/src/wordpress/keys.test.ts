/** Which keys things of WordPress get: no two share one, whatever plugins call their types and taxonomies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldIdFor } from '../named-keys.ts';
import { authorKey, menuItemKey, menuKey, postKey, termKey } from './keys.ts';

test('keys are made of what stays the same', () => {
  assert.deepEqual(
    [
      postKey('post', '1'),
      postKey('boat', '2'),
      termKey('category', 'a'),
      termKey('post_tag', 'a'),
      termKey('mood', 'b'),
    ],
    ['post-1', 'boat-2', 'category-a', 'tag-a', 'mood-b'],
  );
  assert.deepEqual(
    [authorKey('ann'), menuKey('main'), menuItemKey('main', '5'), menuItemKey('', '5')],
    ['author-ann', 'menu-main', 'menu_item-main-5', 'menu_item-5'],
  );
});

test('a name that every object has gets another field', () => {
  assert.deepEqual(['constructor', 'prototype', 'mood'].map(fieldIdFor), ['f_constructor', 'f_prototype', 'mood']);
});

const clashes: readonly (readonly [string, string, string])[] = [
  ['an author and a term of co-authors', authorKey('ann'), termKey('author', 'ann')],
  ['an author and a post of a type with that name', authorKey('1'), postKey('author', '1')],
  ['a menu and a term of a taxonomy with that name', menuKey('a'), termKey('menu', 'a')],
  ['a menu and an item of none', menuKey('item-5'), menuItemKey('', '5')],
  ['a tag and a term of a taxonomy with that name', termKey('post_tag', 'a'), termKey('tag', 'a')],
  ['a post and a term with a number', postKey('event', '12'), termKey('event', '12')],
  ['a post and a term of a taxonomy with that name', postKey('post', '12'), termKey('post', '12')],
  ['names with hyphens', postKey('a-b', '1'), termKey('a', 'b-1')],
];
for (const [title, one, other] of clashes) test(`${title} have keys of their own`, () => assert.notEqual(one, other));
