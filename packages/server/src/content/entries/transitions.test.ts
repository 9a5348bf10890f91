/**
 * The state machine of an entry, row by row: what each action makes of it, which versions and times move, and what is told
 * of any state that is asked for.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Document } from '../../model/fields/field.ts';
import { type EntryStatus, entryStatuses, type StoredEntry, statusOf } from './entry.ts';
import type { EntryRow } from './tables.ts';
import {
  afterAction,
  afterEdit,
  type EntryAction,
  entryActions,
  eventsOfDeletion,
  type NextEntry,
  type Step,
  stepsTo,
  type TargetState,
  withKnown,
} from './transitions.ts';

const DRAFT: Document = { 1: { 0: 'draft' } };
const PUBLISHED: Document = { 1: { 0: 'published' } };
const OTHER: Document = { 1: { 0: 'other' } };
const step: Step = { by: 'usr_2', at: 9_000, action: 'update' };

const table = {
  publish: { draft: 'published', published: null, changed: 'published', archived: 409 },
  unpublish: { draft: 409, published: 'draft', changed: 'draft', archived: 409 },
  archive: { draft: 'archived', published: 'archived', changed: 'archived', archived: null },
  unarchive: { draft: 409, published: 409, changed: 409, archived: 'draft' },
} as const;

describe('the table of statuses', () => {
  for (const action of entryActions) {
    for (const status of entryStatuses) {
      const outcome = table[action][status];
      it(`${action} from ${status}: ${outcome ?? 'nothing changes'}`, () => {
        const entry = entryIn(status);
        if (outcome === 409) {
          assert.throws(() => afterAction(action, entry), { code: 'invalid_transition', extra: { status, action } });
          return;
        }
        const next = acted(action, status);
        if (outcome === null) return assert.equal(next, null);
        assert.ok(next);
        assert.equal(statusOf(next.row), outcome);
        assert.equal(next.row.version, entry.row.version + 1);
        assert.equal(next.row.updated_by, 'usr_2');
        assert.equal(next.events.at(-1)?.status, outcome);
        assert.equal(next.draft, entry.draft, 'no action touches the draft');
        assert.equal(next.published === null, next.row.published_version === null);
      });
    }
  }

  it('keeps the published state and its times while the draft moves on', () => {
    const entry = entryIn('published');
    const [next] = stepsTo(origin(entry), afterEdit(entry, DRAFT), step);
    assert.ok(next);
    assert.equal(statusOf(next.row), 'changed');
    assert.equal(next.published, entry.published);
    assert.deepEqual(times(next.row), { ...times(entry.row), saved_at: 9_000, updated_at: 9_000 });
  });

  it('publishes what was saved, with the time of the saving', () => {
    const next = acted('publish', 'changed');
    assert.equal(next?.published, DRAFT);
    assert.equal(next?.row.published_version, next?.row.version);
    assert.equal(next?.row.published_at, 9_000);
    assert.equal(next?.row.first_published_at, 1_000, 'the first publication stays the first');
    assert.equal(next?.row.published_saved_at, 3_000);
    assert.equal(acted('publish', 'draft')?.row.first_published_at, 9_000);
  });

  it('forgets the publication, not the first one, when what was published goes', () => {
    for (const action of ['unpublish', 'archive'] as const) {
      const next = acted(action, 'changed');
      assert.equal(next?.row.published_at, null);
      assert.equal(next?.row.published_saved_at, null);
      assert.equal(next?.row.first_published_at, 1_000);
      assert.equal(next?.row.archived_at, action === 'archive' ? 9_000 : null);
    }
  });

  it('refuses to edit what is archived', () => {
    assert.throws(() => afterEdit(entryIn('archived'), DRAFT), { code: 'invalid_transition' });
  });

  it('gives a deletion the status before it, after the unpublishing', () => {
    const deleted = (status: EntryStatus) => told(eventsOfDeletion(entryIn(status)));
    assert.deepEqual(deleted('draft'), ['entry.delete draft']);
    assert.deepEqual(deleted('archived'), ['entry.delete archived']);
    assert.deepEqual(deleted('published'), ['entry.unpublish draft', 'entry.delete published']);
    assert.deepEqual(deleted('changed'), ['entry.unpublish draft', 'entry.delete changed']);
  });
});

/** What is told of an entry that gets another draft and a status: an import or a merge can ask for any. */
const toldOf = {
  new: {
    draft: ['entry.create draft'],
    published: ['entry.create draft', 'entry.publish published'],
    changed: ['entry.create draft', 'entry.publish published', 'entry.update changed'],
    archived: ['entry.create draft', 'entry.archive archived'],
  },
  draft: {
    draft: ['entry.update draft'],
    published: ['entry.update draft', 'entry.publish published'],
    changed: ['entry.update draft', 'entry.publish published', 'entry.update changed'],
    archived: ['entry.update draft', 'entry.archive archived'],
  },
  published: {
    draft: ['entry.unpublish draft', 'entry.update draft'],
    published: ['entry.update changed', 'entry.publish published'],
    changed: ['entry.update changed', 'entry.publish published', 'entry.update changed'],
    archived: ['entry.unpublish draft', 'entry.update draft', 'entry.archive archived'],
  },
  archived: {
    draft: ['entry.update draft'],
    published: ['entry.update draft', 'entry.publish published'],
    changed: ['entry.update draft', 'entry.publish published', 'entry.update changed'],
    archived: ['entry.update archived'],
  },
} as const;

describe('a state that is asked for', () => {
  for (const [was, byStatus] of Object.entries(toldOf)) {
    for (const [status, events] of Object.entries(byStatus) as [EntryStatus, readonly string[]][]) {
      it(`${status} with another draft, from ${was}: ${events.join(', ')}`, () => {
        const before = was === 'new' ? null : entryIn(was as EntryStatus);
        const published = status === 'changed' ? { published: { 1: { 0: 'shown' } } } : {};
        const steps = stepsTo(origin(before), { draft: OTHER, status, ...published }, step);
        assert.deepEqual(told(steps.flatMap((one) => one.events)), events);
      });
    }
  }

  it('takes what is known of times, and the clock for the rest', () => {
    const known = { createdAt: 10, savedAt: 20, publishedAt: 30, firstPublishedAt: null };
    const [next] = stepsTo(origin(null), { draft: DRAFT, status: 'published' }, { ...step, times: known });
    assert.ok(next);
    assert.deepEqual(times(next.row), {
      saved_at: 20,
      published_saved_at: 20,
      published_at: 30,
      first_published_at: null,
      created_at: 10,
      updated_at: 9_000,
    });
  });

  it('shows what is published beside another draft with the time when that was saved', () => {
    const target = { draft: DRAFT, status: 'changed', published: OTHER } as const;
    const [shown, next] = stepsTo(origin(entryIn('draft')), target, { ...step, times: { publishedSavedAt: 42 } });
    assert.equal(shown?.row.published_saved_at, 42);
    assert.equal(next?.row.published_saved_at, 42);
    assert.equal(next?.published, OTHER);
    assert.equal(next?.row.saved_at, 3_000, 'the draft is the one that was there');
  });

  it('stays archived since it was, whatever is saved in it', () => {
    const [next] = stepsTo(origin(entryIn('archived')), { draft: OTHER, status: 'archived' }, step);
    assert.equal(next?.row.archived_at, 4_000);
  });

  it('refuses an entry that is changed where nothing is published', () => {
    assert.throws(() => stepsTo(origin(entryIn('draft')), { draft: OTHER, status: 'changed' }, step), /is a draft/);
  });

  it('is the one there is where other documents show the same', () => {
    const again = (document: Document) => structuredClone(document) as Document;
    const entry = entryIn('changed');
    const target = withKnown(entry, { draft: again(DRAFT), status: 'changed', published: again(OTHER) }, []);
    assert.equal(target.draft, entry.draft);
    assert.deepEqual(target.published, OTHER);
    const both = withKnown(entry, { draft: again(OTHER), status: 'changed', published: again(OTHER) }, []);
    assert.equal(both.draft, both.published);
  });

  it('is reached from anywhere, in versions without a gap, with a row that says so', () => {
    const documents = fc.constantFrom(DRAFT, PUBLISHED, OTHER);
    const target = fc
      .record({ draft: documents, status: fc.constantFrom(...entryStatuses), published: documents })
      .map(({ published, ...rest }): TargetState => (rest.status === 'changed' ? { ...rest, published } : rest));
    fc.assert(
      fc.property(fc.array(target, { minLength: 1, maxLength: 8 }), (targets) => {
        let entry: NextEntry | null = null;
        let version = 0;
        for (const wanted of targets) {
          const steps: NextEntry[] = stepsTo(origin(entry), wanted, step);
          for (const { row, published, events } of steps) {
            version += 1;
            assert.equal(row.version, version);
            assert.equal(published === null, row.published_version === null);
            assert.equal(published === null, row.published_at === null);
            assert.equal(events.at(-1)?.status, statusOf(row), 'the last event shows how the entry is left');
          }
          entry = steps.at(-1) as NextEntry;
          assert.equal(statusOf(entry.row), wanted.status);
          assert.equal(entry.draft, wanted.draft);
          if (wanted.status === 'changed') assert.equal(entry.published, wanted.published);
        }
      }),
    );
  });
});

function origin(stored: StoredEntry | null) {
  return { stored, row: stored?.row ?? { ...entryIn('draft').row, version: 0 } };
}

function acted(action: EntryAction, status: EntryStatus): NextEntry | null {
  const target = afterAction(action, entryIn(status));
  return target && (stepsTo(origin(entryIn(status)), target, { ...step, action })[0] ?? null);
}

function told(events: NextEntry['events']): string[] {
  return events.map(({ event, status }) => `${event} ${status}`);
}

function entryIn(status: EntryStatus): StoredEntry {
  const isPublic = status === 'published' || status === 'changed';
  const row: EntryRow = {
    id: 1,
    environment: 1,
    key: 'k',
    content_type: 1,
    version: 5,
    published_version: status === 'published' ? 5 : status === 'changed' ? 4 : null,
    published_at: isPublic ? 2_000 : null,
    first_published_at: isPublic ? 1_000 : null,
    archived_at: status === 'archived' ? 4_000 : null,
    saved_at: 3_000,
    published_saved_at: isPublic ? 2_500 : null,
    created_at: 500,
    created_by: 'usr_1',
    updated_at: 4_000,
    updated_by: 'usr_1',
  };
  const draft = status === 'published' ? PUBLISHED : DRAFT;
  return { row, draft, published: isPublic ? PUBLISHED : null };
}

function times({ saved_at, published_saved_at, published_at, first_published_at, created_at, updated_at }: EntryRow) {
  return { saved_at, published_saved_at, published_at, first_published_at, created_at, updated_at };
}
