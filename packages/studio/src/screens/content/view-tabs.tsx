/**
 * The saved views of a list as tabs above it: all of it first, then as many as there is room for, and a menu with every one.
 * Its row is there before the views are, so that nothing below moves.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContentType, SavedView } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { useContentTypes, usePlace } from '../../frame/use-place.ts';
import { LinkTile, onDemand, Text, useElementSize } from '../../ui/index.ts';
import type { ColumnName } from './columns.ts';
import { isChanged, searchOf, viewsOf, viewsQuery } from './saved-views.ts';
import styles from './view-tabs.module.css';
import { ViewsButton } from './views.tsx';

const ViewChanges = onDemand(async () => (await import('./view-changes.tsx')).ViewChanges);

/** Pixels of the first tab, and of any other one at most. */
const ALL_WIDTH = 56;
const TAB_WIDTH_MAX = 168;

interface ViewTabsProperties {
  readonly search: SearchParams;
  readonly type: ContentType | undefined;
  readonly columns: readonly ColumnName[];
}

export function ViewTabs({ search, type, columns }: ViewTabsProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const types = useContentTypes();
  const { ref, width } = useElementSize();
  const { data: all = [], isSuccess } = useQuery(viewsQuery(place.space));
  const views = viewsOf(all, type);
  const current = views.find(({ id }) => id === search.view);
  const tabs = tabsFor(views, current, Math.max(1, Math.floor((width - ALL_WIDTH) / TAB_WIDTH_MAX)));
  const list = { to: '/spaces/$space/$environment/content', params: place, className: styles.tab } as const;
  // By itself, a link counts as the current one wherever the address has all that it asks for.
  const exact = { activeOptions: { exact: true } };
  // A link from elsewhere names a view, and does not know what it lists.
  const linked = all.find(({ id }) => id === search.open);
  if (linked !== undefined)
    return <Navigate to={list.to} params={place} search={searchOf(linked, types) as never} replace />;
  return (
    <div className={styles.row}>
      <nav aria-label={t`Views`} className={styles.tabs} ref={ref}>
        <LinkTile
          {...list}
          {...exact}
          search={type === undefined ? {} : { content_type: type.api_id }}
          aria-current={current === undefined ? 'page' : undefined}
        >
          <Trans comment="Tab: the list of entries without a saved view">All</Trans>
        </LinkTile>
        {tabs.map((view) => (
          <LinkTile
            key={view.id}
            {...list}
            {...exact}
            search={searchOf(view, types)}
            aria-current={view === current ? 'page' : undefined}
            dir="auto"
            title={view.name}
          >
            {view.name}
          </LinkTile>
        ))}
      </nav>
      {current !== undefined && isChanged(search, current, types) && (
        <ViewChanges view={current} search={search} columns={columns} />
      )}
      {isSuccess && search.open !== undefined && (
        <Text size="sm" role="status">
          <Trans>This view was deleted.</Trans>
        </Text>
      )}
      <ViewsButton search={search} columns={columns} />
    </div>
  );
}

/** The first views, as many as there is room for, with the current one among them. */
function tabsFor(views: readonly SavedView[], current: SavedView | undefined, room: number): readonly SavedView[] {
  const first = views.slice(0, room);
  return current === undefined || first.includes(current) ? first : [...first.slice(0, -1), current];
}
