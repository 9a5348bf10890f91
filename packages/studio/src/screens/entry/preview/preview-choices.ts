/** How the person looks at previews, which this browser keeps. */

/** What the page is shown as wide as, in pixels. */
export const WIDTHS = { phone: 360, tablet: 768, desktop: 1280 } as const;
export type Device = keyof typeof WIDTHS;

const DEVICE = 'lectern.preview-width';
/** Sites that take no part in previews, and whose owner knows. */
const QUIET = 'lectern.preview-quiet';

/** @param usual where nothing was chosen */
export function keptDevice(usual: Device): Device {
  const kept = localStorage.getItem(DEVICE);
  return kept !== null && Object.hasOwn(WIDTHS, kept) ? (kept as Device) : usual;
}

export function keepDevice(device: Device): void {
  localStorage.setItem(DEVICE, device);
}

/** Whether the person wants to hear no more of a site that says nothing. @param origin of the site */
export function isQuiet(origin: string): boolean {
  return localStorage.getItem(QUIET)?.split(' ').includes(origin) ?? false;
}

export function keepQuiet(origin: string): void {
  localStorage.setItem(QUIET, [...(localStorage.getItem(QUIET)?.split(' ') ?? []), origin].join(' '));
}
