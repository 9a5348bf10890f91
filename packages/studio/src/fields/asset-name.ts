/** What a file is called wherever it is shown. */
import type { Asset } from '../api/types.ts';

/** How a file is called: its title in a locale, else in any, else its name; null where it has neither. */
export function assetName(
  { title, file_name: fileName }: Pick<Asset, 'title' | 'file_name'>,
  locale: string,
): string | null {
  return title[locale] ?? Object.values(title)[0] ?? fileName;
}
