/** Brings the page to the state that Studio asks for: as the site does it, or by reading the page once more. */
import type { FromStudio } from './messages.ts';
import { meet, morph } from './morph.ts';

/** What a site may do by itself. */
interface Site {
  /** Shows the state at a revision, or a later one; the address of the page is that of it already. */
  refresh?(revision: number, url: string): unknown;
}

type Refresh = Extract<FromStudio, { lectern: 'refresh' }>;

const OK = 200;

let wanted: Refresh | null = null;
let isWorking = false;

/** Reads what the site sends for the page as it is, to tell later what has changed of it. */
export async function readFirst(): Promise<void> {
  if (site().refresh !== undefined) return;
  const { shown } = await read(location.href);
  if (shown !== null && wanted === null) meet(shown);
}

/**
 * Shows the newest state that was asked for; what is asked for meanwhile comes after it.
 * @param then called after each with the status of HTTP with which the site answered; 0 without an answer
 */
export async function bring(asked: Refresh, then: (shown: Refresh, status: number) => void): Promise<void> {
  wanted = asked;
  if (isWorking) return;
  isWorking = true;
  while (wanted !== null) {
    const now: Refresh = wanted;
    const status = await show(now).catch(() => 0);
    if (wanted === now) wanted = null;
    then(now, status);
  }
  isWorking = false;
}

async function show({ revision, url }: Refresh): Promise<number> {
  const { refresh } = site();
  if (refresh !== undefined) {
    history.replaceState(history.state, '', url);
    await refresh(revision, url);
    return OK;
  }
  const { status, shown, address } = await read(url);
  if (shown === null) return status;
  history.replaceState(history.state, '', address);
  morph(shown);
  document.dispatchEvent(new Event('lectern:refreshed'));
  return OK;
}

/** What the site sends for an address; `shown` is null if that is no page. */
async function read(url: string) {
  const response = await fetch(url, { cache: 'no-store', headers: { accept: 'text/html' } });
  const text = await response.text();
  const isPage = response.ok && /html/.test(response.headers.get('content-type') ?? '');
  const shown = isPage ? new DOMParser().parseFromString(text, 'text/html') : null;
  return { status: response.status, shown, address: response.url };
}

function site(): Site {
  return (window as { lectern?: Site }).lectern ?? {};
}
