/** Finding a field type by what is typed. */
import { fold } from '../../../../contract/src/folded-text.ts';

/** What a type is called and said to be for. */
export interface NamedKind {
  readonly name: string;
  readonly about: string;
}

/**
 * Whether a type is found by what is typed: by its name, or by what it is for where no name has the words, as somebody who looks for
 * "video" does not know that it is a file.
 */
export function findsKind(search: string, kinds: readonly NamedKind[]): (kind: NamedKind) => boolean {
  const wanted = fold(search.trim());
  const has = (text: string) => fold(text).includes(wanted);
  if (kinds.some(({ name }) => has(name))) return ({ name }) => has(name);
  return ({ about }) => has(about);
}
