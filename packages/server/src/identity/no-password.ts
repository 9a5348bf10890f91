/** In place of the hash of a password: no text is a password for it. A user who never had one sets it by mail. */
export const NO_PASSWORD = '';
