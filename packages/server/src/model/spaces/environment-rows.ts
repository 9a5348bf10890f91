/**
 * The rows of spaces, environments, their names and aliases, for what works on whole environments. Invariant: whoever writes
 * with these has locked the space, then the environments by number.
 */
export {
  type Alias,
  deleteAlias,
  findAlias,
  insertAlias,
  listAliases,
  raiseAlias,
  raiseAliasesOf,
} from './alias-store.ts';
export {
  deleteEnvironment,
  type EnvironmentMoment,
  findName,
  lockEnvironment,
  markDeleting,
  markFailed,
  markReady,
  momentOf,
  nextDeleting,
  renameEnvironment,
  takeEnvironmentNumber,
} from './environment-store.ts';
export { findByNumber, findEnvironment, type ListedEnvironment, listEnvironments } from './standing-store.ts';
export { findSpace, lockSpace } from './store.ts';
