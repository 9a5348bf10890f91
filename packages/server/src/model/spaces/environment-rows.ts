/**
 * The rows of spaces, environments, their names and aliases, for code that works on whole environments. Invariant: a caller that
 * writes has locked the space first, then the environments in order of their numbers.
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
export { findByNumber, findEnvironment, type ListedEnvironment, listEnvironments } from './named-environment-store.ts';
export { findSpace, lockSpace } from './store.ts';
