/** The differences between the engines; implemented in `sqlite/engine.ts` and `postgres/engine.ts`. */
import type { Dialect, DialectAdapter, QueryCompiler } from 'kysely';

export interface Engine {
  /** The parts that Kysely needs to compile and run queries. */
  readonly dialect: Dialect;
  readonly adapter: DialectAdapter;
  readonly compiler: QueryCompiler;
  /** Whether rows are locked. If not, writes run one after the other and nothing has to be locked. */
  readonly hasRowLocks: boolean;
}
