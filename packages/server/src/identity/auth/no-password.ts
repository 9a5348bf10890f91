/** Stored as the hash of a user without a password: no password matches it. Such a user sets a password by mail. */
export const NO_PASSWORD = '';
