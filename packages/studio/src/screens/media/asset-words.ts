/** What is said of a file: its name, its size, its addresses. */
import type { Asset } from '../../api/types.ts';

/** How a file is called: its title in a locale, else in any, else its name; null where it has neither. */
export function assetName(
  { title, file_name: fileName }: Pick<Asset, 'title' | 'file_name'>,
  locale: string,
): string | null {
  return title[locale] ?? Object.values(title)[0] ?? fileName;
}

/** A size as people read it; null for none. @param bytes of the file */
export function sizeWords(bytes: number | null, language: string): string | null {
  if (bytes === null) return null;
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(language, format).format(bytes / 1000 ** step);
}

/** The address of a picture in other dimensions, as the service makes them. */
export function transformed(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}
