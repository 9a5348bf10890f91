/** What the inputs of the screen can open: entries in a drawer, whose address is part of the screen's. */
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { keyOf, type LinkValue } from '../../fields/links/link-value.ts';
import { SurroundingsProvider } from '../../fields/surroundings.tsx';
import { useEntryAddress } from '../../frame/use-entry-address.ts';
import { useLocales, useModel, usePlace, useRelease } from '../../frame/use-place.ts';
import { AssistTool } from './assist/assist-place.tsx';
import { useMayAssist } from './assist/use-may-assist.ts';
import { DrawerContext, type Finish } from './drawer-result.ts';
import { NEW_PREFIX } from './entry-drawer-address.ts';
import { EntryDrawer } from './entry-drawer-on-demand.ts';
import { readAhead } from './read-ahead.ts';
import { useInRelease } from './release/in-release.ts';
import { SaveState } from './save-state.tsx';
import { useEntryNavigation } from './use-entry-navigation.ts';

interface EntrySurroundingsProperties {
  /** Id of the input that fills the window. */
  readonly full: string | undefined;
  readonly children: ReactNode;
}

export function EntrySurroundings({ full, children }: EntrySurroundingsProperties): ReactNode {
  const { space, environment } = usePlace();
  const release = useRelease();
  const ReleaseMark = useInRelease()?.ReleaseMark;
  const types = useModel();
  const locales = useLocales();
  const go = useEntryNavigation();
  const addressOfKey = useEntryAddress();
  const router = useRouter();
  const addressOfFile = useCallback(
    (asset: string) => {
      const to = '/spaces/$space/$environment/media';
      const place = router.buildLocation({ to, params: { space, environment }, search: { asset } });
      return router.history.createHref(place.publicHref);
    },
    [router, space, environment],
  );
  const mayAssist = useMayAssist();
  const waiting = useRef<Finish | null>(null);

  const finish = useCallback<Finish>((made) => {
    waiting.current?.(made);
    waiting.current = null;
  }, []);
  // Whoever leaves the screen with the drawer open has written nothing that is linked to.
  useEffect(() => () => finish(null), [finish]);

  const surroundings = useMemo(
    () => ({
      place: { space, environment, release },
      ReleaseMark,
      types,
      locales,
      expectEntry: () => EntryDrawer.preload(),
      assist: mayAssist ? AssistTool : undefined,
      addressOf: ({ type, id }: LinkValue) => (type === 'entry' ? addressOfKey(keyOf(id)) : addressOfFile(id)),
      openEntry: ({ id }: LinkValue) => {
        readAhead({ space, environment, key: keyOf(id), release });
        go.show({ drawer: keyOf(id) });
      },
      fullScreen: {
        shown: full ?? null,
        show: (id: string | null) => go.show({ full: id ?? undefined }),
        SaveState,
      },
      createEntry: (contentType: string) =>
        new Promise<LinkValue | null>((resolve) => {
          waiting.current = resolve;
          go.show({ drawer: `${NEW_PREFIX}${contentType}` });
        }),
    }),
    [space, environment, release, ReleaseMark, types, locales, go, addressOfKey, addressOfFile, full, mayAssist],
  );

  return (
    <DrawerContext value={finish}>
      <SurroundingsProvider value={surroundings}>{children}</SurroundingsProvider>
    </DrawerContext>
  );
}
