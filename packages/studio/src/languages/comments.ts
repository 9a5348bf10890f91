/**
 * What translators have to know of short texts, as `lingui extract` writes it above each of them in the catalogs: whether a
 * word is a button, a heading or a state, and what it is about.
 */
export const comments: Readonly<Record<string, string>> = {
  'Add a language': 'Button above the list of languages in the settings.',
};
