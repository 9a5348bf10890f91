/** What is written reaches the device in time, and a device that refuses does not stop the page. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { KeptValue } from './device.ts';
import { DeviceWrites } from './device-writes.ts';
import { pathOf, type ValuePath } from './value-path.ts';

const TITLE = pathOf('title', 'en');
const BODY = pathOf('body', 'en');
/** A loop that never ends would end no test either. */
const WRITES_MAX = 50;

/** A device that answers as it is told, and what was written to it. */
class Shelf {
  readonly writes: (readonly ValuePath[])[] = [];
  readonly outcomes: (Error | null)[] = [];
  heldUpMs = 0;
  refusal: Error | null = null;
  readonly deviceWrites: DeviceWrites;

  constructor() {
    this.deviceWrites = new DeviceWrites({
      device: { keep: (_address, values) => this.#keep(values) },
      address: { space: 's', environment: 'master', key: 'k' },
      valueToKeep: () => null,
      onOutcome: (failure) => this.outcomes.push(failure),
    });
  }

  async #keep(values: ReadonlyMap<ValuePath, KeptValue | null>): Promise<number> {
    this.writes.push([...values.keys()]);
    if (this.writes.length > WRITES_MAX) return new Promise(() => {});
    if (this.refusal !== null) throw this.refusal;
    return this.heldUpMs;
  }
}

/** All that follows without any time passing. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function stopTime(test: TestContext): void {
  test.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
}

describe('writes to the device', () => {
  it('writes once what changes in one task', async () => {
    const shelf = new Shelf();
    shelf.deviceWrites.changed([TITLE]);
    shelf.deviceWrites.changed([BODY]);
    await settled();
    assert.deepEqual(shelf.writes, [[TITLE, BODY]]);
  });

  it('tries a write that was refused again after a while, and not at once', async (test) => {
    stopTime(test);
    const shelf = new Shelf();
    shelf.refusal = new Error('full');
    shelf.deviceWrites.changed([TITLE]);
    await settled();
    shelf.deviceWrites.changed([]);
    await settled();
    assert.deepEqual([shelf.writes.length, shelf.outcomes], [1, [shelf.refusal]]);
    shelf.refusal = null;
    test.mock.timers.tick(1_000);
    await settled();
    assert.deepEqual([shelf.writes, shelf.outcomes.at(-1)], [[[TITLE], [TITLE]], null]);
    test.mock.timers.tick(60_000);
    await settled();
    assert.equal(shelf.writes.length, 2);
  });

  it('tries it again with the next key, together with what that changes', async (test) => {
    stopTime(test);
    const shelf = new Shelf();
    shelf.refusal = new Error('full');
    shelf.deviceWrites.changed([TITLE]);
    await settled();
    shelf.deviceWrites.changed([BODY]);
    await settled();
    assert.deepEqual(shelf.writes, [[TITLE], [TITLE, BODY]]);
  });

  it('writes what waits when it is closed, and nothing after that', async (test) => {
    stopTime(test);
    const shelf = new Shelf();
    shelf.heldUpMs = 1_000;
    for (const path of [TITLE, TITLE, TITLE, BODY]) {
      shelf.deviceWrites.changed([path]);
      await settled();
    }
    assert.equal(shelf.writes.length, 3, 'the last waits, as those before were slow');
    await shelf.deviceWrites.close();
    assert.deepEqual(shelf.writes.slice(3), [[BODY]]);
    shelf.deviceWrites.changed([TITLE]);
    test.mock.timers.tick(60_000);
    await settled();
    assert.equal(shelf.writes.length, 4);
  });
});
