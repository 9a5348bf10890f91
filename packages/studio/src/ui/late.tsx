/** What stands in the place of something that is on its way: first its room alone, and what moves only when it lasts. */
import { Loader, type LoaderProps, Skeleton, type SkeletonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDelayed } from './use-delayed.ts';

export function LateSkeleton(properties: SkeletonProps): ReactNode {
  return <Skeleton visible={useDelayed(true)} {...properties} />;
}

export function LateLoader(properties: LoaderProps): ReactNode {
  return useDelayed(true) && <Loader {...properties} />;
}
