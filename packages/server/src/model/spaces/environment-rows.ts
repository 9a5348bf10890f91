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
  addRestoring,
  beginPast,
  deleteEnvironment,
  type EnvironmentMoment,
  findName,
  leftRestoring,
  lockEnvironment,
  lockModel,
  lockRestoring,
  markDeleting,
  markFailed,
  markReady,
  markRestored,
  modelLock,
  momentOf,
  nextDeleting,
  pastFrom,
  renameEnvironment,
  takeEnvironmentNumber,
  takeEnvironmentNumbers,
} from './environment-store.ts';
export { findByNumber, findEnvironment, type ListedEnvironment, listEnvironments } from './named-environment-store.ts';
export { findSpace, lockSpace } from './store.ts';
