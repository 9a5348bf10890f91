/** What both sides of a process for images agree on: how much a job may take, and by which signal it ends beyond that. */

/** CPU time of a job: a machine that is busy with something else makes no image too slow. */
export const CPU_MS_MAX = 4_500;
/** The signals with which the process ends itself; neither leaves it any time. */
export const OVER_TIME_SIGNAL = 'SIGTERM';
export const OVER_MEMORY_SIGNAL = 'SIGKILL';
