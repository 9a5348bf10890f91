/** What the preview address of a content type says of the page that it leads to. */
import type { ContentType } from '../../../api/types.ts';

const TOKEN = '{preview}';

/** Whether the page reads with the token of who looks at it, so that it can show a release or the past. */
export function readsByToken({ preview_url: address }: Pick<ContentType, 'preview_url'>): boolean {
  return address?.includes(TOKEN) === true;
}

/** The address with the token as a parameter. */
export function withToken(address: string): string {
  const [page = '', ...fragments] = address.split('#');
  const fragment = fragments.length === 0 ? '' : `#${fragments.join('#')}`;
  const before = !page.includes('?') ? '?' : /[?&]$/.test(page) ? '' : '&';
  return `${page}${before}preview=${TOKEN}${fragment}`;
}
