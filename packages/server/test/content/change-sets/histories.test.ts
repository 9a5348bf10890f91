/**
 * Random histories of one entry: drafts, direct publications, and two change sets that are written, published and undone in between.
 * What comes out is compared, place by place, with the table of `docs/reference/change-sets.md`, which the test has in its own words.
 * `HISTORIES=10000` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import '../../../../testing/src/seed.ts';
import type { Undo } from '../../../src/content/change-sets/outcome.ts';
import {
  isThere,
  type Outcome,
  outcomeOfUndo,
  outcomeOfValues,
  undoOf,
} from '../../../src/content/change-sets/outcome.ts';
import { editedValues, laidOver, type SetValues } from '../../../src/content/change-sets/overlay.ts';
import { groundOf } from '../../../src/content/change-sets/set-item.ts';
import { type StoredEntry, statusOf } from '../../../src/content/entries/entry.ts';
import { stepsTo, type TargetState } from '../../../src/content/entries/transitions.ts';
import type { Document } from '../../../src/model/fields/field.ts';
import { magazine, page } from '../../../src/reading/delivery/fixtures.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 1_000);
const model = magazine();
/** Field and locale number of each place: two languages of one field, and two fields without. */
const PLACES = ['1 1', '1 2', '2 1', '2 2'] as const;
type Place = (typeof PLACES)[number];
type Values = Partial<Record<Place, string>>;
type SetName = 'one' | 'two';

/** A set as the table sees it: the value and what it was written over; undefined for nothing. */
type Written = Partial<Record<Place, { value: string | undefined; base: string | undefined }>>;
interface Undoing {
  readonly wasPublished: boolean;
  readonly publishedAs: number;
  readonly published: readonly [Values, Values];
  readonly draft: readonly [Values, Values];
}

/** The entry and the sets, once as the product has them and once as the table says. */
interface World {
  stored: StoredEntry;
  readonly sets: Record<SetName, { values: SetValues; undo: Undo | null }>;
  draft: Values;
  published: Values | null;
  /** Which publication is the current one. */
  publication: number;
  readonly written: Record<SetName, Written>;
  readonly undoing: Record<SetName, Undoing | null>;
}

const value = fc.constantFrom('a', 'b', 'c', undefined);
const place = fc.constantFrom(...PLACES);
const name = fc.constantFrom<SetName>('one', 'two');
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('draft' as const), place, value) },
  { weight: 5, arbitrary: fc.tuple(fc.constant('write' as const), place, value, name) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('publish' as const)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('unpublish' as const)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('publish set' as const), name) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('undo' as const), name) },
);

test('an entry is what the table says, after any history of drafts, publications and two sets', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 25 }), (history) => {
      const world = begin();
      for (const step of history) {
        take(world, step);
        assert.deepEqual(valuesIn(world.stored.draft), world.draft, `draft after ${step}`);
        const shown = world.stored.published;
        assert.deepEqual(shown === null ? null : valuesIn(shown), world.published, `published after ${step}`);
      }
    }),
    { numRuns: HISTORIES },
  );
});

type StepTaken = typeof steps extends fc.Arbitrary<infer Step> ? Step : never;

function take(world: World, step: StepTaken): void {
  const [what] = step;
  if (what === 'draft') {
    const [, at, to] = step;
    if (world.draft[at] === to) return;
    const draft = withValue(world.stored.draft, at, to);
    moveTo(world, { draft, status: world.stored.published === null ? 'draft' : 'changed' });
    world.draft = put(world.draft, at, to);
  } else if (what === 'write') writeInSet(world, step[3], step[1], step[2]);
  else if (what === 'publish') {
    if (statusOf(world.stored.row) === 'published') return;
    moveTo(world, { draft: world.stored.draft, status: 'published' });
    world.published = { ...world.draft };
    world.publication += 1;
  } else if (what === 'unpublish') {
    if (world.published === null) return;
    moveTo(world, { draft: world.stored.draft, status: 'draft' });
    world.published = null;
  } else if (what === 'publish set') publishSet(world, step[1]);
  else undoSet(world, step[1]);
}

function writeInSet(world: World, set: SetName, at: Place, to: string | undefined): void {
  const own = world.sets[set];
  const entry = { type: page, model };
  const ground = groundOf('published', world.stored);
  const before = laidOver(own.values, ground, entry, { preferred: 'set' }).document;
  const edit = { ground, before, after: withValue(before, at, to) };
  own.values = editedValues(own.values, edit, { by: 'usr_1', at: 0 });

  const stands = (world.published ?? world.draft)[at];
  const written = world.written[set];
  const shown = shownInSet(written[at], stands);
  if (shown === to) return;
  if (to === stands) delete written[at];
  else written[at] = { value: to, base: written[at] === undefined ? stands : written[at].base };
}

/** What a set shows at a place, its own value where both changed. */
function shownInSet(one: Written[Place], stands: string | undefined): string | undefined {
  if (one === undefined) return stands;
  return one.base !== stands && one.value === one.base ? stands : one.value;
}

function publishSet(world: World, set: SetName): void {
  const { values } = world.sets[set];
  const outcome: Outcome = outcomeOfValues('published', values, world.stored, model);
  const written = world.written[set];
  const over = world.published ?? world.draft;
  const asked = PLACES.filter((at) => {
    const one = written[at];
    if (one === undefined || over[at] === one.base || over[at] === one.value) return false;
    return one.value !== one.base;
  });
  assert.deepEqual(outcome.conflicts.map(({ path }) => path).sort(), asked.map(pathOf).sort(), 'what is asked');
  if (asked.length > 0) return;
  const before = world.stored;
  moveTo(world, outcome.target);
  world.sets[set] = { values: {}, undo: undoOf(before, world.stored, { by: 'usr_1', at: 0 }) };

  const [wasDraft, wasPublished] = [world.draft, world.published];
  let [draft, published] = [wasDraft, over];
  for (const at of PLACES) {
    const one = written[at];
    const after = one === undefined ? over[at] : shownInSet(one, over[at]);
    published = put(published, at, after);
    if (wasPublished === null || wasDraft[at] === wasPublished[at]) draft = put(draft, at, after);
  }
  const isChanged = wasPublished === null || !same(published, wasPublished);
  world.draft = draft;
  world.published = published;
  if (isChanged) world.publication += 1;
  world.undoing[set] = {
    wasPublished: wasPublished !== null,
    publishedAs: world.publication,
    published: [wasPublished ?? {}, published],
    draft: [wasDraft, draft],
  };
  world.written[set] = {};
}

function undoSet(world: World, set: SetName): void {
  const { undo } = world.sets[set];
  const undoing = world.undoing[set];
  if (undo === null || undoing === null) return;
  moveTo(world, outcomeOfUndo(undo, world.stored, model, { preferred: 'current' }).target);
  world.sets[set] = { ...world.sets[set], undo: null };

  world.undoing[set] = null;
  world.draft = takenBack(world.draft, undoing.draft);
  if (world.published === null) return;
  if (undoing.wasPublished) {
    const before = world.published;
    world.published = takenBack(before, undoing.published);
    if (!same(world.published, before)) world.publication += 1;
  } else if (world.publication === undoing.publishedAs) world.published = null;
}

/** What nobody changed since is as it was before. */
function takenBack(now: Values, [before, after]: readonly [Values, Values]): Values {
  return PLACES.reduce((values, at) => (values[at] === after[at] ? put(values, at, before[at]) : values), now);
}

function begin(): World {
  const row = {
    id: 1,
    environment: 7,
    key: 'entry',
    content_type: page.number,
    version: 1,
    published_version: null,
    published_at: null,
    first_published_at: null,
    archived_at: null,
    saved_at: 0,
    published_saved_at: null,
    created_at: 0,
    created_by: 'usr_1',
    updated_at: 0,
    updated_by: 'usr_1',
  };
  return {
    stored: { row, draft: {}, published: null },
    sets: { one: { values: {}, undo: null }, two: { values: {}, undo: null } },
    draft: {},
    published: null,
    publication: 0,
    written: { one: {}, two: {} },
    undoing: { one: null, two: null },
  };
}

/** Brings the entry into a state, as a write does. */
function moveTo(world: World, target: TargetState): void {
  const { stored } = world;
  if (isThere(stored, target)) return;
  const steps = stepsTo({ stored, row: stored.row }, target, { by: 'usr_1', at: 0, action: 'update' });
  world.stored = steps.at(-1) ?? stored;
}

function withValue(document: Document, at: Place, to: string | undefined): Document {
  const [field = '', locale = ''] = at.split(' ');
  const { [locale]: _, ...others } = document[field] ?? {};
  const values = to === undefined ? others : { ...others, [locale]: to };
  const { [field]: __, ...rest } = document;
  return Object.keys(values).length === 0 ? rest : { ...rest, [field]: values };
}

function valuesIn(document: Document): Values {
  const found = PLACES.map((at) => {
    const [field = '', locale = ''] = at.split(' ');
    return [at, document[field]?.[locale]] as const;
  });
  return Object.fromEntries(found.filter(([, one]) => one !== undefined)) as Values;
}

function put(values: Values, at: Place, to: string | undefined): Values {
  const { [at]: _, ...others } = values;
  return to === undefined ? others : { ...others, [at]: to };
}

function pathOf(at: Place): string {
  const [field, locale] = at.split(' ').map(Number);
  const id = page.fields.find(({ number }) => number === field)?.id;
  return `fields.${id}.${model.locales.byNumber(locale ?? 0)?.code}`;
}

function same(one: Values, other: Values): boolean {
  return PLACES.every((at) => one[at] === other[at]);
}
