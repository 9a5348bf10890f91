/** Limits shared by both sides of an image process: how much a job may use, and the signals that end it beyond that. */

/** CPU time of a job; not wall time, so that a busy machine does not make an image too slow. */
export const CPU_MS_MAX = 4_500;
/** The signals with which the process kills itself at once. */
export const OVER_TIME_SIGNAL = 'SIGTERM';
export const OVER_MEMORY_SIGNAL = 'SIGKILL';
