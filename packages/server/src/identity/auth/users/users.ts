/** The users themselves, for the rooms that add, change and remove them: what has to be recorded is theirs to record. */
export { deleteResetsOf, deleteUser, findUser, findUserByEmail, insertUser, lockUser, updateUser } from './store.ts';
