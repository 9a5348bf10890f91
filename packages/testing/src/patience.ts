/** How long a service under test waits for others, such as its database. */
import { deadlineTimes } from '../../server/src/platform/kit/deadline.ts';

/** On a machine that is busy with other tests, everything takes longer. A test of a deadline gives `usualDeadline` instead. */
export const patience = deadlineTimes(10);
