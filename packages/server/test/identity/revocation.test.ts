/** What is taken from somebody is taken on every node. `revocation.deep.test.ts` has how soon. */
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { eventually } from '../../../testing/src/lags.ts';
import { revokeOn } from './revocation.ts';

describeEachEngine('revocation', (engine) => revokeOn(engine, 1, eventually));
