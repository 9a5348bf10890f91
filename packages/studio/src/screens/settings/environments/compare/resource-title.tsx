/** How something that differs is called: by its title, which the comparison has where an entry has one in the main language, or by its key. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ComparedResource } from '../../../../api/types.ts';
import { cardQuery } from '../../../../fields/links/cards.ts';
import { usePairModel } from './pair-surroundings.tsx';

type Resource = Pick<ComparedResource, 'kind' | 'key' | 'title' | 'source' | 'target'>;

export function ResourceTitle({ resource }: { readonly resource: Resource }): ReactNode {
  const { types } = usePairModel();
  if (resource.title !== null) return resource.title;
  if (resource.kind !== 'content_type') return <CardTitle resource={resource} kind={resource.kind} />;
  return types.find(({ api_id }) => api_id === resource.key)?.name ?? resource.key;
}

interface CardTitleProperties {
  readonly resource: Resource;
  readonly kind: 'entry' | 'asset';
}

/** Read where it exists: in the environment that changes come from, unless it is gone there. */
function CardTitle({ resource, kind }: CardTitleProperties): ReactNode {
  const { space, from, to, locales } = usePairModel();
  const [environment, side] = resource.source.version === null ? [to, resource.target] : [from, resource.source];
  const query = cardQuery({ space, environment }, { type: kind, id: side.id }, locales[0]?.code ?? '');
  return useQuery(query).data?.title ?? resource.key;
}
