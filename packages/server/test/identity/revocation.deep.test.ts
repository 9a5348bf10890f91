/** What is taken from somebody is taken on another node within a second. `REVOCATION_ROUNDS` sets how often. */
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { Lags } from '../../../testing/src/lags.ts';
import { revokeOn } from './revocation.ts';

const ROUNDS = Number(process.env.REVOCATION_ROUNDS ?? 5);
/** The longest that a node may let somebody in whom another one has shut out. */
const STALE_MAX_MS = 1_000;

describeEachEngine(`revocation within a second, ${ROUNDS} rounds`, (engine) =>
  revokeOn(engine, ROUNDS, new Lags(STALE_MAX_MS)),
);
