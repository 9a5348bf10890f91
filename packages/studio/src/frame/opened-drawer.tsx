/**
 * One thing in a drawer beside its list. The address names it, and it is read by itself: the list may not have come to it yet, or
 * may not have it any more.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { Drawer, Text } from '../ui/index.ts';
import { Pending } from './pending.tsx';

interface OpenedDrawerProperties<Thing> {
  /** The query of the one thing. */
  readonly read: Pick<UseQueryResult<Thing>, 'data' | 'error' | 'refetch'>;
  readonly title: string;
  /** What is said where the thing does not exist, such as that it was deleted. */
  readonly gone: string;
  readonly size?: 'lg' | 'xl';
  readonly onClose: () => void;
  readonly children: (thing: Thing) => ReactNode;
}

export function OpenedDrawer<Thing>(properties: OpenedDrawerProperties<Thing>): ReactNode {
  const { read, title, gone, size = 'lg', onClose, children } = properties;
  const { data, error, refetch } = read;
  const isGone = error instanceof ApiProblem && error.status === 404;
  return (
    <Drawer opened onClose={onClose} position="right" size={size} title={title}>
      {data !== undefined ? (
        children(data)
      ) : isGone ? (
        <Text role="status">{gone}</Text>
      ) : (
        <Pending error={error} again={() => void refetch()} />
      )}
    </Drawer>
  );
}
