/** Content types by what somebody types of their names, found as search finds words: without case and accents. */
import { fold } from '../../../contract/src/folded-text.ts';

export function typesNamed<Type extends { readonly name: string }>(types: readonly Type[], words: string): Type[] {
  const wanted = fold(words.trim());
  return types.filter(({ name }) => fold(name).includes(wanted));
}
