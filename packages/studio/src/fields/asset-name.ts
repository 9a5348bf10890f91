/** What a file is called wherever it is shown. */
import type { Asset } from '../api/types.ts';
import { shownText } from './text-in-locales.ts';

/**
 * How a file is called: its title in a locale, else in any, else its name; null where it has neither.
 * @param words a search that found it: a title in which more of them stand is shown
 */
export function assetName(
  { title, file_name: fileName }: Pick<Asset, 'title' | 'file_name'>,
  locale: string,
  words?: string,
): string | null {
  return shownText(title, locale, words)?.text ?? fileName;
}
