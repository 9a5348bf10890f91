/** Compares what a receiver got with what was committed. */
import assert from 'node:assert/strict';
import type { CommittedEvent } from './committed.ts';
import type { Received } from './receiver.ts';

/**
 * Fails unless each committed event came, at least once and nothing else, with the same id and bytes each time, and those of
 * a resource first came in their order.
 */
export function verifyTold(committed: readonly CommittedEvent[], received: readonly Received[]): void {
  const told = Map.groupBy(received, nameOf);
  assert.deepEqual([...told.keys()].toSorted(), committed.map(nameOfCommitted).toSorted());
  for (const [name, same] of told) {
    assert.equal(new Set(same.map(({ delivery }) => delivery)).size, 1, `${name}: one X-CMS-Delivery`);
    assert.equal(new Set(same.map(({ body }) => body)).size, 1, `${name}: the same bytes`);
  }
  const firsts = [...told.values()].map(([first]) => first).filter((first) => first !== undefined);
  for (const [resource, events] of Map.groupBy(firsts, (one) => one.resource)) {
    const revisions = events.map(({ revision }) => revision);
    assert.deepEqual(
      revisions,
      revisions.toSorted((a, b) => a - b),
      `${resource}: first attempts in order`,
    );
  }
}

function nameOf({ revision, event, resource }: Received): string {
  return `${revision} ${event} ${resource.replace(/^[a-z]+_[a-z0-9]{6}_/, '')}`;
}

function nameOfCommitted({ revision, event, key }: CommittedEvent): string {
  return `${revision} ${event} ${key}`;
}
