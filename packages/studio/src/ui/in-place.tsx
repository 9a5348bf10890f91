/** What is large and belongs to one part of a screen: it comes over the line when that is shown, in a place that is kept for it. */
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { LateSkeleton } from './late.tsx';

/**
 * A component that is loaded in its place. Where it cannot be loaded, only that place says so, and the rest of the screen goes
 * on. Browsers keep it in mind that a file could not be loaded for as long as the page lasts, so the page is loaded anew.
 * @param height of the place until then, in pixels
 * @param load imports the file, and gives the component in it
 */
export function inPlace<Properties extends object>(
  height: number,
  load: () => Promise<ComponentType<Properties>>,
): (properties: Properties) => ReactNode {
  let loaded: ComponentType<Properties> | null = null;

  async function get(): Promise<void> {
    loaded ??= await load();
  }

  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for each component, where `lazy` would be
  return function InPlace(properties: Properties): ReactNode {
    const [end, setEnd] = useState<'loaded' | 'failed' | null>(null);
    useEffect(() => {
      let isShown = true;
      get().then(
        () => isShown && setEnd('loaded'),
        () => isShown && setEnd('failed'),
      );
      return () => {
        isShown = false;
      };
    }, []);
    if (loaded !== null) return createElement<Properties>(loaded, properties);
    return end === 'failed' ? <NotLoaded height={height} /> : <LateSkeleton height={height} />;
  };
}

function NotLoaded({ height }: { readonly height: number }): ReactNode {
  const { online } = useNetwork();
  return (
    <Group gap="xs" mih={height} role="alert">
      <Text size="sm">
        <Trans>This could not be loaded.</Trans>
      </Text>
      <Button size="xs" variant="default" disabled={!online} onClick={() => location.reload()}>
        <Trans>Reload page</Trans>
      </Button>
    </Group>
  );
}
