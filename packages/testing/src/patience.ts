/** How long a service under test waits for other systems, such as its database. */
import { deadlineTimes } from '../../server/src/platform/kit/deadline.ts';

/** Everything takes longer on a machine that is busy with other tests. A test of a deadline uses `usualDeadline` instead. */
export const patience = deadlineTimes(10);
