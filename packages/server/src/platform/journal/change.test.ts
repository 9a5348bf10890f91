/** A change takes no event that nobody could deliver: by its type where that can tell, else before it is written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Change, type ChangeItem } from './change.ts';

const environment = { number: 7, name: 'master', spaceId: 'spc_1' };
const target = { type: 'entry', id: 'ent_x' };
const facts = { environment, key: 'x', resource: 1, published: true };
const published: ChangeItem = { ...facts, kind: 'entry', event: 'entry.publish' };

function changeOf(item: ChangeItem, place: { spaceId?: string; environment?: string }): Change {
  const change = new Change(0);
  change.item(item);
  change.record({ action: 'entry.publish', target, ...place });
  return change;
}

describe('an event', () => {
  it('is taken where the record names its space and environment', () => {
    changeOf(published, { spaceId: 'spc_1', environment: 'master' }).requireDeliverable();
  });

  it('of a whole environment is taken where the record names its space', () => {
    const updated: ChangeItem = { ...facts, kind: 'environment', event: 'environment.update' };
    changeOf(updated, { spaceId: 'spc_1' }).requireDeliverable();
    assert.throws(() => changeOf(updated, { spaceId: 'spc_2' }).requireDeliverable());
  });

  for (const place of [
    {},
    { spaceId: 'spc_1' },
    { environment: 'master' },
    { spaceId: 'spc_1', environment: 'other' },
    { spaceId: 'spc_2', environment: 'master' },
  ]) {
    it(`is refused where the record names ${JSON.stringify(place)}`, () => {
      assert.throws(() => changeOf(published, place).requireDeliverable(), /No webhook could be sent entry\.publish/);
    });
  }

  it('has a kind of the list that is of its resource', () => {
    const items: ChangeItem[] = [
      // @ts-expect-error there is no such event
      { ...facts, kind: 'entry', event: 'entry.read' },
      // @ts-expect-error an event of something else
      { ...facts, kind: 'asset', event: 'entry.publish' },
      // @ts-expect-error locales have no events
      { ...facts, kind: 'locale', event: 'locale.create' },
      // @ts-expect-error a number does not say which environment a webhook is sent the event of
      { ...facts, environment: 7, kind: 'entry', event: 'entry.publish' },
    ];
    assert.equal(items.length, 4);
  });
});

describe('a change without events', () => {
  it('needs no environment in its record', () => {
    changeOf({ ...facts, kind: 'locale', event: null }, {}).requireDeliverable();
  });
});
