/** What sites import from `@lectern/client/replica`: to hear of changes, and to keep an exact copy. */
export type { Change } from './replica/change.ts';
export { live } from './replica/live.ts';
export { type Replica, type ReplicaOptions, replica } from './replica/replica.ts';
export { file, memory, type Store } from './replica/stores.ts';
