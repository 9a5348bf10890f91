/** What a page that shows a draft renders, and no other page: Studio then shows in it what is typed. */
'use client';

import { useRouter } from 'next/navigation';
import { createElement, type ReactElement, useEffect, useRef, useState, useTransition } from 'react';

/**
 * Lets Studio refresh the page, and lets a click in it open the field: `<Preview service={process.env.LECTERN_URL} />`.
 * @param service address of the service
 */
export function Preview({ service }: { service: string }): ReactElement | null {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const waiting = useRef<(() => void)[]>([]);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const refresh = (_revision: number, url: string) =>
      new Promise<void>((shown) => {
        waiting.current.push(shown);
        // Next would read what it has the address of, and that has an older token.
        startRefresh(() => router.replace(url, { scroll: false }));
      });
    (globalThis as { lectern?: Refreshed }).lectern = { refresh };
    // A script that was there before would take the page for one without a refresh of its own, and change it before React knows it.
    setReady(true);
  }, [router]);
  useEffect(() => {
    if (!isRefreshing) for (const shown of waiting.current.splice(0)) shown();
  }, [isRefreshing]);
  if (!isReady) return null;
  return createElement('script', { type: 'module', async: true, src: new URL('/preview.js', service).href });
}

/** What `preview.js` looks for. */
interface Refreshed {
  /** Resolves once the page shows the state. */
  refresh(revision: number, url: string): Promise<void>;
}
