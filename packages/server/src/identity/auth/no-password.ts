/** Stands for the hash of a user without a password: no password matches it. Such a user sets one by mail. */
export const NO_PASSWORD = '';
