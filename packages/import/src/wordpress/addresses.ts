/**
 * Makes addresses of a site comparable: with or without https, www or a trailing slash. Files are identified by their path in the
 * uploads, whichever size of an image an address names.
 */
import { decodedPath } from '../exported-file.ts';

const UPLOADS = /^\/(?:wp-content\/uploads|files)\//;
/**
 * `photo-300x200.jpg` is a size of `photo.jpg`; `photo-scaled.jpg` is the reduced version that WordPress made of a large original.
 */
const SIZE = /-(?:\d{1,5}x\d{1,5}|scaled)(?=\.\w{1,8}$)/;
const NUMBERED = /[?&](?:p|page_id|attachment_id)=(\d{1,20})(?:&|$)/;

/** An address as a key for comparison; null if it is invalid, or points to a position within a page. */
export function pageAddress(address: string): string | null {
  const url = parsed(address);
  if (url === null || url.hash !== '') return null;
  return `${hostOf(url)}${decodedPath(url.pathname).replace(/\/+$/, '')}${url.search}`;
}

/** The number of the post in an address such as `/?p=12`. */
export function postNumberIn(address: string): string | null {
  const url = parsed(address);
  return url === null || url.hash !== '' ? null : (NUMBERED.exec(url.search)?.[1] ?? null);
}

/** The host of an address, without `www.`; '' if the address is invalid. */
export function hostIn(address: string): string {
  const url = parsed(address);
  return url === null ? '' : hostOf(url);
}

/** The path of a file in the uploads, as written; '' if the address is not one of an upload. */
export function uploadPath(address: string): string {
  const url = parsed(address);
  return url === null ? '' : decodedPath(url.pathname).replace(UPLOADS, '').replace(/^\/+/, '');
}

/** The path of the original file, for an address that may be a size of it. */
export function originalPath(path: string): string {
  return path.replace(SIZE, '');
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}

function parsed(address: string): URL | null {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}
