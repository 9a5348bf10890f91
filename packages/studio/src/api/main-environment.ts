/** Name that always leads to an environment of a space, its own or by an alias: where one begins, and what nobody can delete. */
export const MAIN_ENVIRONMENT = 'master';
