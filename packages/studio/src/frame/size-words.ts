/** How large files are, as people read it. */

/** The size of a file as people read it, such as `7.6kB`; null where it is not known. @param bytes of the file */
export function sizeWords(bytes: number | null, language: string): string | null {
  return bytes === null ? null : bytesWords(bytes, language, 'narrow');
}

/** A number of bytes as people read it. @param unitDisplay `short` has a space before the unit, `narrow` has none in English */
export function bytesWords(bytes: number, language: string, unitDisplay: 'narrow' | 'short'): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: units[step] ?? 'byte', unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(bytes / 1000 ** step);
}
