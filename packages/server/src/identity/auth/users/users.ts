/** The users themselves, for the rooms that add, change and remove them. Those rooms record the changes. */
export { deleteResetsOf, deleteUser, findUser, findUserByEmail, insertUser, lockUser, updateUser } from './store.ts';
