/**
 * Fills a table from the index rows, in chunks that let other work run in between. Invariant: if the memory budget does not
 * suffice, loading stops and nothing of it remains.
 */
import type { Database, EnvironmentState } from '../../platform/database/database.ts';
import { rowsAtOnce } from '../../platform/database/packed-columns.ts';
import type { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { HeldRow } from './index-row.ts';
import type { QueryState } from './query.ts';
import { StateTable } from './state-table.ts';
import { readHeldChunk } from './store.ts';

/** Rows read at a time. */
const ROWS_AT_ONCE = { embedded: 500, remote: 2_000 };

/** What loading and building depend on. */
export interface LoadParts {
  readonly database: Pick<Database, 'reader' | 'readsSince'>;
  readonly memory: MemoryBudget;
}

/**
 * Loads the entries of an environment in one state. The table is not settled before its first advance.
 * @param of `revision`: one that the environment had before or at the call
 * @param onEvict called when its memory was given to others
 * @returns null if it does not fit into memory
 */
export async function loadStateTable(
  { database, memory }: LoadParts,
  of: { environment: number; state: QueryState; epoch: string; revision: number },
  onEvict: (table: StateTable) => void,
): Promise<StateTable | null> {
  let table: StateTable | undefined;
  const giveUp = () => {
    table?.release();
    if (table !== undefined) onEvict(table);
  };
  const reservation = memory.reserve(0, giveUp, true);
  if (reservation === null) return null;
  // No replica is ahead of the database, so the journal continues from whatever was read.
  table = new StateTable({ ...of, reader: database.reader, reservation });
  const { reader } = database.readsSince(stateOf(table));
  reservation.pin();
  const pace = new Pace();
  try {
    let after: number | null = 0;
    while (after !== null) {
      const chunk: { rows: HeldRow[]; after: number | null } = await readHeldChunk(reader, {
        environment: of.environment,
        state: of.state,
        after,
        limit: rowsAtOnce(reader, ROWS_AT_ONCE),
      });
      table.fill(chunk.rows);
      if (!reservation.resize(table.bytes)) {
        table.release();
        return null;
      }
      after = chunk.after;
      await pace.restIfDue();
    }
    return table;
  } catch (error) {
    table.release();
    throw error;
  } finally {
    reservation.unpin();
  }
}

/** A lower bound for the state of its environment that a table shows. */
export function stateOf({ environment, epoch, revision }: StateTable): EnvironmentState {
  return { number: environment, epoch, revision };
}
