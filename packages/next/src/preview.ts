/** What a page that shows a draft renders, and no other page: Studio then shows in it what is typed. */
'use client';

import { useRouter } from 'next/navigation';
import { createElement, type ReactElement, useEffect } from 'react';

/**
 * Lets Studio refresh the page, and lets a click in it open the field: `<Preview service={process.env.LECTERN_URL} />`.
 * @param service address of the service
 */
export function Preview({ service }: { service: string }): ReactElement {
  const router = useRouter();
  useEffect(() => {
    (globalThis as { lectern?: Refreshed }).lectern = { refresh: () => router.refresh() };
  }, [router]);
  return createElement('script', { type: 'module', async: true, src: new URL('/preview.js', service).href });
}

/** What `preview.js` looks for. */
interface Refreshed {
  refresh(): void;
}
