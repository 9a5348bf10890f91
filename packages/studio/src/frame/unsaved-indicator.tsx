/** A quiet sign that something which was written is not on the server, in this tab or left by an earlier one; leads there. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useParams, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { session } from '../api/session.ts';
import { entryName } from '../drafts/entry-name.ts';
import type { EntryAddress } from '../drafts/types.ts';
import { SaveIcon } from '../ui/icons.ts';
import { LinkButton, Text, useDelayed } from '../ui/index.ts';
import { clearLeftovers, mayHaveLeftovers, useUnsaved } from './unsaved.ts';
import { useRelease } from './use-place.ts';
import { useSession } from './use-session.ts';

const ICON_SIZE = 16;
/** What is saved sooner is on its way, and no sign is needed. */
const LASTING_MS = 2000;

export function UnsavedIndicator(): ReactNode {
  const { t } = useLingui();
  const here = useUnsaved();
  const left = useLeftBehind(here);
  const all = [...new Map([...here, ...left].map((address) => [entryName(address), address])).values()];
  const shown = { ...useParams({ strict: false }), release: useRelease() };
  // The screen of an entry says itself how safe it is.
  const elsewhere = all.filter((address) => !isShown(address, shown));
  const isLasting = useDelayed(elsewhere.length > 0, LASTING_MS);
  const [first] = elsewhere;
  if (first === undefined || !isLasting) return null;
  const words = t`${plural(elsewhere.length, { one: '# entry not saved', other: '# entries not saved' })}`;
  return (
    <LinkButton
      to="/spaces/$space/$environment/content/$key"
      params={{ ...first }}
      search={{ in: first.release }}
      variant="subtle"
      color="gray"
      size="xs"
      px="xs"
      aria-label={words}
    >
      <SaveIcon size={ICON_SIZE} aria-hidden />
      <Text size="xs" visibleFrom="sm" ms={4}>
        {words}
      </Text>
    </LinkButton>
  );
}

/** Whether the address of the screen is that of the entry. */
function isShown(
  address: EntryAddress,
  { space = '', environment = '', key = '', release }: Partial<EntryAddress>,
): boolean {
  return entryName(address) === entryName({ space, environment, key, release });
}

/** What earlier tabs left on this device, looked up anew on each screen and after each change of what is unsaved here. */
function useLeftBehind(here: readonly EntryAddress[]): readonly EntryAddress[] {
  const state = useSession();
  const [left, setLeft] = useState<readonly EntryAddress[]>([]);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const account = 'user' in state ? state.account.id : null;
  const user = 'user' in state ? state.user.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen, and each save, may have settled something
  useEffect(() => {
    if (account === null || user === null) return;
    let isCurrent = true;
    void leftBehind().then((found) => isCurrent && setLeft(found));
    return () => {
      isCurrent = false;
    };
  }, [account, user, path, here]);
  return left;
}

/** None where the device does not tell. */
async function leftBehind(): Promise<readonly EntryAddress[]> {
  if (!mayHaveLeftovers()) return [];
  try {
    const { draftsOf } = await import('./use-drafts.ts');
    const left = await draftsOf(session.state).leftBehind();
    if (left.length === 0) clearLeftovers();
    return left.map(({ address }) => address);
  } catch {
    return [];
  }
}
