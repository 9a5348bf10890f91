/** Addresses of the page in a preview, whose tokens are renewed, and of the values in it. */
import type { ContentType } from '../../../api/types.ts';
import type { Place } from '../../../page-script/messages.ts';
import type { EntryPreview } from './preview-query.ts';

/**
 * Where the page that is shown is read with a newer token: the entry's own page at its new address, which may have another slug, and
 * any other page of the site as it is, but for the token.
 * @param now its address
 */
export function renewedAddress(now: string, before: EntryPreview, after: EntryPreview): string {
  const renewed = now.replaceAll(before.token, after.token);
  return after.url !== null && before.url !== null && isSame(now, before.url) ? after.url : renewed;
}

function isSame(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}

/** Whether browsers refuse to show a page of that address inside of this one. */
export function isMixed(address: string, around: Pick<Location, 'protocol'>): boolean {
  const { protocol, hostname } = new URL(address);
  const isOwnDevice = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';
  return around.protocol === 'https:' && protocol === 'http:' && !isOwnDevice;
}

/** Where a place of a page is in the form: the field, and the path of the value as the server writes it. */
export function formPlace({ field: way, locale }: Place, type: ContentType, shown: string) {
  const [field = '', ...inside] = way.split('.');
  const code = locale ?? shown;
  const isByLocale = inside.length > 0 && type.fields.find(({ id }) => id === field)?.localized === true;
  const path = isByLocale ? ['fields', field, code, ...inside] : ['fields', field, ...inside, code];
  return { field, locale: code, path: path.join('.') };
}
