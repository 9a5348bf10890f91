/** How large a file is, as people read it. */

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
