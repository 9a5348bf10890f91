/** The preview token in the address of the page: it goes along to other pages of the site, and to nobody else. */

/** What a parameter with a token begins with. */
const TOKEN = 'cms_';

/** From now on, no request that the page causes tells its address. */
export function keepTokenSecret(): void {
  const meta = document.createElement('meta');
  meta.name = 'referrer';
  meta.content = 'no-referrer';
  document.head.append(meta);
}

/** A press of a link leads to a preview of the page behind it, unless the site itself has taken care of the press. */
export function keepTokenInLink(event: MouseEvent): void {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  if (link === undefined || event.defaultPrevented || isForBrowser(event) || link.download) return;
  const to = new URL(link.href || location.href);
  // A preview shows one site; what leads away opens beside it.
  if (to.origin !== location.origin && top !== window && to.protocol.startsWith('http')) link.target ||= '_blank';
  const isOnPage = to.hash !== '' && to.pathname === location.pathname;
  if (to.origin !== location.origin || isOnPage || (link.target && link.target !== '_self')) return;
  for (const [name, value] of new URLSearchParams(location.search))
    if (value.startsWith(TOKEN) && !to.searchParams.has(name)) to.searchParams.set(name, value);
  if (to.href === link.href) return;
  event.preventDefault();
  location.assign(to);
}

/** Whether a press asks the browser for more than what is pressed. */
export function isForBrowser({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}
