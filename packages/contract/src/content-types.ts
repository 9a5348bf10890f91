/** How long the texts of a content type may be. */

export const NAME_CHARACTERS_MAX = 200;
export const DESCRIPTION_CHARACTERS_MAX = 2_000;
