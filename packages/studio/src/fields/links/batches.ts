/** Gathers what is asked for one by one within a moment, and asks for it at once. */

interface Waiting<Item> {
  readonly id: string;
  resolve(item: Item | null): void;
  reject(error: unknown): void;
}

/** More ids make an address that servers in between may refuse. */
const BATCH_MAX = 150;

/**
 * A function that reads one item by its id, and shares the request with all that ask in the same turn.
 * @param read reads many; what does not exist is left out
 * @returns null for what does not exist
 */
export function batched<Item>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Item>>,
): (id: string) => Promise<Item | null> {
  let waiting: Waiting<Item>[] = [];

  async function send(batch: readonly Waiting<Item>[]): Promise<void> {
    try {
      const items = await read([...new Set(batch.map(({ id }) => id))]);
      for (const { id, resolve } of batch) resolve(items.get(id) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      if (waiting.length > 1) return;
      setTimeout(() => {
        const all = waiting;
        waiting = [];
        for (let start = 0; start < all.length; start += BATCH_MAX) void send(all.slice(start, start + BATCH_MAX));
      });
    });
}
