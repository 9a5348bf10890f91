/** Length limits for the texts of a content type. */

export const NAME_CHARACTERS_MAX = 200;
export const DESCRIPTION_CHARACTERS_MAX = 2_000;
