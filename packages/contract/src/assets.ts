/** Length limits for the texts of an asset. */

/** For a title, description or alternative text. */
export const TEXT_CHARACTERS_MAX = 10_000;
export const FILE_NAME_CHARACTERS_MAX = 255;
