/** Studio: finds out who is here, in which language they read, and shows the screen that the address names. */
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { personIn, session } from './api/session.ts';
import { followScreens } from './frame/follow-screens.ts';
import { NeedsHttps } from './frame/needs-https.tsx';
import { SessionGate } from './frame/session-gate.tsx';
import { switchLanguage } from './frame/switch-language.ts';
import './frame/shell.css';
import { preferredLanguage } from './languages/languages.ts';
import { router } from './routes.tsx';
import { UiProvider } from './ui/index.ts';
import { keepFocus } from './ui/keep-focus.ts';

const root = document.getElementById('studio');
if (root === null) throw new Error('The page of Studio has no place for it.');

// The shell of the page goes once something stands in its place, and before that is drawn.
const shell = new MutationObserver(() => {
  if (root.querySelector('main') === null) return;
  shell.disconnect();
  delete document.documentElement.dataset.shell;
});
shell.observe(root, { childList: true, subtree: true });

// Browsers keep locks and drafts for pages of https and of this machine alone: without them words could be lost.
await Promise.all([switchLanguage(preferredLanguage()), isSecureContext ? openSession() : null]);
createRoot(root).render(
  <I18nProvider i18n={i18n}>
    <UiProvider>
      {isSecureContext ? (
        <QueryClientProvider client={queryClient}>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </QueryClientProvider>
      ) : (
        <NeedsHttps />
      )}
    </UiProvider>
  </I18nProvider>,
);

keepFocus();
followScreens(router);

// A file dropped where nothing takes it would replace the page in the browser, and what was typed in the page would be lost.
for (const name of ['dragover', 'drop'] as const)
  addEventListener(name, (event) => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });

/** Finds out whether there is a session; while that is likely, the code of the screen that the address names loads too. */
async function openSession(): Promise<void> {
  const opened = session.open();
  if (session.state.status === 'opening') loadScreen();
  await opened;
}

function loadScreen(): void {
  const matches: readonly { readonly routeId: keyof typeof router.routesById }[] = router.matchRoutes(
    router.latestLocation,
  );
  for (const { routeId } of matches) void router.loadRouteChunk(router.routesById[routeId]);
}

/** Also when another tab logs out, in, or in to another account: what was loaded for one person or account is not shown to the next. */
let before = session.state;
session.subscribe(() => {
  const [last, now] = [before, session.state];
  before = now;
  if (personIn(last) !== personIn(now)) queryClient.clear();
  if ('user' in last && 'user' in now && personIn(last) !== personIn(now)) void router.navigate({ to: '/' });
  // Shows the log-in, or loads again what failed while there was no session.
  else if (now.status === 'logged-out' || last.status === 'ended') void router.invalidate();
});
