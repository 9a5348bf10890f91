/** Which events a webhook receives: every kind against every kind of filter. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EventKind, eventKinds } from '../../../../contract/src/event-kinds.ts';
import { bodyOf, type WebhookEvent } from './event.ts';
import { matches } from './matching.ts';

const article = { contentType: 'article', contentTypeId: 'ctp_abcdef_article' };
const none = { contentType: null, contentTypeId: null };

function event(kind: EventKind, environment = 'master'): WebhookEvent {
  const typed = kind.startsWith('entry.') || kind.startsWith('content_type.');
  const resource = { id: 'x_1', ...(typed ? article : none), slug: null, status: null };
  return { kind, spaceId: 'spc_1', environment, aliases: [], resource, at: 0 };
}

function webhook(events: string[], contentTypes: string[] = [], environments: string[] = []) {
  return { events, filters: { contentTypes, environments } };
}

const typed = eventKinds.filter((kind) => kind.startsWith('entry.') || kind.startsWith('content_type.'));

describe('matching', () => {
  it('without events and filters takes every kind but those of change sets', () => {
    const taken = eventKinds.filter((kind) => matches(webhook([]), event(kind)));
    assert.deepEqual(
      taken,
      eventKinds.filter((kind) => !kind.startsWith('change_set.')),
    );
    assert.equal(eventKinds.length, 17, 'a new kind is a change of the interface: docs/how-to/event.md');
  });

  it('with events takes those alone', () => {
    for (const kind of eventKinds) {
      const taken = eventKinds.filter((sent) => matches(webhook([kind]), event(sent)));
      assert.deepEqual(taken, [kind]);
    }
  });

  it('with content types takes no assets and environments, and the types by either name', () => {
    for (const names of [['article'], ['ctp_abcdef_article'], ['page', 'article']]) {
      const taken = eventKinds.filter((kind) => matches(webhook([], names), event(kind)));
      assert.deepEqual(taken, typed, names.join());
    }
    for (const names of [['page'], ['ctp_zzzzzz_article']]) {
      const taken = eventKinds.filter((kind) => matches(webhook([], names), event(kind)));
      assert.deepEqual(taken, [], names.join());
    }
  });

  it('with environments takes what happened in them, and all lists have to match', () => {
    assert.ok(matches(webhook([], [], ['master', 'staging']), event('asset.update', 'staging')));
    assert.ok(!matches(webhook([], [], ['staging']), event('asset.update', 'master')));
    assert.ok(!matches(webhook(['entry.publish'], ['article'], ['staging']), event('entry.publish', 'master')));
    assert.ok(!matches(webhook(['entry.publish'], ['article'], ['master']), event('entry.create', 'master')));
    assert.ok(matches(webhook(['entry.publish'], ['article'], ['master']), event('entry.publish', 'master')));
  });

  it('takes an alias, and ids with its code, for what it stands for', () => {
    const live = { ...event('entry.publish', 'green'), aliases: [{ name: 'live', code: 'fedcba' }] };
    assert.ok(matches(webhook([], [], ['live']), live));
    assert.ok(matches(webhook([], ['ctp_fedcba_article'], ['green']), live));
    assert.ok(!matches(webhook([], [], ['next']), live));
    assert.ok(!matches(webhook([], ['ctp_fedcba_page']), live));
    assert.ok(!matches(webhook([], ['ctp_fedcba_article'], ['live']), event('entry.publish', 'green')));
  });
});

describe('the body of an event', () => {
  it('has exactly the keys of the interface', () => {
    const resource = { id: 'ent_abcdef_hello', ...article, slug: 'hello', status: 'published' };
    const body = bodyOf({ ...event('entry.publish'), resource, at: Date.parse('2026-11-21T12:00:00Z') });
    assert.equal(
      body,
      '{"event":"entry.publish","space_id":"spc_1","environment":"master","resource":{"id":"ent_abcdef_hello","content_type":"article","slug":"hello","status":"published"},"timestamp":"2026-11-21T12:00:00.000Z"}',
    );
  });
});
