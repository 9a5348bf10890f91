/**
 * Names that people chose, as mails show them. Some mails go to people who did not ask for them, so a name must not carry a
 * message: one that mail programs would turn into a link is left out, and a long one is cut.
 */
import type { Language } from '../../kit/language.ts';

/** Characters of a name. */
const LENGTH_MAX = 60;
/** An address, a path, or two words joined by a dot, in any script: mail programs make links of them. */
const LINK_LIKE = /[@＠/\\]|www|[\p{L}\p{N}-][.．。｡](?:[\p{L}\p{N}-]{2}|\d)/iu;

const QUOTES: Readonly<Record<Language, readonly [string, string]>> = { en: ['"', '"'], de: ['„', '“'] };

/**
 * The name in the quotation marks of the language.
 * @param otherwise what stands in place of a name that is like a link
 */
export function quotedName(name: string, otherwise: string, language: Language = 'en'): string {
  const text = nameInMail(name);
  const [opening, closing] = QUOTES[language];
  return text === undefined ? otherwise : `${opening}${text}${closing}`;
}

/** The name, cut to its length; undefined if it is like a link. */
export function nameInMail(name: string): string | undefined {
  if (LINK_LIKE.test(name.normalize('NFKC'))) return undefined;
  const characters = [...name];
  return characters.length <= LENGTH_MAX ? name : `${characters.slice(0, LENGTH_MAX - 1).join('')}…`;
}
