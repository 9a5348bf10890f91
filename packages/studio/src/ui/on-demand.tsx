/** What few people open: it comes over the line when it is first shown, or a little before. */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

export interface OnDemand<Properties> {
  (properties: Properties): ReactNode;
  /** Loads it ahead, so that it shows at once. Where that fails, it is loaded again when it is shown. */
  preload(): void;
}

/**
 * A component that is loaded on demand. Nothing stands in its place meanwhile, so it is for what lies over the page, and for
 * what nobody waits for. Where it cannot be loaded, it throws; shown anew, it is asked for anew. No `<Suspense>`: what that
 * has hidden it keeps back for 300 ms, however soon it could be shown.
 * @param load imports the file, and gives the component in it
 */
export function onDemand<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
): OnDemand<Properties> {
  let loaded: ComponentType<Properties> | null = null;

  async function get(): Promise<void> {
    loaded ??= await load();
  }

  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for each component, where `lazy` would be
  function Demanded(properties: Properties): ReactNode {
    const [end, setEnd] = useState<'loaded' | { readonly error: unknown } | null>(loaded === null ? null : 'loaded');
    const isDrawn = end === 'loaded';
    useEffect(() => {
      // It may have come since this was drawn: that alone would not draw it.
      if (isDrawn) return;
      let isShown = true;
      get().then(
        () => isShown && setEnd('loaded'),
        (error: unknown) => isShown && setEnd({ error }),
      );
      return () => {
        isShown = false;
      };
    }, [isDrawn]);
    if (end !== null && end !== 'loaded') throw end.error;
    return loaded === null ? null : createElement<Properties>(loaded, properties);
  }

  return Object.assign(Demanded, { preload: () => void get().catch(() => undefined) });
}
