/** Stands before the content type of an entry that is still to be written in the drawer. No key has a colon. */
export const NEW_PREFIX = 'new:';
