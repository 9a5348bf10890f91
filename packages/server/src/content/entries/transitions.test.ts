/** The table of statuses, row by row: what each action makes of an entry, and which versions and times move. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Document } from '../../model/fields/field.ts';
import { type EntryStatus, entryStatuses, type StoredEntry, statusOf } from './entry.ts';
import type { EntryRow } from './tables.ts';
import { afterAction, afterEdit, entryActions, eventsOfDeletion } from './transitions.ts';

const DRAFT: Document = { 1: { 0: 'draft' } };
const PUBLISHED: Document = { 1: { 0: 'published' } };
const moment = { by: 'usr_2', at: 9_000 };

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
          assert.throws(() => afterAction(action, entry, moment), {
            code: 'invalid_transition',
            extra: { status, action },
          });
          return;
        }
        const next = afterAction(action, entry, moment);
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
    const next = afterEdit(entry, DRAFT, { ...moment, action: 'update' });
    assert.equal(statusOf(next.row), 'changed');
    assert.equal(next.published, entry.published);
    assert.deepEqual(times(next.row), { ...times(entry.row), saved_at: 9_000, updated_at: 9_000 });
  });

  it('publishes what was saved, with the time of the saving', () => {
    const next = afterAction('publish', entryIn('changed'), moment);
    assert.equal(next?.published, DRAFT);
    assert.equal(next?.row.published_version, next?.row.version);
    assert.equal(next?.row.published_at, 9_000);
    assert.equal(next?.row.first_published_at, 1_000, 'the first publication stays the first');
    assert.equal(next?.row.published_saved_at, 3_000);
    assert.equal(afterAction('publish', entryIn('draft'), moment)?.row.first_published_at, 9_000);
  });

  it('forgets the publication, not the first one, when what was published goes', () => {
    for (const action of ['unpublish', 'archive'] as const) {
      const next = afterAction(action, entryIn('changed'), moment);
      assert.equal(next?.row.published_at, null);
      assert.equal(next?.row.published_saved_at, null);
      assert.equal(next?.row.first_published_at, 1_000);
      assert.equal(next?.row.archived_at, action === 'archive' ? 9_000 : null);
    }
  });

  it('refuses to edit what is archived', () => {
    assert.throws(() => afterEdit(entryIn('archived'), DRAFT, { ...moment, action: 'update' }), {
      code: 'invalid_transition',
    });
  });

  it('gives a deletion the status before it, after the unpublishing', () => {
    const events = (status: EntryStatus) =>
      eventsOfDeletion(entryIn(status)).map((event) => `${event.event} ${event.status}`);
    assert.deepEqual(events('draft'), ['entry.delete draft']);
    assert.deepEqual(events('archived'), ['entry.delete archived']);
    assert.deepEqual(events('published'), ['entry.unpublish draft', 'entry.delete published']);
    assert.deepEqual(events('changed'), ['entry.unpublish draft', 'entry.delete changed']);
  });
});

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
