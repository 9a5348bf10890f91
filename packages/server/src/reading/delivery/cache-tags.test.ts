/** That the tags of a response cover what it rests on, in no more than caches take. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Model } from '../../model/content-types/model.ts';
import { readEntryList } from '../query-string/entry-list.ts';
import { Basis } from './basis.ts';
import { cacheTags } from './cache-tags.ts';
import { CODE, magazine } from './fixtures.ts';
import { keysOf, NamedResources, scopeOf } from './named-resources.ts';

interface Noted {
  readonly basis: Basis;
  readonly named: NamedResources;
}

function tagsOf(note: (noted: Noted) => void, own: string | null = null, model: Model = magazine()): string[] {
  const noted = { basis: new Basis(), named: new NamedResources() };
  note(noted);
  return cacheTags('spc_1', model, { ...noted, own })
    .split(',')
    .slice(always.length);
}

/** The tags of a list with these entries on the page. */
function tagsOfList(search: string, keys: readonly string[]): string[] {
  return tagsOf(({ basis, named }) => {
    const { entries } = readEntryList(search, magazine(), 'delivery');
    basis.query(entries);
    if (named.takes(keys.length)) named.add('entry', keys, keysOf(entries.predicates));
    named.scope = scopeOf(entries, keys.length, magazine());
  });
}

function many(count: number, name = 'e'): string[] {
  return Array.from({ length: count }, (_, at) => `${name}${at}`);
}

const always = ['spc_1', `environment_${CODE}`];
const home = `ent_${CODE}_home`;
const articles = `ctp_${CODE}_article`;
const mixed = `mixed_${CODE}`;

it('begin with the space and the environment', () => {
  assert.equal(
    cacheTags('spc_1', magazine(), { basis: new Basis(), named: new NamedResources(), own: null }),
    always.join(),
  );
});

it('name the requested resource, what it includes, and what it links to in vain, but no content type', () => {
  const tags = tagsOf(({ basis, named }) => {
    basis.ownType = 1;
    named.takes(1);
    named.add('entry', ['home']);
    basis.linked([{ contentType: 2 }], 2);
    named.takes(1);
    named.add('entry', ['ada'], ['ada', 'gone']);
    basis.restsOnAssets = true;
    named.takes(1);
    named.add('asset', ['pic']);
  }, home);
  assert.deepEqual(tags, [home, `ent_${CODE}_ada`, `ast_${CODE}_pic`, `ent_${CODE}_gone`]);
});

it('name the content type of a list beside what is on it, and of a list over all types everything', () => {
  assert.deepEqual(tagsOfList('content_type=article', ['home']), [home, articles]);
  assert.deepEqual(tagsOfList('content_type=article&fields.author.name=Ada', ['home']), [home, mixed]);
  assert.deepEqual(tagsOfList('content_type=article&q=home', ['home']), [home, mixed]);
  assert.deepEqual(tagsOfList('slug=home', ['home']), [home, mixed]);
  assert.deepEqual(tagsOfList('', []), [mixed]);
});

it('name no content type of a list on which nothing else can come to be', () => {
  assert.deepEqual(tagsOfList('content_type=article&slug=home', ['home']), [home]);
  assert.deepEqual(tagsOfList('content_type=article&fields.slug=home', ['home']), [home]);
  assert.deepEqual(tagsOfList('content_type=article&slug=home', []), [articles]);
  assert.deepEqual(tagsOfList('content_type=article&fields.slug[ne]=home', ['a']), [`ent_${CODE}_a`, articles]);
  assert.deepEqual(tagsOfList('ids=home,gone,gone', ['home']), [home, `ent_${CODE}_gone`]);
  assert.deepEqual(tagsOfList('ids=home&q=home', ['home']), [home, mixed]);
});

it('name content types and assets where there are too many resources to name each', () => {
  assert.equal(tagsOfList('content_type=article', many(40)).length, 41);
  assert.deepEqual(tagsOfList('content_type=article', many(41)), [articles]);
  const single = tagsOf(({ basis, named }) => {
    basis.ownType = 1;
    named.takes(1);
    named.add('entry', ['home']);
    basis.linked([{ contentType: 2 }], 1);
    basis.restsOnAssets = true;
    assert.equal(named.takes(40), false);
  }, home);
  assert.deepEqual(single, [home, `assets_${CODE}`, `ctp_${CODE}_author`]);
});

it('stay within what caches take where more is missing than can be named', () => {
  const tags = tagsOf(({ basis, named }) => {
    named.takes(30);
    named.add('entry', many(30), many(100));
    named.add('asset', [], many(20, 'p'));
    named.scope = 1;
    basis.types.add(1);
  });
  assert.equal(tags.length, 42);
  assert.deepEqual(tags.slice(-2), [mixed, `assets_${CODE}`]);
});

it('name everything where there are more content types than tags', () => {
  const tags = tagsOf(({ basis, named }) => {
    named.takes(41);
    const found = Array.from({ length: 41 }, (_, type) => ({ contentType: type }));
    basis.linked(found, 41);
  });
  assert.deepEqual(tags, [mixed]);
});
